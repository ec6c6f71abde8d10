#include "ops/meaning.h"

#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe {
namespace {

constexpr GraphId kMain(0U);

TEST(Meaning, KnowsKindsAndRoles) {
    const Model model = test::graph_from_text(R"(onnx opset=13
input x:float32[1,3,8,8]
Conv(x, w, b) -> y
mine::Op(y) -> z
)");
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(kMain, NodeId(0U)), OpKind::kConv);
    EXPECT_EQ(meaning.input_role(kMain, NodeId(0U), 1), OperandRole::kWeight);
    EXPECT_EQ(meaning.input_role(kMain, NodeId(0U), 2), OperandRole::kBias);
    EXPECT_EQ(meaning.kind(kMain, NodeId(1U)), OpKind::kUnknown);
    EXPECT_EQ(meaning.schema(kMain, NodeId(1U)), nullptr);
    EXPECT_EQ(meaning.input_role(kMain, NodeId(1U), 0), OperandRole::kData);
}

TEST(Meaning, NodesOfEveryGraphAreKnown) {
    const Model model = test::graph_from_text(R"(onnx opset=13
If(c) -> y { then_branch=@yes, else_branch=@no }
graph yes
Add(x, x) -> a
graph no
Conv(x, w) -> b
)");
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(GraphId(1U), NodeId(0U)), OpKind::kAdd);
    EXPECT_EQ(meaning.kind(GraphId(2U), NodeId(0U)), OpKind::kConv);
}

TEST(Meaning, AFunctionOfTheModelIsNotTheOperatorOfItsName) {
    Model model = test::graph_from_text(R"(onnx opset=13
Add(x, x) -> y
Add(y, y) -> z
)");
    model.graphs[0].nodes[1].callee = GraphId(0U);
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(kMain, NodeId(0U)), OpKind::kAdd);
    EXPECT_EQ(meaning.kind(kMain, NodeId(1U)), OpKind::kCall);
    EXPECT_EQ(meaning.schema(kMain, NodeId(1U)), nullptr);
}

}  // namespace
}  // namespace netloupe
