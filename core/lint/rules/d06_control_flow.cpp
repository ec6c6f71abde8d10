#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_control_flow(const GraphFacts& graph, NodeId node, const targets::NodeVerdict& verdict,
                     const targets::Reason& reason) {
    const TensorId condition = graph.input(node, 0);
    return verdict.verdict == targets::Verdict::kUnsupported && reason.topic == targets::Topic::kOperator &&
           graph.has(node, OpTraits::kControlFlow) && !(condition.valid() && graph.is_constant(condition));
}

/// Nodes in the graphs that these hold, with those that are in them again.
size_t nodes_inside(const Model& model, const TargetGroup& group) {
    std::vector<bool> inside(model.graphs.size(), false);
    size_t count = 0;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const Graph& graph = model.graphs[g];
        if (!graph.parent.valid()) continue;
        inside[g] =
            inside[graph.parent.index()] ||
            (graph.parent == group.graph && std::ranges::find(group.nodes, graph.owner) != group.nodes.end());
        if (inside[g]) count += graph.nodes.size();
    }
    return count;
}

void check(Context& context) {
    for (TargetGroup& group : target_groups(context, is_control_flow)) {
        const GraphFacts& graph = context.facts().graph(group.graph);
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} does not run {}: it and {} nodes in its bodies stay on the processor.",
                                   group.on->target->id, first_of(graph, group.nodes),
                                   nodes_inside(context.model(), group)),
            .fix = "Unroll the loop or choose the branch when exporting.",
            .graph = group.graph,
            .node = group.nodes[0],
            .nodes = group.nodes.size() > 1 ? group.nodes : std::vector<NodeId>(),
        });
    }
}

}  // namespace

extern const Rule d06_control_flow;
const Rule d06_control_flow{
    .id = "D06",
    .name = "control-flow",
    .summary = "The target does not run control flow.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target, finds nodes of control flow (If, Loop, Scan, WHILE and the like) "
                    "that the target does not run, and counts the nodes in their bodies.",
            .why =
                "The node and all that its bodies hold stay on the processor, and the node cuts the model.",
            .not_a_problem = "An If whose condition is constant: a runtime removes it.",
            .fix = "Unroll the loop or choose the branch when exporting.",
            .example = "```\nLoop with a body of 40 nodes, for NNAPI\n```",
            .source = "ONNX Runtime's mobile usability checker. The tables of `core/targets/data`, each with "
                      "its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
