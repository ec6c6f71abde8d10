#pragma once

#include <cstdint>
#include <optional>

#include "ops/op_kind.h"
#include "ops/operator_schema.h"

namespace netloupe {

/// The dimension of an operator's weight along which per-channel scales must run, for weights of rank `rank`.
/// `transposed` is ONNX Gemm's transB. None where the format defines no such axis.
/// Sources: LiteRT quantization specification; ONNX QuantizeLinear and the layouts of Conv, ConvTranspose,
/// Gemm. A grouped ConvTranspose of ONNX keeps axis 1 although it lists the channels of one group only.
std::optional<int32_t> weight_axis(Dialect dialect, OpKind kind, int32_t rank, bool transposed = false);

/// The same for the bias: always 0 where the kind has one.
std::optional<int32_t> bias_axis(OpKind kind);

}  // namespace netloupe
