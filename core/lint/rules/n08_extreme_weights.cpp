#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "layer_channels.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-magnitude", 1e4, "Largest magnitude of a weight."},
    {"max-ratio", 1e5, "Largest magnitude over that of the middle weight."},
};

void check(Context& context) {
    each_layer(context, [&](const LayerChannels& layer) {
        const ConstantStatistics& values = layer.statistics;
        if (!is_floating(layer.constant.dtype) || values.min > values.max) return;
        const double largest = std::max(std::abs(values.min), std::abs(values.max));
        const double middle = values.median_magnitude;
        const bool huge = largest > context.parameter("max-magnitude");
        // Where most weights are zero or nearly so, the middle one says nothing.
        const bool outlier = middle > 1e-12 && largest > middle * context.parameter("max-ratio");
        if (!huge && !outlier) return;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("The weights {} of {} reach a magnitude of {:.4g}, while the middle one has "
                            "{:.4g}: float16 and integers with one scale cannot hold both.",
                            layer.label(), layer.graph.label(layer.node), largest, middle),
            .fix = "Look at the outlier; clip it, or keep this layer in float32 when the model is converted.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule n08_extreme_weights;
const Rule n08_extreme_weights{
    .id = "N08",
    .name = "extreme-weights",
    .summary = "A layer has weights of extreme magnitude.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kTotals | kChannels | kMedian,
    .documentation =
        {
            .what = "Reads the float weights of convolutions, fully connected layers and matrix products. A "
                    "magnitude above 10,000, or 100,000 times the middle one (of a sample), is reported.",
            .why = "An outlier takes the range of a quantization for itself and leaves the other weights a "
                   "single step; in float16 products with it overflow.",
            .not_a_problem = "Tables that are looked up are not judged. A layer that stays in float32.",
            .fix = "Find out where the weight comes from: often from a batch normalization with a variance "
                   "near zero that was folded into the layer.",
            .example = "Weights around 0.01, and one of 3.4e5.",
            .source = "https://arxiv.org/abs/1806.08342, "
                      "https://github.com/microsoft/onnxruntime/issues/11384",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
