#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "layer_channels.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-channels", 8, "Fewer output channels are not judged."},
    {"max-spread", 8, "Range of the 95th percentile of channels over that of the 5th."},
    {"max-outlier", 32, "Range of the widest channel over that of the middle one."},
};

/// How far the ranges of the channels differ.
struct Spread {
    double ratio = 1;
    double narrow = 0;  ///< Steps that the narrow channels use.
};

/// Of channels that are not all zero.
Spread spread_of(const LayerChannels& layer, const Context& context) {
    std::vector<double> ranges;
    for (const double magnitude : layer.magnitudes) {
        if (magnitude > 0 && std::isfinite(magnitude)) ranges.push_back(magnitude);
    }
    if (static_cast<double>(ranges.size()) < context.parameter("min-channels")) return {};
    std::ranges::sort(ranges);
    const auto at = [&](double share) {
        return ranges[static_cast<size_t>(std::lround(share * static_cast<double>(ranges.size() - 1)))];
    };
    const double bulk = at(0.95) / at(0.05);
    if (bulk > context.parameter("max-spread")) return {bulk, at(0.05)};
    const double outlier = ranges.back() / at(0.5);
    return outlier > context.parameter("max-outlier") ? Spread{outlier, at(0.5)} : Spread{};
}

bool is_convolution(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kConvTranspose;
}

/// TensorFlow Lite's uint8 scheme has one scale by definition, and its models were trained for that; Q16
/// tells of the scheme.
bool is_legacy(const LayerChannels& layer) {
    return layer.graph.model().format == Format::kTflite && layer.constant.dtype == DataType::kUint8;
}

Severity severity_of(const LayerChannels& layer, const Spread& spread, const Context& context) {
    if (is_legacy(layer) || !is_convolution(layer.graph.kind(layer.node))) return Severity::kInfo;
    const bool severe = is_depthwise(layer) && spread.ratio > context.parameter("max-outlier");
    return severe ? Severity::kError : Severity::kWarning;
}

void check(Context& context) {
    each_layer(context, [&](const LayerChannels& layer) {
        if (!layer.per_tensor()) return;
        const Spread spread = spread_of(layer, context);
        if (spread.ratio <= 1) return;
        const auto limits = integer_limits(layer.constant.dtype);
        if (!limits) return;
        const bool depthwise = is_depthwise(layer);
        context.report({
            .severity = severity_of(layer, spread, context),
            .message = fmt::format(
                "The {} weights {} of {} have one scale for {} channels whose ranges differ {:.0f}×: the "
                "narrow ones use {:.0f} of {} steps{}.",
                name(layer.constant.dtype), layer.label(), layer.graph.label(layer.node),
                layer.magnitudes.size(), spread.ratio, spread.narrow, (limits->max - limits->min) / 2,
                depthwise ? ", and a depthwise layer has nothing that averages that out" : ""),
            .fix = "Quantize the weights per channel, or equalize the channels across layers before.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule q08_per_tensor_weights;
const Rule q08_per_tensor_weights{
    .id = "Q08",
    .name = "per-tensor-weights",
    .summary = "Weights have one scale for channels of very different ranges.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kChannels,
    .documentation =
        {
            .what = "Reads integer weights with a single scale and compares the largest magnitude of their "
                    "output channels, without channels that are all zero. Convolutions are reported where "
                    "the 95th percentile is more than 8 times the 5th, or the widest channel 32 times the "
                    "middle one; for depthwise convolutions beyond 32 it is an error. Fully connected "
                    "layers and matrix products are information.",
            .why = "The widest channel sets the scale. A channel whose range is a thirtieth of it is left "
                   "with a handful of values, and networks of depthwise convolutions then lose most of "
                   "their accuracy.",
            .not_a_problem =
                "Targets that cannot scale channels separately; networks that were trained with "
                "this quantization and hold their accuracy. TensorFlow Lite's old uint8 scheme has no "
                "other choice, so that it is information there.",
            .fix = "Quantize per channel, which costs nothing at run time on most kernels; else equalize the "
                   "ranges of neighbouring layers before quantization.",
            .example = "`DEPTHWISE_CONV_2D` with `w:int8[1,3,3,32]`, one scale, of which one channel reaches "
                       "127 and the others 1.",
            .source = "https://github.com/ARM-software/armnn/issues/344, https://arxiv.org/abs/1806.08342",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
