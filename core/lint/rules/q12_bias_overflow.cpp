#include <fmt/core.h>

#include <cmath>

#include "context.h"
#include "model/values.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-scale", 1e-12, "Input scale × weight scale below which no float bias fits into int32."},
};

/// A bias has one value a channel; larger constants in its place are no bias.
constexpr uint64_t kMaxChannels = 1U << 16;

TensorId bias_of(const GraphFacts& graph, NodeId node) {
    for (size_t slot = 0; slot < graph.inputs(node).size(); ++slot) {
        if (graph.input_role(node, slot) == OperandRole::kBias) return graph.inputs(node)[slot];
    }
    return {};
}

std::vector<double> values_of(const GraphFacts& graph, TensorId id) {
    const ConstantId constant = graph.tensor(id).constant;
    if (!constant.valid()) return {};
    const auto values = read_values(graph.model(), graph.model().constant(constant), 0, kMaxChannels);
    return values ? to_doubles(*values) : std::vector<double>();
}

struct Channels {
    size_t first = 0;
    size_t count = 0;
    void add(size_t channel) {
        if (count++ == 0) first = channel;
    }
};

Channels saturated(const std::vector<double>& bias) {
    static constexpr double kMost = 2147483647;
    Channels found;
    for (size_t c = 0; c < bias.size(); ++c) {
        if (std::abs(bias[c]) >= kMost) found.add(c);
    }
    return found;
}

/// Channels of a float bias that int32 could not express in steps of input scale × weight scale.
Channels inexpressible(Context& context, const GraphFacts& graph, NodeId node,
                       const std::vector<double>& bias) {
    Channels found;
    const auto layer = quantized_layer(graph, node);
    if (!layer || !layer->input.valid()) return found;
    const QuantParameters* input = context.parameters(graph.tensor(layer->input));
    const QuantParameters* weights = context.parameters(graph.tensor(layer->weights));
    if (input == nullptr || weights == nullptr || input->scales.size() != 1 || weights->scales.empty())
        return found;
    for (size_t c = 0; c < bias.size(); ++c) {
        const size_t of_channel = weights->scales.size() == bias.size() ? c : 0;
        const double product = double{input->scales[0]} * weights->scales[of_channel];
        // Scales that are no scales are Q04's matter.
        if (bias[c] != 0 && product > 0 && product < context.parameter("min-scale")) found.add(c);
    }
    return found;
}

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    if (!is_weighted_layer(graph.kind(node))) return;
    const TensorId bias = bias_of(graph, node);
    if (!bias.valid()) return;
    const TensorId stored =
        graph.is_constant(bias) && graph.tensor(bias).constant.valid() ? bias : stored_source(graph, bias);
    if (!stored.valid()) return;
    const DataType type = graph.tensor(stored).dtype;
    const bool integers = type == DataType::kInt32;
    if (!integers && !is_floating(type)) return;
    const std::vector<double> values = values_of(graph, stored);
    const Channels channels = integers ? saturated(values) : inexpressible(context, graph, node, values);
    if (channels.count == 0) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The bias {} of {} {} int32 in {} of its {} channels (the first is {}): the weight "
                        "scale of such a channel is too small, and its bias is cut off.",
                        graph.label(stored), graph.label(node), integers ? "saturates" : "does not fit",
                        channels.count, values.size(), channels.first),
        .fix = "Raise the weight scale of these channels (newer quantizers of ONNX Runtime do so), or remove "
               "channels "
               "whose weights are all near zero.",
        .graph = graph.id(),
        .node = node,
        .tensor = stored,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule q12_bias_overflow;
const Rule q12_bias_overflow{
    .id = "Q12",
    .name = "bias-overflow",
    .summary = "A bias does not fit into int32 with the scale that its layer gives it.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Reads the biases of quantized convolutions, fully connected layers and matrix products. "
                    "An int32 "
                    "bias with a value of ±(2³¹ − 1) is saturated; a float bias that is not zero cannot be "
                    "expressed "
                    "where input scale × weight scale is below 1e-12.",
            .why = "A bias is stored in steps of input scale × weight scale. A channel whose weights are all "
                   "nearly "
                   "zero gets a tiny weight scale, and then its bias leaves int32 and is clipped: the whole "
                   "channel is "
                   "wrong by a constant.",
            .not_a_problem = "Biases that are zero.",
            .fix = "Quantize again with a lower bound on weight scales, or prune the dead channels before.",
            .example = "Weight scales `[1e-2, 1e-2, 1e-12, 1e-2]` and a bias of 2147483647 in channel 2.",
            .source = "https://github.com/microsoft/onnxruntime/issues/11415",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
