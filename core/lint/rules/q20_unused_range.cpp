#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "layer_channels.h"
#include "model/values.h"
#include "operands.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-weight-share", 0.5,
     "Of the largest value of the weights' type; a channel that stays below is reported."},
    {"min-activation-share", 0.125,
     "Of the range that an activation's scale gives; observed ranges below are."},
};

/// A channel's bias that was near the end of int32: quantizers enlarge the weight scale to make room.
bool has_wide_bias(const std::vector<double>& bias, size_t channel) {
    static constexpr double kNearTheEnd = 1U << 30;
    return channel < bias.size() && std::abs(bias[channel]) >= kNearTheEnd;
}

std::vector<double> bias_of(const LayerChannels& layer) {
    const auto quantized = quantized_layer(layer.graph, layer.node);
    if (!quantized || !quantized->bias.valid()) return {};
    return small_values(layer.graph, quantized->bias, layer.magnitudes.size())
        .value_or(std::vector<double>());
}

struct Unused {
    size_t channels = 0;
    size_t judged = 0;  ///< Channels that are not all zero.
    size_t worst = 0;
    double magnitude = 0;
    double widest = 0;  ///< Largest magnitude of all channels.
};

Unused unused_range(const LayerChannels& layer, double limit) {
    const std::vector<double> bias = bias_of(layer);
    Unused unused;
    for (size_t c = 0; c < layer.magnitudes.size(); ++c) {
        const double magnitude = layer.magnitudes[c];
        if (magnitude == 0 || !std::isfinite(magnitude)) continue;
        ++unused.judged;
        unused.widest = std::max(unused.widest, magnitude);
        if (magnitude >= limit || has_wide_bias(bias, c)) continue;
        if (unused.channels++ > 0 && magnitude >= unused.magnitude) continue;
        unused.worst = c;
        unused.magnitude = magnitude;
    }
    return unused;
}

void check_weights(Context& context, const LayerChannels& layer) {
    if (layer.parameters == nullptr) return;
    // Weights keep to the symmetric part of their type; 255 of uint8 is 127 steps from its middle.
    const auto limits = integer_limits(layer.constant.dtype);
    if (!limits) return;
    const double largest = std::floor(static_cast<double>(limits->max - limits->min) / 2);
    const Unused unused = unused_range(layer, largest * context.parameter("max-weight-share"));
    if (unused.channels == 0) return;
    const bool all = unused.channels == unused.judged;
    // With one scale for all the widest channel alone decides what could be better.
    if (layer.per_tensor() && !all) return;
    // 7-bit weights, which older processors need.
    const bool reduced = all && std::abs(unused.widest - (largest + 1) / 2) <= 1;
    const std::string what =
        layer.per_tensor()
            ? fmt::format("use only {:.0f} of {:.0f} steps", unused.widest, largest)
            : fmt::format(
                  "use less than half of their range in {} of {} channels (channel {} only {:.0f} of "
                  "{:.0f} steps)",
                  unused.channels, layer.magnitudes.size(), unused.worst, unused.magnitude, largest);
    context.report({
        .severity = reduced ? Severity::kInfo : context.severity(),
        .message = fmt::format("The {} weights {} of {} {}: at least one bit of precision is lost{}.",
                               name(layer.constant.dtype), layer.label(), layer.graph.label(layer.node), what,
                               reduced ? ", as with a quantizer's reduce_range" : ""),
        .fix = "Quantize again with scales that follow each channel's largest weight.",
        .graph = layer.graph.id(),
        .node = layer.node,
        .tensor = layer.weights,
    });
}

std::optional<double> pool_value(const Model& model, const ParameterSource& source) {
    if (source.kind != ParameterSource::Kind::kPool || source.pool.count != 1) return std::nullopt;
    return Model::slice_of(model.floats, source.pool)[0];
}

/// Their range is a matter of the operator, not of what was observed.
bool has_fixed_range(OpKind kind) {
    return kind == OpKind::kSigmoid || kind == OpKind::kTanh || kind == OpKind::kSoftmax ||
           kind == OpKind::kLogSoftmax || kind == OpKind::kL2Normalization;
}

void check_activation(Context& context, const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    if (graph.is_constant(id) || !is_quantized(graph, id) || has_fixed_range(graph.kind_of_producer(id)))
        return;
    const Quantization& quantization = context.model().quantization(tensor.quantization);
    const auto low = pool_value(context.model(), quantization.min);
    const auto high = pool_value(context.model(), quantization.max);
    const auto width = range_width(context, graph, id);
    if (!low || !high || !width || !(*high > *low)) return;
    if (*high - *low >= *width * context.parameter("min-activation-share")) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The values of {} were observed from {:.4g} to {:.4g}, but its scale gives it a "
                        "range {:.4g} wide: only {:.1f}% of the steps are used.",
                        graph.label(id), *low, *high, *width, (*high - *low) / *width * 100),
        .fix = "Calibrate again, and take the scale from the observed range.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    each_layer(context, [&](const LayerChannels& layer) { check_weights(context, layer); });
    context.each_tensor([&](const GraphFacts& graph, TensorId id) { check_activation(context, graph, id); });
}

}  // namespace

extern const Rule q20_unused_range;
const Rule q20_unused_range{
    .id = "Q20",
    .name = "unused-range",
    .summary = "Quantized weights or activations use a small part of what their type can express.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kChannels,
    .documentation =
        {
            .what = "Reads integer weights: the largest weight of each channel (of the whole tensor where "
                    "there is one scale) should come near the end of the type; less than half of it is "
                    "reported. Where a TensorFlow Lite file states the observed range of an activation, it "
                    "should cover at least an eighth of what the scale gives.",
            .why = "Every halving of the used range costs one bit of precision.",
            .not_a_problem = "7-bit weights (reduce_range), which processors without VNNI instructions need, "
                             "are information. A channel whose bias comes near the end of int32 needs a "
                             "larger weight scale. Channels that are all zero (Q19).",
            .fix = "Quantize again with the scale of each channel from its largest weight.",
            .example = "`w:int8[8,16]` with 8 scales, where no weight of channel 3 is larger than 20.",
            .source = "https://arxiv.org/abs/1806.08342, "
                      "https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
