#include <fmt/core.h>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// A scalar of a shape computation costs nothing.
bool is_helper(const Context& context, const GraphFacts& graph, TensorId id) {
    const auto extents = extents_of(context, graph, id);
    return extents && extents->empty();
}

void check_graph(Context& context, const GraphFacts& graph) {
    std::vector<NodeId> nodes;
    TensorId first;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (graph.is_foldable(node)) continue;
        for (const TensorId output : graph.outputs(node)) {
            if (!output.valid() || type_of(context, graph, output) != DataType::kFloat64) continue;
            if (is_helper(context, graph, output)) continue;
            if (nodes.empty()) first = output;
            nodes.push_back(node);
            break;
        }
    }
    if (nodes.empty()) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} node{} compute{} in float64 ({}), beginning with {}: it takes twice the memory and "
            "many times the time of float32, and accelerators do not have it.",
            nodes.size(), nodes.size() == 1 ? "" : "s", nodes.size() == 1 ? "s" : "", list_of(graph, nodes),
            graph.label(first)),
        .fix = "Use float32.",
        .graph = graph.id(),
        .node = nodes.front(),
        .tensor = first,
        .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule n05_float64;
const Rule n05_float64{
    .id = "N05",
    .name = "float64",
    .summary = "Activations are float64.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds nodes whose results are float64 tensors (declared or inferred) that depend on an "
                    "input.",
            .why = "TensorRT, Core ML and mobile providers do not support float64, and processors need twice "
                   "the "
                   "memory bandwidth. It mostly comes from a NumPy constant or a Python float that was not "
                   "cast.",
            .not_a_problem = "Scalars of shape computations, and constants that are folded.",
            .fix = "Cast the constants and inputs to float32 before exporting.",
            .example = "`Mul(Cast(x, to=double), 0.1:double)`",
            .source = "https://github.com/onnx/onnx-tensorrt/blob/main/docs/operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
