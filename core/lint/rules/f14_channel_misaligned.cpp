#include <fmt/core.h>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

bool is_convolution(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kConvTranspose;
}

/// Convolutions between the first and the last one, which have the channels of the input and of the result.
std::vector<NodeId> inner_convolutions(const GraphFacts& graph) {
    std::vector<NodeId> nodes;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        if (is_convolution(graph.kind(NodeId(n)))) nodes.emplace_back(n);
    }
    if (nodes.size() < 3) return {};
    return {nodes.begin() + 1, nodes.end() - 1};
}

/// Output channels; 0 when unknown.
int64_t channels_of(const Context& context, const GraphFacts& graph, NodeId node) {
    const auto extents = extents_of(context, graph, graph.output(node));
    if (!extents || extents->size() < 3) return 0;
    const int64_t channels = graph.model().format == Format::kTflite ? extents->back() : (*extents)[1];
    return channels > 0 ? channels : 0;
}

void check_target(Context& context, const targets::Target& target) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    std::vector<NodeId> odd;
    for (const NodeId node : inner_convolutions(graph)) {
        if (channels_of(context, graph, node) % target.channel_multiple != 0) odd.push_back(node);
    }
    if (odd.empty()) return;
    const bool one = odd.size() == 1;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{} computes {} channels at a time, and {} convolution{} give{} a number of "
                               "channels that is no multiple of it: {}, with {}. The rest is computed for "
                               "nothing.",
                               target.id, target.channel_multiple, odd.size(), one ? "" : "s", one ? "s" : "",
                               list_of(graph, odd, 1), channels_of(context, graph, odd.front())),
        .fix = fmt::format("Pad the channels to a multiple of {}, or train with such numbers.",
                           target.channel_multiple),
        .graph = graph.id(),
        .node = odd.front(),
        .nodes = one ? std::vector<NodeId>() : odd,
    });
}

void check(Context& context) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        if (on.target->channel_multiple > 1) check_target(context, *on.target);
    }
}

}  // namespace

extern const Rule f14_channel_misaligned;
const Rule f14_channel_misaligned{
    .id = "F14",
    .name = "channel-misaligned",
    .summary = "Layers have a number of channels that the target pads.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target that computes several channels at a time (`channelMultiple` in its "
                    "table: 4 for the GPU delegate, 16 for Ethos-U), finds convolutions whose output "
                    "channels are no multiple of it.",
            .why = "The target pads the channels and throws the padding away: 33 channels cost as much as "
                   "36, or 48.",
            .not_a_problem = "The first and the last convolution.",
            .fix = "Use multiples of the number in the architecture.",
            .example = "```\nCONV_2D with 30 output channels, for the GPU delegate\n```",
            .source = "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/android/delegates/"
                      "gpu.md, https://github.com/nxp-imx/ethos-u-vela/blob/"
                      "a6f65663db123c131cdd12aab6aad9a50470d5c0/SUPPORTED_OPS.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
