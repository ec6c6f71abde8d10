#pragma once

#include <optional>

#include "graph_facts.h"

/// Where the integers behind real values stand. In TensorFlow Lite a tensor is its own integers; in ONNX they
/// are on the other side of a DequantizeLinear or QuantizeLinear.
namespace netloupe::lint {

/// The tensor holds quantized integers.
bool is_quantized(const GraphFacts& graph, TensorId id);
/// The tensor keeps several quantized elements in each of its own: the 4-bit weights of MatMulNBits in bytes.
bool is_packed(const GraphFacts& graph, TensorId id);
/// The quantized tensor that a consumer of `value` reads: `value` itself, or what is dequantized to it. None
/// for real values.
TensorId stored_source(const GraphFacts& graph, TensorId value);
/// The quantized tensor that the producer of `value` ends in: `value` itself, or what it is quantized to.
TensorId stored_result(const GraphFacts& graph, TensorId value);

/// The quantized operands of a convolution, fully connected layer or matrix product; those that are missing
/// or real are invalid.
struct QuantizedLayer {
    TensorId input;
    TensorId weights;  ///< Constant.
    TensorId bias;
    TensorId output;
};
/// Nothing when the node is no such layer or its weights are not constant and quantized.
std::optional<QuantizedLayer> quantized_layer(const GraphFacts& graph, NodeId node);

/// The stored weights of a layer, quantized or not, and the dimension along which its output channels lie.
struct LayerWeights {
    TensorId stored;  ///< Has a constant.
    int32_t axis = 0;
};
/// Nothing when the layer has none, packs several of them into an element, or has no such dimension.
std::optional<LayerWeights> layer_weights(const GraphFacts& graph, NodeId node);

/// Convolution, transposed convolution, fully connected layer or matrix product.
bool is_weighted_layer(OpKind kind);

}  // namespace netloupe::lint
