#include <fmt/core.h>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

void check_tensor(Context& context, const GraphFacts& graph, TensorId id) {
    if (graph.is_constant(id) || !is_quantized(graph, id) || is_packed(graph, id)) return;
    const Tensor& tensor = graph.tensor(id);
    const Quantization& quantization = context.model().quantization(tensor.quantization);
    const QuantParameters* parameters = context.parameters(tensor);
    // Blocks are how caches of attention are quantized.
    if (parameters == nullptr || quantization.scheme != QuantizationScheme::kPerAxis) return;
    if (parameters->scales.size() < 2) return;
    const bool tflite = context.model().format == Format::kTflite;
    context.report({
        .severity = tflite ? context.severity() : Severity::kWarning,
        .message = fmt::format("The activation {} has {} scales along axis {}: {}", graph.label(id),
                               parameters->scales.size(), quantization.axis,
                               tflite ? "kernels read the first one for all channels, or refuse the model."
                                      : "integer kernels and accelerators need a single one, and the "
                                        "operators around it run in float."),
        .fix = "Quantize activations with one scale; only weights have one for each channel.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_tensor([&](const GraphFacts& graph, TensorId id) { check_tensor(context, graph, id); });
}

}  // namespace

extern const Rule q29_activation_per_channel;
const Rule q29_activation_per_channel{
    .id = "Q29",
    .name = "activation-per-channel",
    .summary = "An activation is quantized per channel.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds quantized values that are not constant and have more than one scale along an axis. "
                "An error in TensorFlow Lite, a warning in ONNX.",
            .why = "A sum over channels cannot be done in integers when each has a scale of its own, so "
                   "kernels expect one scale for an activation.",
            .not_a_problem = "Weights and biases, also where a QuantizeLinear makes them of float constants; "
                             "block-wise quantization.",
            .fix = "Calibrate activations per tensor.",
            .example = "`QuantizeLinear(x, [0.1 0.2 0.3])` on an input of 3 channels.",
            .source = "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
