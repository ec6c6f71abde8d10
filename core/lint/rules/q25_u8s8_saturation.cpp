#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "layer_channels.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"x86-without-vnni", 0, "1 when the model runs on x86 processors without VNNI instructions."},
    {"max-magnitude", 64, "Weights up to that cannot saturate."},
};

/// The integers that the layer multiplies with its weights.
DataType input_type(const GraphFacts& graph, NodeId node) {
    const auto layer = quantized_layer(graph, node);
    const TensorId input = layer && layer->input.valid() ? layer->input : graph.input(node, 0);
    if (!input.valid()) return DataType::kUnknown;
    return is_quantized(graph, input) ? graph.model().quantization(graph.tensor(input).quantization).storage
                                      : graph.tensor(input).dtype;
}

void check(Context& context) {
    if (context.parameter("x86-without-vnni") == 0) return;
    each_layer(context, [&](const LayerChannels& layer) {
        if (layer.constant.dtype != DataType::kInt8) return;
        if (input_type(layer.graph, layer.node) != DataType::kUint8) return;
        const double largest = std::max(-layer.statistics.min, layer.statistics.max);
        if (largest <= context.parameter("max-magnitude")) return;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} multiplies uint8 activations with the int8 weights {}, which reach {:.0f}: "
                            "without VNNI instructions pairs of products are added in 16 bits and "
                            "saturate.",
                            layer.graph.label(layer.node), layer.label(), largest),
            .fix = "Quantize with reduce_range (7-bit weights), or with uint8 weights.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule q25_u8s8_saturation;
const Rule q25_u8s8_saturation{
    .id = "Q25",
    .name = "u8s8-saturation",
    .summary = "Sums of uint8 times int8 saturate on older x86 processors.",
    .severity = Severity::kInfo,
    .formats = kOnnx,
    .reads = kChannels | kTotals,
    .documentation =
        {
            .what = "With x86-without-vnni set to 1, finds layers of uint8 activations and int8 weights of "
                    "which one is larger than 64.",
            .why = "AVX2 and AVX-512 multiply such pairs and add two products in 16 bits with saturation: "
                   "255·127·2 does not fit. Results are then wrong on one processor and right on another.",
            .not_a_problem = "Processors with VNNI, and ARM. 7-bit weights (reduce_range).",
            .fix = "Quantize with reduce_range, or U8U8.",
            .example = "`QLinearConv` of `x:uint8` and `w:int8` with a weight of 127.",
            .source = "https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
