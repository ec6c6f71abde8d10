#include <fmt/core.h>

#include "context.h"
#include "node_list.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-share", 0.8,
     "Share of the layers whose weights alone are quantized, from which the model is meant."},
};

struct Layers {
    size_t count = 0;
    std::vector<NodeId> hybrid;
};

/// The weights are stored as integers, the activation is float.
bool is_hybrid(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kIntegerKernel)) return false;
    const auto layer = quantized_layer(graph, node);
    if (!layer || layer->input.valid() || is_packed(graph, layer->weights)) return false;
    const TensorId input = graph.input(node, 0);
    if (!input.valid() || graph.is_constant(input)) return false;
    const DataType dtype = graph.tensor(input).dtype;
    return is_floating(dtype) || (dtype == DataType::kUnknown && graph.model().format != Format::kTflite);
}

Layers layers_of(const GraphFacts& graph) {
    Layers layers;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (!is_weighted_layer(graph.kind(node)) || graph.is_foldable(node)) continue;
        ++layers.count;
        if (is_hybrid(graph, node)) layers.hybrid.push_back(node);
    }
    return layers;
}

/// A chosen target that does not take the layer because its activations are float; null without one.
const targets::Target* refusing_target(Context& context, GraphId graph, NodeId layer) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        for (const targets::Reason& reason : on.assessment.reasons_of(on.assessment.node(graph, layer))) {
            const bool float_only = reason.topic == targets::Topic::kType && reason.tensor.valid() &&
                                    is_floating(context.model().graph(graph).tensor(reason.tensor).dtype);
            if (reason.kind == targets::Reason::Kind::kBroken && float_only) return on.target.get();
        }
    }
    return nullptr;
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) {
        const Layers layers = layers_of(graph);
        const auto hybrid = static_cast<double>(layers.hybrid.size());
        if (layers.hybrid.empty() ||
            hybrid < context.parameter("min-share") * static_cast<double>(layers.count))
            return;
        const targets::Target* target = refusing_target(context, graph.id(), layers.hybrid.front());
        context.report({
            .severity = target != nullptr ? Severity::kWarning : context.severity(),
            .message = fmt::format(
                "Of {} of {} layers only the weights are quantized, the activations are float ({}): "
                "the file is smaller, but {} quantized activations too.",
                layers.hybrid.size(), layers.count, list_of(graph, layers.hybrid),
                target != nullptr ? target->id + " needs" : "accelerators for integers need"),
            .fix = "For an integer accelerator quantize the activations as well: calibrate with a "
                   "representative data "
                   "set.",
            .graph = graph.id(),
            .node = layers.hybrid.front(),
            .nodes = layers.hybrid.size() == 1 ? std::vector<NodeId>() : layers.hybrid,
        });
    });
}

}  // namespace

extern const Rule q03_hybrid_weights_only;
const Rule q03_hybrid_weights_only{
    .id = "Q03",
    .name = "hybrid-weights-only",
    .summary = "Only the weights are quantized.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Counts layers with integer weights and float activations (dynamic-range quantization in "
                    "TensorFlow "
                    "Lite, dequantized weights in ONNX), and tells when they are at least 80 % of the "
                    "layers. With a chosen target that refuses float "
                    "activations it is a warning.",
            .why = "Such a model runs on processors that quantize activations as they go. Edge TPU, Ethos-U "
                   "and other "
                   "integer-only accelerators reject it.",
            .not_a_problem =
                "When the model runs on a CPU or GPU; language models with packed weights (MatMulNBits).",
            .fix = "Calibrate with a representative data set and quantize the activations.",
            .example = "`FULLY_CONNECTED (x:float32, w:int8) -> y:float32`",
            .source = "https://coral.ai/docs/edgetpu/models-intro/, "
                      "https://ai.google.dev/edge/litert/models/model_optimization",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
