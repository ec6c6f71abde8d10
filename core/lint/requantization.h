#pragma once

#include <optional>

#include "context.h"

namespace netloupe::lint {

/// A node that turns quantized integers into others: QUANTIZE of integers in TensorFlow Lite; in ONNX, and
/// there too, a quantization directly behind a dequantization.
struct Requantization {
    TensorId from{};
    TensorId to{};
    NodeId dequantize{};  ///< None when one node does it all.
    DataType from_type = DataType::kUnknown;
    DataType to_type = DataType::kUnknown;
    double ratio = 1;   ///< Range that the new integers represent, over that of the old.
    bool same = false;  ///< Same type, scale and zero point.
};
/// Nothing when the node is none, what it converts is constant, or the numbers are not known.
std::optional<Requantization> requantization(const Context& context, const GraphFacts& graph, NodeId node);

/// Width of the range that a per-tensor quantized tensor represents: scale × (qmax − qmin). Nothing when it
/// is not quantized so.
std::optional<double> range_width(const Context& context, const GraphFacts& graph, TensorId id);

/// Scales within rounding (relative 1e-6), and the same zero point.
bool same_parameters(const QuantParameters& a, const QuantParameters& b);

}  // namespace netloupe::lint
