#include "cost/costs.h"
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

// 3×8×8 → 8×6×6 by a kernel of 3×3: 216 weights, 8·6·6·27 = 7,776 MACs.
constexpr std::string_view kConvolution = R"(onnx
input x:float32[1,3,8,8]
const w:float32[8,3,3,3]
Conv(x, w) -> y { kernel_shape=[3,3] }
output y
)";
constexpr std::string_view kOpenBatch = R"(onnx
input x:float32[N,3,8,8]
const w:float32[8,3,3,3]
Conv(x, w) -> y { kernel_shape=[3,3] }
output y
)";

std::vector<Finding> judged(std::string_view graph, const Budgets& budgets) {
    const Model model = test::graph_from_text(graph);
    const Meaning meaning(model);
    const infer::Shapes shapes = infer::infer_shapes(model, meaning);
    const cost::Costs costs = cost::count_costs(model, meaning, shapes);
    return check(
        model,
        Options{.only = {"B01"}, .parameters = {}, .budgets = budgets, .shapes = &shapes, .costs = &costs});
}

TEST(B01, EachBudgetHoldsItsNumber) {
    const auto macs = judged(kConvolution, {.macs = 7775});
    ASSERT_EQ(macs.size(), 1);
    EXPECT_EQ(macs[0].severity, Severity::kError);
    EXPECT_TRUE(contains(macs[0].message, "7776 MACs, and its budget is 7775")) << macs[0].message;
    EXPECT_EQ(judged(kConvolution, {.parameters = 215}).size(), 1);
    EXPECT_EQ(judged(kConvolution, {.weight_bytes = 863}).size(), 1);
    EXPECT_EQ(judged(kConvolution, {.nodes = 0}).size(), 1);
    EXPECT_EQ(judged(kConvolution, {.peak_activation_bytes = 100}).size(), 1);
    EXPECT_EQ(judged(kConvolution, {.parameters = 1, .macs = 1, .nodes = 0}).size(), 3);
}

TEST(B01, WhatIsJustWithinIsKept) {
    const Budgets exact{
        .file_bytes = 1 << 20, .parameters = 216, .weight_bytes = 864, .macs = 7776, .nodes = 1};
    EXPECT_TRUE(judged(kConvolution, exact).empty());
    EXPECT_TRUE(judged(kConvolution, {}).empty()) << "no budget, no finding";
}

TEST(B01, WhatDependsOnAnOpenDimensionIsNotTakenForKept) {
    const auto macs = judged(kOpenBatch, {.macs = 1'000'000});
    ASSERT_EQ(macs.size(), 1);
    EXPECT_EQ(macs[0].severity, Severity::kWarning);
    EXPECT_TRUE(contains(macs[0].message, "cannot be told")) << macs[0].message;
    EXPECT_TRUE(judged(kOpenBatch, {.parameters = 216}).empty()) << "weights do not depend on the batch";
    EXPECT_TRUE(contains(judged(kOpenBatch, {.peak_activation_bytes = 1}).at(0).message, "N is open"));
}

}  // namespace
}  // namespace netloupe::lint
