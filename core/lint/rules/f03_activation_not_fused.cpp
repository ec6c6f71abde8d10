#include <fmt/core.h>

#include <cmath>

#include "context.h"

namespace netloupe::lint {

namespace {

bool can_fuse_activation(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kFullyConnected ||
           kind == OpKind::kAdd;
}

bool is_fusable(OpKind kind) {
    return kind == OpKind::kRelu || kind == OpKind::kRelu6 || kind == OpKind::kReluN1To1;
}

bool has_no_activation(const Model& model, const Node& node) {
    const Attribute* activation = model.find_attribute(node, "fused_activation_function");
    return activation == nullptr || model.text(activation->text) == "NONE";
}

/// A quantized activation that changes the scale computes more than the fused one would.
bool same_parameters(Context& context, const Tensor& a, const Tensor& b) {
    const QuantParameters* of_a = context.parameters(a);
    const QuantParameters* of_b = context.parameters(b);
    if (of_a == nullptr || of_b == nullptr) return of_a == of_b;
    return of_a->scales == of_b->scales && of_a->zero_point(0) == of_b->zero_point(0);
}

void check_node(Context& context, const GraphFacts& graph, NodeId activation) {
    if (!is_fusable(graph.kind(activation))) return;
    const Model& model = context.model();
    const auto inputs = model.inputs(graph.node(activation));
    const auto outputs = model.outputs(graph.node(activation));
    if (inputs.empty() || outputs.empty() || !inputs[0].valid() || !outputs[0].valid()) return;
    const NodeId layer = graph.tensor(inputs[0]).producer;
    if (!layer.valid() || !can_fuse_activation(graph.kind(layer))) return;
    if (graph.only_consumer(inputs[0]) != activation || !has_no_activation(model, graph.node(layer))) return;
    if (!same_parameters(context, graph.tensor(inputs[0]), graph.tensor(outputs[0]))) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} could be the fused activation of {}: as an operator of its own it reads and writes "
            "the whole tensor {} once more.",
            graph.label(activation), graph.label(layer), graph.label(inputs[0])),
        .fix = fmt::format("Fuse {} into {} (fused_activation_function).",
                           model.text(graph.node(activation).op), graph.label(layer)),
        .graph = graph.id(),
        .node = activation,
        .tensor = inputs[0],
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule f03_activation_not_fused;
const Rule f03_activation_not_fused{
    .id = "F03",
    .name = "activation-not-fused",
    .summary = "A ReLU stands alone behind an operator that could compute it.",
    .severity = Severity::kInfo,
    .formats = kTflite,
    .documentation =
        {
            .what =
                "Finds RELU, RELU6 and RELU_N1_TO_1 whose input is the result of CONV_2D, DEPTHWISE_CONV_2D, "
                "FULLY_CONNECTED or ADD that nothing else uses and that has no fused activation.",
            .why =
                "The operator before it can clip its results while it writes them. Alone, the activation is "
                "another pass over memory.",
            .not_a_problem = "When both sides have different quantization parameters, the activation also "
                             "converts. LEAKY_RELU, PRELU and HARD_SWISH cannot be fused.",
            .fix = "Convert again with the activation directly behind the layer, so that the converter fuses "
                   "it.",
            .example = "```\nCONV_2D (NONE) -> RELU6\n```",
            .source =
                "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/guide/ops_compatibility.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
