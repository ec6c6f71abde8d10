#include "layer_channels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netloupe::lint {

namespace {

double magnitude(const ChannelStatistics& channel, double zero) {
    if (channel.min > channel.max) return std::numeric_limits<double>::infinity();
    return std::max(std::abs(channel.min - zero), std::abs(channel.max - zero));
}

}  // namespace

std::optional<LayerChannels> layer_channels(const Context& context, const GraphFacts& graph, NodeId node) {
    const auto weights = layer_weights(graph, node);
    if (!weights) return std::nullopt;
    const Tensor& tensor = graph.tensor(weights->stored);
    const ConstantStatistics* statistics = context.weights(tensor);
    if (statistics == nullptr || statistics->axis != weights->axis || statistics->channels.empty())
        return std::nullopt;
    LayerChannels layer{.graph = graph,
                        .node = node,
                        .weights = weights->stored,
                        .constant = graph.model().constant(tensor.constant),
                        .statistics = *statistics};
    const size_t channels = statistics->channels.size();
    if (is_quantized(graph, weights->stored)) {
        layer.parameters = context.parameters(tensor);
        // Blocks of weights, or numbers that do not belong to the channels.
        if (layer.parameters == nullptr) return std::nullopt;
        const size_t scales = layer.parameters->scales.size();
        if (scales != 1 && scales != channels) return std::nullopt;
    } else if (is_integer(layer.constant.dtype)) {
        return std::nullopt;
    }
    layer.channel_size = statistics->count / channels;
    layer.magnitudes.reserve(channels);
    for (size_t c = 0; c < channels; ++c) {
        const int64_t zero = layer.parameters == nullptr ? 0 : layer.parameters->zero_point(c);
        layer.magnitudes.push_back(magnitude(statistics->channels[c], static_cast<double>(zero)));
    }
    return layer;
}

bool is_depthwise(const LayerChannels& layer) {
    const GraphFacts& graph = layer.graph;
    if (graph.kind(layer.node) == OpKind::kDepthwiseConv) return true;
    const auto dims = graph.model().dims_of(layer.constant.shape);
    return graph.kind(layer.node) == OpKind::kConv && dims.size() > 2 && dims[1].value == 1 &&
           graph.model().int_attribute(graph.node(layer.node), "group", 1) > 1;
}

}  // namespace netloupe::lint
