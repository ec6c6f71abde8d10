#include <fmt/core.h>

#include "context.h"
#include "damage_kind.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// Does something besides giving results: keeps state, runs graphs that may, or nobody knows.
bool has_effects(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kStateful) || graph.has(node, OpTraits::kControlFlow)) return true;
    return graph.schema(node) == nullptr && graph.outputs(node).empty();
}

/// Nodes from which no way leads to a graph output.
std::vector<NodeId> dead_nodes(const GraphFacts& graph) {
    const size_t count = graph.graph().nodes.size();
    std::vector<uint8_t> alive(count);
    std::vector<NodeId> open;
    const auto wake = [&](NodeId node) {
        if (!node.valid() || alive[node.index()] != 0) return;
        alive[node.index()] = 1;
        open.push_back(node);
    };
    for (size_t n = 0; n < count; ++n) {
        const NodeId node(n);
        if (has_effects(graph, node)) wake(node);
        for (const TensorId output : graph.outputs(node)) {
            if (!output.valid()) continue;
            // A second producer of a value is T03's matter.
            const bool second = graph.tensor(output).producer != node;
            if (second || graph.is_graph_output(output) || graph.is_used_inside(output)) wake(node);
        }
    }
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const TensorId input : graph.inputs(node)) {
            if (input.valid()) wake(graph.tensor(input).producer);
        }
    }
    std::vector<NodeId> dead;
    for (size_t n = 0; n < count; ++n) {
        if (alive[n] == 0) dead.push_back(NodeId(n));
    }
    return dead;
}

void check_graph(Context& context, const GraphFacts& graph) {
    if (graph.graph().kind == GraphKind::kTraining || graph.graph().outputs.empty()) return;
    std::vector<NodeId> dead = dead_nodes(graph);
    if (dead.empty()) return;
    const bool one = dead.size() == 1;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} of the graph's {} nodes lead{} to no output: {}. {} space, and time where the "
                        "runtime does not remove {}.",
                        dead.size(), graph.graph().nodes.size(), one ? "s" : "", list_of(graph, dead),
                        one ? "It takes" : "They take", one ? "it" : "them"),
        .fix = one ? "Remove the node." : fmt::format("Remove the {} dead nodes.", dead.size()),
        .graph = graph.id(),
        .node = dead.front(),
        .nodes = one ? std::vector<NodeId>() : dead,
    });
}

void check(Context& context) {
    if (is_damaged(context.model())) return;
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule t01_dead_node;
const Rule t01_dead_node{
    .id = "T01",
    .name = "dead-node",
    .summary = "No way leads from a node to an output of the graph.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Walks from the outputs of every graph backwards and lists the nodes that are never reached.",
            .why = "Dead nodes come from exports that cut the model, and from forgotten outputs. Not every "
                   "runtime "
                   "removes them; and a result that was meant to be an output may be among them.",
            .not_a_problem =
                "Operators that keep state or have effects (assignments to variables, printing), control "
                "flow, and values that the body of a loop or a branch uses. Every subgraph of a TensorFlow "
                "Lite model has its own outputs.",
            .fix = "Remove the nodes (constant folders and simplifiers do), or declare the missing output.",
            .example = "```\nConv -> Relu -> output\n     -> Sigmoid (used by nothing)\n```",
            .source = "https://github.com/onnx/optimizer (eliminate_deadend), "
                      "https://github.com/NVIDIA/TensorRT/blob/main/tools/Polygraphy/polygraphy/tools/check/"
                      "subtool/"
                      "lint.py",
        },
    .check = check,
};

}  // namespace netloupe::lint
