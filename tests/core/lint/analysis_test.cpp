#include <gtest/gtest.h>

#include "facts.h"
#include "range_statistics.h"
#include "support/graph_text.h"

namespace netloupe::lint {
namespace {

constexpr GraphId kMain(0U);

/// One letter a node: backbone, edge (boundary), constant (foldable), or a point.
std::string marks(const Model& model) {
    Facts facts(model);
    const GraphFacts& graph = facts.graph(kMain);
    std::string text;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId id(n);
        text += graph.is_backbone(id) ? 'b' : graph.is_foldable(id) ? 'c' : graph.is_boundary(id) ? 'e' : '.';
    }
    return text;
}

TEST(GraphFacts, BoundaryBackboneAndConstants) {
    EXPECT_EQ(marks(test::graph_from_text(R"(onnx
input x:float32[1,8]
const w:float32[8,8]
Reshape(x, s) -> a
Transpose(w) -> wt
MatMul(a, wt) -> b
Relu(b) -> c
Neg(x) -> unused
Softmax(c) -> d
Cast(d) -> y
output y
)")),
              "ecbb.ee");
}

TEST(GraphFacts, AConcatOfAnInputAndALayerIsNoBoundary) {
    EXPECT_EQ(marks(test::graph_from_text(R"(onnx
input x:float32[1,8]
const w:float32[8,8]
MatMul(x, w) -> a
Concat(x, a) -> b
MatMul(b, w) -> y
output y
)")),
              "bbb");
}

TEST(GraphFacts, WithoutALayerThereIsNoBackbone) {
    EXPECT_EQ(
        marks(test::graph_from_text("onnx\ninput x:float32[1,8]\nNeg(x) -> a\nExp(a) -> y\noutput y\n")),
        "..");
}

TEST(GraphFacts, RandomValuesAreNotConstant) {
    EXPECT_EQ(marks(test::graph_from_text(R"(onnx
input x:float32[1,8]
RandomNormal() -> r
Constant() -> k { value_int=3 }
Add(r, x) -> y
Add(k, k) -> z
output y, z
)")),
              ".c.c");
}

TEST(GraphFacts, AFullyDisorderedGraphIsRead) {
    EXPECT_EQ(
        marks(test::graph_from_text("onnx\ninput x:float32[1,8]\nRelu(a) -> y\nRelu(x) -> a\noutput y\n")),
        "..");
}

TEST(RangeStatistics, LowerMedian) {
    EXPECT_EQ(lower_median({3, 1, 2}), 2);
    EXPECT_EQ(lower_median({4, 1, 2, 3}), 2);
    EXPECT_EQ(lower_median({5}), 5);
}

TEST(RangeStatistics, NeighboursAcrossConversionsAndMoves) {
    const Model model = test::graph_from_text(R"(tflite
input x:int8[1,8](1,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](2,0)
RESHAPE(a, _) -> r:int8[8,1](2,0)
DEQUANTIZE(r) -> f:float32[8,1]
SIN(f) -> g:float32[8,1]
QUANTIZE(g) -> q:int8[8,1](4,0)
output q
)");
    Facts facts(model);
    const RangeStatistics ranges(facts.graph(kMain), facts);
    const auto all = ranges.activations();
    ASSERT_EQ(all.size(), 4U);
    EXPECT_DOUBLE_EQ(all[1].octaves - all[0].octaves, 1.0);
    EXPECT_EQ(all[1].value, all[2].value);
    const auto neighbours = ranges.neighbours(all[1].value);
    ASSERT_EQ(neighbours.size(), 2U);
    EXPECT_DOUBLE_EQ(neighbours[0], all[0].octaves);
    EXPECT_DOUBLE_EQ(neighbours[1], all[3].octaves);
    EXPECT_DOUBLE_EQ(ranges.median(), all[1].octaves);
    EXPECT_DOUBLE_EQ(ranges.sigma(), 1.0);
}

}  // namespace
}  // namespace netloupe::lint
