#pragma once

#include <vector>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

/// The weights of a layer whose values were read, by output channel.
struct LayerChannels {
    const GraphFacts& graph;
    NodeId node;
    TensorId weights;
    const Constant& constant;
    const ConstantStatistics& statistics;
    const QuantParameters* parameters = nullptr;  ///< Null for real weights.
    /// Of each channel the largest distance from zero, in steps of the scale where there is one. Infinite
    /// where nothing of the channel is a number.
    std::vector<double> magnitudes{};
    uint64_t channel_size = 0;  ///< Elements of a channel.

    /// All channels have one scale.
    [[nodiscard]] bool per_tensor() const { return parameters != nullptr && parameters->scales.size() == 1; }
    [[nodiscard]] std::string label() const { return graph.label(weights); }
};

/// Of one layer; nothing when its weights have no known channels or were not read.
std::optional<LayerChannels> layer_channels(const Context& context, const GraphFacts& graph, NodeId node);

/// Calls visit(const LayerChannels&) for every layer; weights that several layers share come once.
template <typename Visit>
void each_layer(const Context& context, Visit visit) {
    std::vector<bool> seen(context.model().constants.size());
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const auto layer = layer_channels(context, graph, node);
        if (!layer) return;
        const size_t constant = graph.tensor(layer->weights).constant.index();
        if (seen[constant]) return;
        seen[constant] = true;
        visit(*layer);
    });
}

/// A convolution whose output channels each see one input channel only.
bool is_depthwise(const LayerChannels& layer);

}  // namespace netloupe::lint
