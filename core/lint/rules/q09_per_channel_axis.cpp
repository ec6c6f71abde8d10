#include <fmt/core.h>

#include "context.h"
#include "ops/weight_axis.h"
#include "qdq_node.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

/// Where ONNX QDQ weights get a default that is wrong for convolutions.
std::string_view hint(const Model& model) {
    return model.format == Format::kTflite
               ? "Write quantized_dimension with the weights."
               : "Set the attribute axis of the DequantizeLinear (its default is 1).";
}

/// Scales along an axis.
struct Scales {
    int64_t count = 1;
    int32_t axis = 0;
};

/// Those of the DequantizeLinear that gives the operand in ONNX, else of the tensor. Nothing when there is
/// only one, or it is not known.
std::optional<Scales> scales_of(Context& context, const GraphFacts& graph, TensorId value, TensorId stored) {
    const NodeId producer = graph.tensor(value).producer;
    if (const auto node = producer.valid() ? qdq_node(graph, producer) : std::nullopt;
        node && graph.tensor(node->scale).constant.valid()) {
        const Constant& constant = context.model().constant(graph.tensor(node->scale).constant);
        const bool blocks = context.model().int_attribute(graph.node(producer), "block_size", 0) > 0;
        const auto count = static_cast<int64_t>(element_count(context.model(), constant.shape).value_or(1));
        if (blocks || count < 2) return std::nullopt;
        return Scales{count, axis_of(graph, producer, *node)};
    }
    const Tensor& tensor = graph.tensor(stored);
    const Quantization& quantization = context.model().quantization(tensor.quantization);
    const QuantParameters* parameters = context.parameters(tensor);
    if (quantization.scheme != QuantizationScheme::kPerAxis || parameters == nullptr) return std::nullopt;
    if (parameters->scales.size() < 2) return std::nullopt;
    return Scales{static_cast<int64_t>(parameters->scales.size()), quantization.axis};
}

/// Weights that a QuantizeLinear makes of a float constant seldom have a stated shape.
const Shape& weights_shape(const GraphFacts& graph, TensorId weights) {
    const Tensor& tensor = graph.tensor(weights);
    const auto node = tensor.producer.valid() ? qdq_node(graph, tensor.producer) : std::nullopt;
    return node ? shape_of(graph, *node) : tensor.shape;
}

void check_operand(Context& context, const GraphFacts& graph, NodeId node, TensorId operand, int32_t axis,
                   std::string_view what) {
    TensorId value;  // What the node reads: the operand, or what is dequantized from it.
    for (const TensorId input : context.model().inputs(graph.node(node))) {
        if (input.valid() && stored_source(graph, input) == operand) value = input;
    }
    if (!operand.valid() || !value.valid()) return;
    const auto scales = scales_of(context, graph, value, operand);
    if (!scales || scales->axis == axis) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("The {} {} of {} ({}) have {} scales along axis {}, but {} has its output "
                               "channels on axis {}: every "
                               "channel gets another channel's scale, or the model does not load.",
                               what, graph.label(operand), graph.label(node),
                               shape_text(context.model(), weights_shape(graph, operand)), scales->count,
                               scales->axis, context.model().text(graph.node(node).op), axis),
        .fix = std::string(hint(context.model())),
        .graph = graph.id(),
        .node = node,
        .tensor = operand,
    });
}

/// The constant operand of a matrix product is its weights only on the right-hand side.
bool is_right_operand(const GraphFacts& graph, NodeId node, TensorId weights) {
    const auto inputs = graph.model().inputs(graph.node(node));
    return inputs.empty() || stored_source(graph, inputs[0]) != weights;
}

void check(Context& context) {
    const Model& model = context.model();
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const auto layer = quantized_layer(graph, node);
        if (!layer) return;
        const OpKind kind = graph.kind(node);
        const Shape& shape = weights_shape(graph, layer->weights);
        const bool transposed = model.int_attribute(graph.node(node), "transB", 0) != 0;
        const auto axis =
            weight_axis(dialect_of(model), kind, static_cast<int32_t>(shape.dims.count), transposed);
        if (shape.known && axis && is_right_operand(graph, node, layer->weights)) {
            check_operand(context, graph, node, layer->weights, *axis, "weights");
        }
        // TensorFlow Lite's converters copy the weights' axis to the bias, and no kernel reads it there.
        const auto of_bias = model.format == Format::kTflite ? std::nullopt : bias_axis(kind);
        if (of_bias) {
            check_operand(context, graph, node, layer->bias, *of_bias, "bias values");
        }
    });
}

}  // namespace

extern const Rule q09_per_channel_axis;
const Rule q09_per_channel_axis{
    .id = "Q09",
    .name = "per-channel-axis",
    .summary = "Weights are quantized per channel along the wrong axis.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Checks the axis of per-channel weights against the output channels of their operator. "
                "TensorFlow "
                "Lite: CONV_2D 0, DEPTHWISE_CONV_2D 3, FULLY_CONNECTED 0, TRANSPOSE_CONV 0. ONNX: Conv 0, "
                "ConvTranspose 1, Gemm 1 (0 with transB), MatMul the last; a bias 0.",
            .why = "A kernel takes scale number c for output channel c. Along another axis the counts differ "
                   "and the "
                   "model does not load, or, when the weights are square, every channel is silently scaled "
                   "wrongly.",
            .not_a_problem = "A grouped ConvTranspose of ONNX has axis 1 of M/group scales; that is right.",
            .fix = "Quantize along the output channels. In ONNX, DequantizeLinear's axis has the default 1, "
                   "which is "
                   "wrong for the weights of Conv: state axis=0.",
            .example = "`DequantizeLinear(W:int8[16,8,3,3], scale[16])` without axis, feeding Conv.",
            .source = "https://github.com/microsoft/onnxruntime/issues/17718, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
