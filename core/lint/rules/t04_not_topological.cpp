#include <fmt/core.h>

#include "context.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// Nodes that read what this or a later node gives.
std::vector<NodeId> early_nodes(const GraphFacts& graph) {
    std::vector<NodeId> early;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        for (const TensorId input : graph.inputs(NodeId(n))) {
            const NodeId producer = input.valid() ? graph.tensor(input).producer : NodeId();
            if (!producer.valid() || producer.index() < n) continue;
            early.push_back(NodeId(n));
            break;
        }
    }
    return early;
}

/// Nodes that wait for each other, or for such nodes.
std::vector<NodeId> stuck_nodes(const GraphFacts& graph) {
    const size_t count = graph.graph().nodes.size();
    std::vector<uint32_t> waiting(count);
    std::vector<NodeId> ready;
    for (size_t n = 0; n < count; ++n) {
        for (const TensorId input : graph.inputs(NodeId(n))) {
            if (input.valid() && graph.tensor(input).producer.valid()) ++waiting[n];
        }
        if (waiting[n] == 0) ready.push_back(NodeId(n));
    }
    while (!ready.empty()) {
        const NodeId node = ready.back();
        ready.pop_back();
        for (const TensorId output : graph.outputs(node)) {
            if (!output.valid() || graph.tensor(output).producer != node) continue;
            for (const Use& use : graph.graph().consumers(graph.tensor(output))) {
                if (--waiting[use.node.index()] == 0) ready.push_back(use.node);
            }
        }
    }
    std::vector<NodeId> stuck;
    for (size_t n = 0; n < count; ++n) {
        if (waiting[n] > 0) stuck.push_back(NodeId(n));
    }
    return stuck;
}

void check_graph(Context& context, const GraphFacts& graph) {
    std::vector<NodeId> nodes = early_nodes(graph);
    if (nodes.empty()) return;
    std::vector<NodeId> stuck = stuck_nodes(graph);
    const bool cycle = !stuck.empty();
    if (cycle) nodes = std::move(stuck);
    context.report({
        .severity = context.severity(),
        .message =
            cycle
                ? fmt::format("The graph has a cycle: {} nodes wait for their own results ({}), and nothing "
                              "can run them.",
                              nodes.size(), list_of(graph, nodes))
                : fmt::format("{} nodes stand before a node whose result they read ({}): ONNX asks for "
                              "producers first, and checkers and some runtimes refuse the model.",
                              nodes.size(), list_of(graph, nodes)),
        .fix = cycle ? "Cut the cycle; a state that comes back belongs into a Loop or Scan."
                     : "Sort the nodes topologically.",
        .graph = graph.id(),
        .node = nodes.front(),
        .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule t04_not_topological;
const Rule t04_not_topological{
    .id = "T04",
    .name = "not-topological",
    .summary = "A node stands before the node whose result it reads, or the graph has a cycle.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Compares the place of every node in its graph with those of the producers of its "
                    "inputs. Where "
                    "some stand later, it also looks for cycles.",
            .why = "ONNX requires that nodes are sorted topologically. Checkers refuse other files, and "
                   "runtimes that "
                   "run the nodes in their order fail. A cycle cannot be run at all.",
            .not_a_problem =
                "ONNX Runtime sorts the nodes itself, so that an unsorted model without a cycle may run "
                "there.",
            .fix = "Sort the nodes topologically when the graph was edited by hand.",
            .example = "```\nRelu(a) -> y\nConv(x, w) -> a\n```",
            .source = "https://github.com/onnx/onnx/blob/main/docs/IR.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
