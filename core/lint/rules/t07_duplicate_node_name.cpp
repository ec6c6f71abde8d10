#include <fmt/core.h>

#include <unordered_map>

#include "context.h"

namespace netloupe::lint {

namespace {

void check_graph(Context& context, const GraphFacts& graph) {
    std::unordered_map<uint32_t, NodeId> named;
    std::vector<NodeId> repeated;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const StringId name = graph.node(NodeId(n)).name;
        if (context.model().text(name).empty()) continue;
        if (!named.try_emplace(name.value, NodeId(n)).second) repeated.push_back(NodeId(n));
    }
    if (repeated.empty()) return;
    const NodeId first = named[graph.node(repeated.front()).name.value];
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} nodes bear a name that another node has, beginning with {}, as {}: tools that find "
            "nodes by name (profilers, quantizers, surgery scripts) mix them up.",
            repeated.size(), graph.label(repeated.front()), graph.label(first)),
        .fix = "Give every node a name of its own, or none.",
        .graph = graph.id(),
        .node = repeated.front(),
        .nodes = repeated.size() == 1 ? std::vector<NodeId>() : repeated,
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule t07_duplicate_node_name;
const Rule t07_duplicate_node_name{
    .id = "T07",
    .name = "duplicate-node-name",
    .summary = "Several nodes have the same name.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Compares the names of the nodes of each graph; nodes without a name do not count.",
            .why = "Quantizers take lists of nodes to leave out, profilers and debuggers report by name: "
                   "with equal "
                   "names they treat the wrong node, or all of them.",
            .not_a_problem = "Equal names in different subgraphs.",
            .fix = "Rename the nodes.",
            .example = "Two Conv nodes named `Conv_0`.",
            .source = "https://github.com/NVIDIA/TensorRT/blob/main/tools/Polygraphy/polygraphy/tools/check/"
                      "subtool/"
                      "lint.py",
        },
    .check = check,
};

}  // namespace netloupe::lint
