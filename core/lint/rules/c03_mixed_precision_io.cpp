#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// The node casts between float32 and float16, in that direction or the other.
bool casts(const Context& context, const GraphFacts& graph, NodeId node, DataType from, DataType to) {
    return graph.kind(node) == OpKind::kCast && type_of(context, graph, graph.input(node, 0)) == from &&
           type_of(context, graph, graph.output(node)) == to;
}

/// Casts that all readers of a float32 input are.
std::vector<NodeId> casts_of_inputs(const Context& context, const GraphFacts& graph) {
    std::vector<NodeId> found;
    for (const TensorId input : graph.graph().inputs) {
        if (!input.valid()) continue;
        const auto uses = graph.graph().consumers(graph.tensor(input));
        const bool all = std::ranges::all_of(uses, [&](const Use& use) {
            return casts(context, graph, use.node, DataType::kFloat32, DataType::kFloat16);
        });
        if (!all) continue;
        for (const Use& use : uses) found.push_back(use.node);
    }
    return found;
}

std::vector<NodeId> casts_of_outputs(const Context& context, const GraphFacts& graph) {
    std::vector<NodeId> found;
    for (const TensorId output : graph.graph().outputs) {
        const NodeId producer = output.valid() ? graph.tensor(output).producer : NodeId();
        if (producer.valid() && casts(context, graph, producer, DataType::kFloat16, DataType::kFloat32))
            found.push_back(producer);
    }
    return found;
}

void check(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    std::vector<NodeId> nodes = casts_of_inputs(context, graph);
    const std::vector<NodeId> behind = casts_of_outputs(context, graph);
    if (nodes.empty() || behind.empty()) return;
    nodes.insert(nodes.end(), behind.begin(), behind.end());
    context.report({
        .severity = context.severity(),
        .message = fmt::format("The network computes in float16, but takes and gives float32: {} cast every "
                               "frame.",
                               list_of(graph, nodes)),
        .fix = "Give the model float16 inputs and outputs where the application has such values.",
        .graph = graph.id(),
        .node = nodes.front(),
        .nodes = nodes,
    });
}

}  // namespace

extern const Rule c03_mixed_precision_io;
const Rule c03_mixed_precision_io{
    .id = "C03",
    .name = "mixed-precision-io",
    .summary = "Inputs and outputs are float32 around a network in float16.",
    .severity = Severity::kInfo,
    .formats = kTflite,
    .documentation =
        {
            .what = "Finds models whose float32 inputs are only cast to float16, and whose outputs are cast "
                    "back.",
            .why = "Accelerators that compute in float16 take such values as they are; the casts run on the "
                   "processor for every frame.",
            .not_a_problem = "An application that has float32 anyway. ONNX models keep float32 there on "
                             "purpose (keep_io_types).",
            .fix = "Convert with float16 inputs and outputs.",
            .example = "```\nx:float32 -> CAST -> CONV_2D (float16) -> CAST -> y:float32\n```",
            .source = "https://apple.github.io/coremltools/docs-guides/source/typed-execution.html",
        },
    .check = check,
};

}  // namespace netloupe::lint
