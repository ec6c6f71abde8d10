#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "node_list.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

/// A uint8 activation between two operators, with a zero point of its own.
bool is_legacy(const Context& context, const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    if (tensor.dtype != DataType::kUint8 || graph.is_constant(id) || !is_quantized(graph, id)) return false;
    if (!tensor.producer.valid() || tensor.consumers.count == 0) return false;
    // An image that is only converted, or bytes that are made for a result.
    if (graph.kind(tensor.producer) == OpKind::kQuantize) return false;
    const auto uses = graph.graph().consumers(tensor);
    if (std::ranges::all_of(uses, [&](const Use& use) { return graph.has(use.node, OpTraits::kQuantize); }))
        return false;
    const QuantParameters* parameters = context.parameters(tensor);
    return parameters != nullptr && parameters->zero_point(0) != 0;
}

void check_graph(Context& context, const GraphFacts& graph) {
    std::vector<NodeId> producers;
    TensorId first;
    for (size_t t = 0; t < graph.graph().tensors.size(); ++t) {
        const TensorId id(t);
        if (!is_legacy(context, graph, id)) continue;
        if (!first.valid()) first = id;
        producers.push_back(graph.tensor(id).producer);
    }
    if (producers.empty()) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} activations are asymmetric uint8, the scheme that int8 has replaced, first "
                        "behind {}: newer kernels and delegates do not take it, or only when asked.",
                        producers.size(), list_of(graph, producers, 1)),
        .fix = "Quantize again to int8 with a current converter.",
        .graph = graph.id(),
        .node = producers.front(),
        .tensor = first,
        .nodes = producers.size() > 1 ? producers : std::vector<NodeId>(),
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule q16_legacy_uint8;
const Rule q16_legacy_uint8{
    .id = "Q16",
    .name = "legacy-uint8",
    .summary = "Activations are quantized in the older uint8 scheme.",
    .severity = Severity::kWarning,
    .formats = kTflite,
    .documentation =
        {
            .what = "Finds uint8 activations with a zero point other than 0 between the operators of a "
                    "TensorFlow Lite graph, and reports them together.",
            .why = "Converters have written int8 since 2019. Operators that were added later have no uint8 "
                   "kernel, XNNPACK takes the type only when it is switched on, and weights cannot be scaled "
                   "per channel in it.",
            .not_a_problem = "uint8 at inputs and outputs, where a QUANTIZE follows or precedes: that is how "
                             "images come.",
            .fix = "Convert again to int8.",
            .example =
                "`CONV_2D` with an output `y:uint8[1,112,112,32] (0.023, 112)` that another layer reads.",
            .source = "https://ai.google.dev/edge/litert/models/model_optimization, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/delegates/xnnpack/README.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
