#include "quantized_layer.h"

#include "ops/weight_axis.h"

namespace netloupe::lint {

bool is_weighted_layer(OpKind kind) {
    switch (kind) {
        case OpKind::kConv:
        case OpKind::kDepthwiseConv:
        case OpKind::kConvTranspose:
        case OpKind::kFullyConnected:
        case OpKind::kGemm:
        case OpKind::kMatMul:
            return true;
        default:
            return false;
    }
}

bool is_quantized(const GraphFacts& graph, TensorId id) {
    if (!id.valid()) return false;
    const QuantizationId quantization = graph.tensor(id).quantization;
    return quantization.valid() && is_integer(graph.model().quantization(quantization).storage);
}

bool is_packed(const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    if (!tensor.quantization.valid() || tensor.dtype == DataType::kUnknown) return false;
    const Quantization& quantization = graph.model().quantization(tensor.quantization);
    return quantization.scheme == QuantizationScheme::kCustom || quantization.storage != tensor.dtype;
}

TensorId stored_source(const GraphFacts& graph, TensorId value) {
    if (!value.valid() || is_quantized(graph, value)) return value;
    const NodeId producer = graph.tensor(value).producer;
    if (!producer.valid() || !graph.has(producer, OpTraits::kDequantize)) return {};
    const auto inputs = graph.model().inputs(graph.node(producer));
    return !inputs.empty() && is_quantized(graph, inputs[0]) ? inputs[0] : TensorId();
}

TensorId stored_result(const GraphFacts& graph, TensorId value) {
    if (!value.valid() || is_quantized(graph, value)) return value;
    for (const Use& use : graph.graph().consumers(graph.tensor(value))) {
        if (use.slot != 0 || graph.kind(use.node) != OpKind::kQuantize) continue;
        const auto outputs = graph.model().outputs(graph.node(use.node));
        if (!outputs.empty() && is_quantized(graph, outputs[0])) return outputs[0];
    }
    return {};
}

std::optional<QuantizedLayer> quantized_layer(const GraphFacts& graph, NodeId node) {
    if (!is_weighted_layer(graph.kind(node))) return std::nullopt;
    QuantizedLayer layer;
    const auto inputs = graph.model().inputs(graph.node(node));
    for (size_t slot = 0; slot < inputs.size(); ++slot) {
        const OperandRole role = graph.input_role(node, slot);
        const TensorId stored = stored_source(graph, inputs[slot]);
        if (!stored.valid()) continue;
        // The operands of a matrix product have no roles: the constant one holds the weights.
        const bool may_be_weights = role == OperandRole::kWeight || role == OperandRole::kData;
        if (role == OperandRole::kBias) {
            layer.bias = stored;
        } else if (may_be_weights && graph.is_constant(stored)) {
            layer.weights = stored;
        } else if (may_be_weights && !layer.input.valid()) {
            layer.input = stored;
        }
    }
    if (!layer.weights.valid()) return std::nullopt;
    const auto outputs = graph.model().outputs(graph.node(node));
    if (!outputs.empty()) layer.output = stored_result(graph, outputs[0]);
    return layer;
}

namespace {

/// The stored constant that an operand is, or is dequantized from; float16 weights of TensorFlow Lite are.
TensorId stored_constant(const GraphFacts& graph, TensorId id) {
    if (!id.valid()) return {};
    if (graph.tensor(id).constant.valid()) return id;
    const NodeId producer = graph.tensor(id).producer;
    if (!producer.valid() || !graph.has(producer, OpTraits::kDequantize)) return {};
    const TensorId source = graph.input(producer, 0);
    return source.valid() && graph.tensor(source).constant.valid() ? source : TensorId();
}

/// The operand that holds the layer's weights. The operands of a matrix product have no roles: the right one
/// does.
TensorId weight_operand(const GraphFacts& graph, NodeId node) {
    size_t data = 0;
    for (size_t slot = 0; slot < graph.inputs(node).size(); ++slot) {
        const OperandRole role = graph.input_role(node, slot);
        if (role == OperandRole::kWeight) return graph.input(node, slot);
        if (role == OperandRole::kData && data++ == 1) return graph.input(node, slot);
    }
    return {};
}

}  // namespace

std::optional<LayerWeights> layer_weights(const GraphFacts& graph, NodeId node) {
    if (!is_weighted_layer(graph.kind(node))) return std::nullopt;
    const TensorId stored = stored_constant(graph, weight_operand(graph, node));
    if (!stored.valid() || is_packed(graph, stored)) return std::nullopt;
    const Constant& constant = graph.model().constant(graph.tensor(stored).constant);
    const bool transposed = graph.model().int_attribute(graph.node(node), "transB", 0) != 0;
    const auto axis = weight_axis(dialect_of(graph.model()), graph.kind(node),
                                  static_cast<int32_t>(constant.shape.dims.count), transposed);
    if (!axis || *axis >= static_cast<int32_t>(constant.shape.dims.count)) return std::nullopt;
    return LayerWeights{stored, *axis};
}

}  // namespace netloupe::lint
