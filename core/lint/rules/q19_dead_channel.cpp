#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "context.h"
#include "layer_channels.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-share", 0.05, "Share of the channels of a layer from which on it is more than information."},
};

/// Zero channels at the end, without which the count would be no multiple of what vector units like.
bool is_padding(const LayerChannels& layer, size_t dead) {
    const size_t channels = layer.magnitudes.size();
    const size_t alive = channels - dead;
    const bool at_the_end = std::all_of(layer.magnitudes.begin() + static_cast<ptrdiff_t>(alive),
                                        layer.magnitudes.end(), [](double m) { return m == 0; });
    return at_the_end && std::ranges::any_of(std::array<size_t, 6>{4, 8, 16, 32, 64, 128}, [&](size_t unit) {
               return channels % unit == 0 && (alive + unit - 1) / unit * unit == channels && dead < unit;
           });
}

std::string what_is_dead(const LayerChannels& layer, size_t dead, size_t first) {
    const std::string what =
        fmt::format("the weights {} of {}", layer.label(), layer.graph.label(layer.node));
    if (dead == layer.magnitudes.size())
        return fmt::format("All of {} are zero: the layer gives nothing but its bias.", what);
    return fmt::format(
        "{} of the {} output channels of {} {} all zero (the first is {}): computing them gives nothing but "
        "their bias.",
        dead, layer.magnitudes.size(), what, dead == 1 ? "is" : "are", first);
}

void check(Context& context) {
    each_layer(context, [&](const LayerChannels& layer) {
        const auto dead = static_cast<size_t>(std::ranges::count(layer.magnitudes, 0.0));
        if (dead == 0 || layer.constant.sparse) return;
        const size_t first = std::ranges::find(layer.magnitudes, 0.0) - layer.magnitudes.begin();
        const bool padding = dead < layer.magnitudes.size() && is_padding(layer, dead);
        // One of hundreds is what training leaves behind, or a row of a Fourier basis that is zero.
        const bool few = static_cast<double>(dead) <
                         context.parameter("min-share") * static_cast<double>(layer.magnitudes.size());
        context.report({
            .severity = padding || few ? Severity::kInfo : context.severity(),
            .message = what_is_dead(layer, dead, first) +
                       (padding ? " They look like padding to a multiple of what vector units like." : ""),
            .fix = dead == layer.magnitudes.size()
                       ? "Check that the weights were loaded before the export."
                       : "Remove the channels from this layer and what reads them, or train again if they "
                         "died by mistake.",
            .graph = layer.graph.id(),
            .node = layer.node,
            .tensor = layer.weights,
        });
    });
}

}  // namespace

extern const Rule q19_dead_channel;
const Rule q19_dead_channel{
    .id = "Q19",
    .name = "dead-channel",
    .summary = "All weights of an output channel are zero.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kChannels,
    .documentation =
        {
            .what = "Reads the weights of convolutions, fully connected layers and matrix products, float or "
                    "quantized (zero is the zero point), and finds output channels without any other "
                    "weight.",
            .why = "Such a channel costs its multiplications and always gives the same value. In quantized "
                   "models a channel that was nearly zero also makes a weight scale so small that its bias "
                   "leaves int32 (Q12). Weights that are all zero were usually never loaded.",
            .not_a_problem =
                "Weights that are stored as sparse: pruning is declared then. Zero channels at "
                "the end that fill up to a multiple of 4, 8 or more, and a few channels of very many, "
                "are information.",
            .fix = "Prune the channels structurally, which makes the model smaller and faster without "
                   "changing a result.",
            .example = "`w:int8[32,16,1,1]` with 3 filters that are all 0.",
            .source = "https://github.com/microsoft/onnxruntime/issues/11415",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
