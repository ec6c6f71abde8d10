#include <fmt/core.h>

#include "context.h"
#include "layer_channels.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-channel-size", 64, "Channels with fewer weights are not judged."},
    {"max-share", 0.05, "Share of a channel's weights that may stand at the ends of the type."},
    {"min-count", 8, "So many of them there must be, too."},
};

/// Below 8 bits a good quantizer clips on purpose: the few steps are worth more inside.
bool is_judged(const LayerChannels& layer) {
    return layer.parameters != nullptr && bits(layer.constant.dtype) >= 8;
}

struct Clipped {
    size_t channels = 0;
    size_t worst = 0;
    double share = 0;
};

Clipped clipped_channels(const LayerChannels& layer, const Context& context) {
    Clipped clipped;
    for (size_t c = 0; c < layer.statistics.channels.size(); ++c) {
        const ChannelStatistics& channel = layer.statistics.channels[c];
        const double share = channel.at_limits / static_cast<double>(layer.channel_size);
        // Weights of two or three values are made so.
        if (channel.at_limits + channel.zeros == layer.channel_size) continue;
        if (channel.at_limits < context.parameter("min-count") || share <= context.parameter("max-share"))
            continue;
        ++clipped.channels;
        if (share <= clipped.share) continue;
        clipped.worst = c;
        clipped.share = share;
    }
    return clipped;
}

void check(Context& context) {
    each_layer(context, [&](const LayerChannels& layer) {
        if (!is_judged(layer) ||
            static_cast<double>(layer.channel_size) < context.parameter("min-channel-size"))
            return;
        const Clipped clipped = clipped_channels(layer, context);
        if (clipped.channels == 0) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "{} of the {} channels of {} ({} weights of {}) are clipped: {:.0f}% of the weights of "
                "channel {} stand at the ends of the type, where larger weights were cut off.",
                clipped.channels, layer.magnitudes.size(), layer.label(), name(layer.constant.dtype),
                layer.graph.label(layer.node), clipped.share * 100, clipped.worst),
            .fix =
                "Quantize again with scales that cover the weights' range; look for outliers or for scales "
                "that belong to other weights.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule q18_weight_saturation;
const Rule q18_weight_saturation{
    .id = "Q18",
    .name = "weight-saturation",
    .summary = "Many weights of a channel are clipped.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kChannels,
    .documentation =
        {
            .what = "Reads integer weights of 8 bits and more and counts those at the ends of their type. A "
                    "channel of at least 64 weights, of which more than 5% and at least 8 stand there, is "
                    "reported.",
            .why = "The largest weight of a channel belongs at the end of the range; when many stand there, "
                   "the scale is too small and they were all cut to the same value.",
            .not_a_problem = "Small channels: of the 9 weights of a 3×3 depthwise filter one is 11%. Weights "
                             "of two or three values.",
            .fix = "Quantize again. Check that the scales were not taken from another checkpoint.",
            .example = "64 int8 weights of a channel, 10 of which are 127.",
            .source = "https://arxiv.org/abs/1806.08342, "
                      "https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
