#include <fmt/core.h>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

bool is_convolution(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kConvTranspose;
}

/// The operand has one value, or one for each channel: all its dimensions are 1 but the channels'.
bool is_per_channel(const GraphFacts& graph, TensorId id, uint32_t rank) {
    if (!id.valid() || !graph.is_constant(id) || !graph.tensor(id).shape.known) return false;
    const auto dims = graph.model().dims_of(graph.tensor(id).shape);
    if (dims.size() > rank) return false;
    const bool tflite = graph.model().format == Format::kTflite;
    const size_t channels = tflite ? rank - 1 : 1;
    for (size_t i = 0; i < dims.size(); ++i) {
        if (dims[i].value != 1 && i + rank - dims.size() != channels) return false;
    }
    return true;
}

/// The node of that kind that alone reads the tensor and combines it with a constant for each channel.
NodeId next_of(const GraphFacts& graph, TensorId value, OpKind kind, uint32_t rank) {
    const NodeId node = graph.only_consumer(value);
    if (!node.valid() || graph.kind(node) != kind || graph.inputs(node).size() != 2) return {};
    const TensorId other = graph.input(node, 0) == value ? graph.input(node, 1) : graph.input(node, 0);
    return is_per_channel(graph, other, rank) ? node : NodeId();
}

bool activates(const GraphFacts& graph, NodeId node) {
    const Attribute* activation = graph.model().find_attribute(graph.node(node), "fused_activation_function");
    return activation != nullptr && graph.model().text(activation->text) != "NONE";
}

void check_node(Context& context, const GraphFacts& graph, NodeId layer) {
    if (!is_convolution(graph.kind(layer)) || activates(graph, layer)) return;
    const TensorId result = graph.output(layer);
    const TensorId weights = graph.input(layer, 1);
    // With integers the multiplication has parameters of its own; what cannot be folded stays.
    if (!result.valid() || !weights.valid() || is_quantized(graph, result)) return;
    if (!graph.is_constant(weights) || !graph.tensor(weights).shape.known) return;
    const uint32_t rank = graph.tensor(weights).shape.dims.count;
    const NodeId scale = next_of(graph, result, OpKind::kMul, rank);
    if (!scale.valid()) return;
    const NodeId shift =
        activates(graph, scale) ? NodeId() : next_of(graph, graph.output(scale), OpKind::kAdd, rank);
    const std::string what =
        shift.valid() ? fmt::format("{} and {}", graph.label(scale), graph.label(shift)) : graph.label(scale);
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} only scale{} the channels of {} by constants, which its weights and bias can do.",
                        what, shift.valid() ? "" : "s", graph.label(layer)),
        .fix = fmt::format("Fold {} into {}.", what, graph.label(layer)),
        .graph = graph.id(),
        .node = scale,
        .tensor = result,
        .nodes = shift.valid() ? std::vector<NodeId>{scale, shift} : std::vector<NodeId>(),
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule f02_scale_shift_not_folded;
const Rule f02_scale_shift_not_folded{
    .id = "F02",
    .name = "scale-shift-not-folded",
    .summary = "A multiplication behind a convolution is not folded into its weights.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds a convolution whose result is only multiplied by a constant (one value, or one "
                    "for each "
                    "channel), and then perhaps shifted by such a constant.",
            .why = "Both are passes over the whole tensor. Folded into weights and bias they cost nothing. "
                   "ONNX Runtime "
                   "folds them when it loads the model; other runtimes and converters do not.",
            .not_a_problem =
                "Behind an activation, or with a constant that differs within a channel, nothing can be "
                "folded.",
            .fix = "Multiply the weights and the bias by the constant, and add the shift to the bias.",
            .example = "```\nConv -> Mul (const [8,1,1]) -> Add (const [8,1,1])\n```",
            .source = "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html",
        },
    .check = check,
};

}  // namespace netloupe::lint
