#pragma once

#include "model/model.h"

namespace netloupe::onnx {

/// Puts a Quantization on every tensor that a quantizing operator gives or takes: QuantizeLinear,
/// DequantizeLinear, DynamicQuantizeLinear, the QLinear and Integer operators, and ONNX Runtime's own
/// (com.microsoft: QGemm, QAttention, MatMulNBits, ...). Scales and zero points are constants where the model
/// stores them, else computed. What already has a Quantization (an annotation) keeps it. Where the file does
/// not state the types of what these operators give, they are set to what zero point, scale or output_dtype
/// make them. Needs connect().
void attach_quantization(Model& model);

}  // namespace netloupe::onnx
