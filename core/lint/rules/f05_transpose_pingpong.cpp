#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "node_list.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-share", 0.2, "Share of a graph's nodes that may be transposes."},
    {"min-transposes", 10, "Transposes below which the share says nothing."},
};

/// Gives element i of its output from element i of the value alone, so that a transpose may cross it.
bool can_be_crossed(const GraphFacts& graph, NodeId node, TensorId value) {
    const bool moves_nothing = graph.has(node, OpTraits::kElementwise) ||
                               graph.kind(node) == OpKind::kIdentity ||
                               graph.has(node, OpTraits::kQuantize) || graph.has(node, OpTraits::kDequantize);
    if (!moves_nothing || graph.outputs(node).size() != 1) return false;
    return std::ranges::all_of(graph.inputs(node), [&](TensorId input) {
        return !input.valid() || input == value || graph.is_constant(input);
    });
}

/// The transpose that undoes `first`, on the only way that the values take from it.
NodeId undoing(const GraphFacts& graph, NodeId first, const std::vector<int64_t>& permutation) {
    static constexpr int kMostSteps = 16;
    TensorId value = graph.output(first);
    for (int step = 0; step < kMostSteps && value.valid(); ++step) {
        const NodeId next = graph.only_consumer(value);
        if (!next.valid()) return {};
        if (graph.kind(next) == OpKind::kTranspose) {
            const auto second = permutation_of(graph, next);
            if (!second || second->size() != permutation.size()) return {};
            std::vector<int64_t> both;
            for (const int64_t dim : *second) both.push_back(permutation[static_cast<size_t>(dim)]);
            return is_identity(both) ? next : NodeId();
        }
        if (!can_be_crossed(graph, next, value)) return {};
        value = graph.output(next);
    }
    return {};
}

/// Swaps the heads and the sequence of an attention, which its matrix products need.
bool is_of_attention(const GraphFacts& graph, NodeId node) {
    const auto permutation = permutation_of(graph, node);
    if (!permutation || permutation->size() < 2) return false;
    const auto feeds_product = [&](TensorId value) {
        return std::ranges::any_of(graph.graph().consumers(graph.tensor(value)), [&](const Use& use) {
            return graph.kind(use.node) == OpKind::kMatMul || graph.kind(use.node) == OpKind::kMul;
        });
    };
    const bool heads = *permutation == std::vector<int64_t>{0, 2, 1, 3};
    return heads || feeds_product(graph.output(node));
}

void report_pairs(Context& context, const GraphFacts& graph, const std::vector<NodeId>& pairs) {
    const size_t count = pairs.size() / 2;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} pair{} of transposes cancel{} out ({}): each copies the whole tensor, and nothing "
            "between needs the other layout.",
            count, count == 1 ? "" : "s", count == 1 ? "s" : "", list_of(graph, pairs, 2)),
        .fix = fmt::format("Remove the {} cancelling transposes.", pairs.size()),
        .graph = graph.id(),
        .node = pairs.front(),
        .nodes = pairs,
    });
}

void check_share(Context& context, const GraphFacts& graph, std::vector<NodeId> transposes) {
    std::erase_if(transposes,
                  [&](NodeId node) { return !graph.is_backbone(node) || is_of_attention(graph, node); });
    const auto count = static_cast<double>(transposes.size());
    const size_t all = graph.graph().nodes.size();
    if (count < context.parameter("min-transposes")) return;
    if (count <= context.parameter("max-share") * static_cast<double>(all)) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} of the graph's {} nodes are transposes: it was converted from another layout, and "
            "spends its time on copying.",
            transposes.size(), all),
        .fix = "Convert with a tool that changes the layout of the whole graph at once.",
        .graph = graph.id(),
        .node = transposes.front(),
        .nodes = transposes,
    });
}

void check_graph(Context& context, const GraphFacts& graph) {
    std::vector<NodeId> transposes;
    std::vector<NodeId> pairs;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (graph.kind(node) != OpKind::kTranspose || graph.is_foldable(node)) continue;
        transposes.push_back(node);
        const auto permutation = permutation_of(graph, node);
        if (!permutation || is_identity(*permutation) || (!pairs.empty() && pairs.back() == node)) continue;
        const NodeId second = undoing(graph, node, *permutation);
        if (second.valid()) pairs.insert(pairs.end(), {node, second});
    }
    if (!pairs.empty()) return report_pairs(context, graph, pairs);
    check_share(context, graph, std::move(transposes));
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule f05_transpose_pingpong;
const Rule f05_transpose_pingpong{
    .id = "F05",
    .name = "transpose-pingpong",
    .summary = "Transposes undo each other.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds two transposes whose permutations cancel, with nothing or only elementwise operators "
                "on a "
                "single path between; and graphs in which more than a fifth of the nodes are transposes of "
                "activations.",
            .why = "A converter that changes the layout of every operator for itself (NCHW to NHWC and back) "
                   "leaves "
                   "pairs. Each transpose copies a whole tensor, and many accelerators do not run it at all.",
            .not_a_problem =
                "The transposes around the matrix products of an attention, and one real change of layout "
                "at an input or output.",
            .fix = "Remove the pairs; simplifiers do (onnxsim, onnx2tf instead of onnx-tensorflow).",
            .example = "```\nTRANSPOSE (0,3,1,2) -> TRANSPOSE (0,2,3,1) -> CONV_2D\n```",
            .source = "https://github.com/onnx/onnx-tensorflow/issues/782, "
                      "https://github.com/google-coral/edgetpu/issues/342",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
