#include "ops/constant_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe {
namespace {

using ::testing::ElementsAre;

/// By node of the main graph.
std::vector<bool> constant(std::string_view text) {
    const Model model = test::graph_from_text(text);
    return find_constant_nodes(model, GraphId(0U), Meaning(model)).is_constant;
}

TEST(ConstantNodes, HangOnStoredValuesAlone) {
    EXPECT_THAT(constant(R"(onnx opset=18
input x:float32[2,3]
const w:float32[3,2] = 1
Transpose(w) -> turned
Add(turned, 1) -> added
Add(x, added) -> y
Shape(x) -> shape
)"),
                ElementsAre(true, true, false, false));
}

TEST(ConstantNodes, AreFoundInAnyOrder) {
    EXPECT_THAT(constant(R"(onnx opset=18
const w:float32[3] = 1
Neg(b) -> c
Relu(w) -> a
Relu(a) -> b
Relu(around) -> around
)"),
                ElementsAre(true, true, true, false));
}

TEST(ConstantNodes, ComputeTheSameInEveryRun) {
    EXPECT_THAT(constant(R"(onnx opset=18
const w:float32[3] = 1
RandomNormalLike(w) -> a
Bernoulli(w) -> b
mine::Thing(w) -> c
Identity(c) -> d
Identity(w) -> e
)"),
                ElementsAre(false, false, false, false, true));
}

}  // namespace
}  // namespace netloupe
