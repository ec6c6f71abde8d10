#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cost_testing.h"

namespace netloupe::cost {
namespace {

using test::count;
using test::Counted;
using ::testing::ElementsAre;

/// No two tensors that are alive at once overlap.
void expect_disjoint(const MemoryPlan& plan) {
    for (const auto& a : plan.tensors) {
        for (const auto& b : plan.tensors) {
            if (a.tensor == b.tensor || a.first > b.last || b.first > a.last) continue;
            EXPECT_TRUE(a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset);
        }
    }
}

TEST(MemoryPlan, ChainReusesWhatIsFree) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[256]
Relu(x) -> a
Relu(a) -> b
Relu(b) -> c
Relu(c) -> y
output y
)");
    // The input stays; a and c share, b and y share.
    EXPECT_EQ(counted.plan().arena_bytes, 3 * 1024);
    EXPECT_EQ(counted.plan().live_bytes, 3 * 1024);
    EXPECT_EQ(counted.plan().peak, NodeId(1U));
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, DiamondKeepsBothSides) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[256]
Relu(x) -> a
Sigmoid(a) -> left
Tanh(a) -> right
Add(left, right) -> y
output y
)");
    EXPECT_EQ(counted.plan().live_bytes, 4 * 1024);
    EXPECT_EQ(counted.plan().arena_bytes, 4 * 1024);
    EXPECT_EQ(counted.plan().peak, NodeId(2U));
    EXPECT_EQ(counted.plan().peak_tensors.size(), 4);
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, ViewsShareAndOffsetsAreAligned) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[3]
Relu(x) -> a
Reshape(a, [3 1]:int64) -> b
Relu(b) -> y
output y
)");
    ASSERT_EQ(counted.plan().tensors.size(), 3);
    EXPECT_EQ(counted.plan().arena_bytes, 128 + 12);
    for (const auto& placed : counted.plan().tensors) EXPECT_EQ(placed.offset % 64, 0);
}

TEST(MemoryPlan, ATensorThatIsInputAndOutputIsThereOnce) {
    const Counted counted = count("onnx opset=21\ninput x:float32[16]\nRelu(x) -> y\noutput x, y\n");
    EXPECT_EQ(counted.plan().arena_bytes, 128);
}

TEST(MemoryPlan, SymbolsMustBeBound) {
    const Counted counted = count("onnx opset=21\ninput x:float32[n,16]\nRelu(x) -> y\noutput y\n");
    EXPECT_FALSE(counted.plan().arena_bytes);
    EXPECT_THAT(counted.plan().unbound, ElementsAre("n"));
}

}  // namespace
}  // namespace netloupe::cost
