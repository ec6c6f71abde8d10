#include <fmt/core.h>

#include "context.h"
#include "layer_channels.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    each_layer(context, [&](const LayerChannels& layer) {
        const DataType type = layer.constant.dtype;
        if (layer.parameters == nullptr || (type != DataType::kInt8 && type != DataType::kInt4)) return;
        const auto lowest = static_cast<double>(integer_limits(type)->min);
        size_t channels = 0;
        for (const ChannelStatistics& channel : layer.statistics.channels) channels += channel.min == lowest;
        if (channels == 0) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} of the {} channels of the {} weights {} of {} contain {}: the "
                                   "specification keeps weights "
                                   "symmetric, {} to {}, and some kernels rely on it.",
                                   channels, layer.magnitudes.size(), name(type), layer.label(),
                                   layer.graph.label(layer.node), lowest, lowest + 1, -lowest - 1),
            .fix = "Quantize weights with the narrow range.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule q15_weight_minus_128;
const Rule q15_weight_minus_128{
    .id = "Q15",
    .name = "weight-minus-128",
    .summary = "int8 weights contain −128 (int4: −8).",
    .severity = Severity::kInfo,
    .formats = kTflite,
    .reads = kChannels,
    .documentation =
        {
            .what = "Reads int8 and int4 weights of convolutions and fully connected layers and finds those "
                    "that use the lowest value of the type.",
            .why = "The 8-bit scheme of TensorFlow Lite keeps weights in [−127, 127], so that a product of "
                   "two of them fits where kernels add pairs of products in 16 bits.",
            .not_a_problem = "Models of older converters, and kernels that do not use the narrow range.",
            .fix = "Quantize again with a current converter.",
            .example = "`w:int8[8,3,3,3]` with a weight of −128 in `CONV_2D`.",
            .source = "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
