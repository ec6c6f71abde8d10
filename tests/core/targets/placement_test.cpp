#include "targets/placement.h"

#include "judging.h"

namespace netloupe::targets::test {
namespace {

/// A target that runs Relu and Add, and not Abs.
Target relu_target(const std::string& cutting, const std::string& members = "") {
    return mine("\"cutting\": \"" + cutting + "\", " + members +
                R"("operators": [{"ops": ["Relu", "Add", "MatMul"]}])");
}

struct Placed {
    Judged judged;
    Placement placement;

    /// "0 1 | 3": the nodes of each partition; those that are not taken in parentheses.
    [[nodiscard]] std::string parts() const {
        std::string text;
        for (const Partition& part : placement.partitions) {
            if (!text.empty()) text += " | ";
            std::string nodes;
            for (const NodeId node : part.nodes)
                nodes += (nodes.empty() ? "" : " ") + std::to_string(node.value);
            text += part.taken ? nodes : "(" + nodes + ")";
        }
        return text;
    }
    [[nodiscard]] std::string to_replace() const {
        std::string text;
        for (const NodeId node : placement.to_replace)
            text += (text.empty() ? "" : " ") + std::to_string(node.value);
        return text;
    }
};

Placed put(Target target, const std::string& lines) {
    Judged judged = judge(std::move(target), "onnx opset=13\ninput x:float32[2,3]\n" + lines);
    const Meaning meaning(judged.model);
    const infer::Shapes shapes = infer::infer_shapes(judged.model, meaning);
    const cost::Costs costs = cost::count_costs(judged.model, meaning, shapes);
    Placement placement = place(judged.model, GraphId(0U), judged.target, judged.assessment, shapes, &costs);
    return {std::move(judged), std::move(placement)};
}

constexpr const char* kChain = "Relu(x) -> a\nRelu(a) -> b\nAbs(b) -> c\nRelu(c) -> d\noutput d\n";

/// Branches of which one is not taken: whoever merged 0 and 3 would make a cycle over 1.
constexpr const char* kDiamond = "Relu(x) -> a\nAbs(a) -> b\nRelu(a) -> c\nAdd(b, c) -> d\noutput d\n";

/// The processor's node stands before all that reads it, beside a first node of the target.
constexpr const char* kHead = "Relu(x) -> a\nAbs(x) -> b\nAdd(a, b) -> c\noutput c\n";

TEST(Placement, CutsAChain) {
    for (const char* cutting : {"delegate", "provider"}) {
        const Placed placed = put(relu_target(cutting), kChain);
        EXPECT_EQ(placed.parts(), "0 1 | 3") << cutting;
        EXPECT_EQ(placed.to_replace(), "2");
        EXPECT_EQ(placed.placement.on_target, 3U);
        EXPECT_DOUBLE_EQ(placed.placement.node_share(), 0.75);
    }
}

TEST(Placement, MakesNoCycleOfADiamond) {
    for (const char* cutting : {"delegate", "provider"}) {
        const Placed placed = put(relu_target(cutting), kDiamond);
        EXPECT_EQ(placed.parts(), "0 2 | 3") << cutting;
        EXPECT_EQ(placed.to_replace(), "1");
    }
}

TEST(Placement, DelegatesFollowTheOrderOfExecution) {
    // ONNX Runtime runs others' nodes that do not read from the part while the part grows.
    EXPECT_EQ(put(relu_target("provider"), kHead).parts(), "0 2");
    EXPECT_EQ(put(relu_target("provider"), kHead).to_replace(), "");
    // TensorFlow Lite gives the target its turn first, then the processor: what leads into the second part
    // cuts.
    EXPECT_EQ(put(relu_target("delegate"), kHead).parts(), "0 | 2");
    EXPECT_EQ(put(relu_target("delegate"), kHead).to_replace(), "1");
    const char* const head_first = "Abs(x) -> b\nRelu(x) -> a\nAdd(a, b) -> c\noutput c\n";
    EXPECT_EQ(put(relu_target("delegate"), head_first).parts(), "1 2");
}

TEST(Placement, PartsNeedNotBeConnected) {
    const char* const branches = "Relu(x) -> a\nRelu(x) -> b\nAbs(a) -> c\nAbs(b) -> d\noutput c\noutput d\n";
    EXPECT_EQ(put(relu_target("delegate"), branches).parts(), "0 1");
    EXPECT_EQ(put(relu_target("provider"), branches).parts(), "0 1");
}

TEST(Placement, WhatStandsAtTheEndsNeedNoReplacement) {
    const Placed placed =
        put(relu_target("provider"), "Abs(x) -> a\nRelu(a) -> b\nRelu(b) -> c\nAbs(c) -> d\noutput d\n");
    EXPECT_EQ(placed.parts(), "1 2");
    EXPECT_EQ(placed.to_replace(), "");
}

TEST(Placement, EndsAtTheFirstFailure) {
    const Placed placed = put(relu_target("first-failure"), kChain);
    EXPECT_EQ(placed.parts(), "0 1");
    EXPECT_EQ(placed.to_replace(), "2");
    EXPECT_EQ(put(relu_target("first-failure"), "Abs(x) -> a\nRelu(a) -> b\noutput b\n").parts(), "");
    EXPECT_EQ(put(relu_target("first-failure"), "Relu(x) -> a\nAbs(a) -> b\noutput b\n").to_replace(), "");
}

TEST(Placement, LeavesSmallAndSurplusPartsToTheProcessor) {
    EXPECT_EQ(put(relu_target("delegate", "\"minNodes\": 2, "), kChain).parts(), "0 1 | (3)");
    const Placed one = put(relu_target("delegate", "\"maxPartitions\": 1, "), kChain);
    EXPECT_EQ(one.parts(), "0 1 | (3)");
    EXPECT_EQ(one.placement.taken, 1U);
    EXPECT_EQ(one.placement.on_target, 2U);
}

TEST(Placement, CountsBytesThatCrossABorderOnce) {
    const Placed placed = put(relu_target("provider"), kDiamond);
    const auto& parts = placed.placement.partitions;
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].bytes_in, 24U);   // x, two by three of four bytes.
    EXPECT_EQ(parts[0].bytes_out, 48U);  // a for Abs, c for Add.
    EXPECT_EQ(parts[1].bytes_in, 48U);
    EXPECT_EQ(parts[1].bytes_out, 24U);
    EXPECT_EQ(parts[1].unknown, 0U);
}

TEST(Placement, CountsMacs) {
    const Placed placed =
        put(relu_target("provider"),
            "const w:float32[3,4]\nconst v:int8[4,2]\nMatMul(x, w) -> a\nAbs(a) -> b\noutput b\n");
    EXPECT_EQ(placed.placement.macs, 24U);
    EXPECT_EQ(placed.placement.mac_share(), 1.0);
    EXPECT_EQ(put(relu_target("provider"), kChain).placement.mac_share(), std::nullopt);
}

TEST(Placement, FoldedNodesCountNowhere) {
    const Placed placed = put(relu_target("provider"),
                              "const k:float32[2,3]\nAbs(k) -> l\nRelu(x) -> a\nAdd(a, l) -> b\noutput b\n");
    EXPECT_EQ(placed.parts(), "1 2");
    EXPECT_EQ(placed.placement.nodes, 2U);
    EXPECT_EQ(placed.placement.partitions[0].bytes_in, 24U);
}

TEST(Placement, NodesWaitForWhatTheirBodiesCapture) {
    const Placed placed = put(relu_target("delegate"), R"(input c:boolean[]
Relu(x) -> a
If(c) -> y { then_branch=@p else_branch=@q }
Relu(y) -> z
output z
graph p
Abs(a) -> r
output r
graph q
Abs(a) -> s
output s
)");
    EXPECT_EQ(placed.parts(), "0 | 2");
    EXPECT_EQ(placed.to_replace(), "1");
    EXPECT_EQ(placed.placement.partitions[0].bytes_out, 24U);
}

TEST(Placement, BearsALoopOfNodes) {
    const Placed placed =
        put(relu_target("provider"), "Add(x, b) -> a\nRelu(a) -> b\nRelu(x) -> c\noutput c\n");
    EXPECT_EQ(placed.parts(), "2");
}

TEST(Placement, ReplacementsMakeOnePartition) {
    // Every third node is one that the target does not run, and branches join at random.
    std::string lines;
    uint32_t seed = 7;
    const auto pick = [&](uint32_t below) {
        seed = seed * 1664525U + 1013904223U;
        const uint32_t drawn = (seed >> 8) % below;
        return drawn == 0 ? std::string("x") : "t" + std::to_string(drawn - 1);
    };
    for (uint32_t n = 0; n < 60; ++n)
        lines += fmt::format("{}({}) -> t{}\n", n % 3 == 2 ? "Abs" : "Relu", pick(n + 1), n);
    lines += "output t59\n";
    for (const char* cutting : {"delegate", "provider"}) {
        Placed placed = put(relu_target(cutting), lines);
        ASSERT_GT(placed.placement.partitions.size(), 1U);
        for (const NodeId node : placed.placement.to_replace)
            placed.judged.assessment.graphs[0][node.index()].verdict = Verdict::kSupported;
        const infer::Shapes shapes = infer::infer_shapes(placed.judged.model, Meaning(placed.judged.model));
        const Placement after =
            place(placed.judged.model, GraphId(0U), placed.judged.target, placed.judged.assessment, shapes);
        EXPECT_EQ(after.partitions.size(), 1U) << cutting;
    }
}

}  // namespace
}  // namespace netloupe::targets::test
