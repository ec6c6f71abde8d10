#pragma once

#include <optional>

#include "graph_facts.h"

namespace netloupe::lint {

/// A QuantizeLinear or DequantizeLinear of ONNX, whose scale and zero point are operands of its own.
struct QdqNode {
    TensorId stored;      ///< The integers; what the node quantizes to or dequantizes from.
    TensorId real;        ///< The other side; may be invalid.
    TensorId scale;       ///< Valid.
    TensorId zero_point;  ///< Invalid when the node has none.
    /// The quantization that `stored` bears is that of the first node at it. Others should have the same, and
    /// often do so with constants of their own.
    bool has_scale_of_tensor = false;
    bool has_zero_point_of_tensor = false;
};
/// Nothing for other nodes.
std::optional<QdqNode> qdq_node(const GraphFacts& graph, NodeId node);

/// Shape of a quantized tensor; where the file does not state it, that of the value on the other side of its
/// QuantizeLinear or DequantizeLinear.
const Shape& shape_of(const GraphFacts& graph, const QdqNode& node);

/// The node's attribute axis, counted from the front where the rank is known.
int32_t axis_of(const GraphFacts& graph, NodeId id, const QdqNode& node);

}  // namespace netloupe::lint
