#pragma once

#include "model/values.h"

namespace netloupe::onnx {

/// Sparse tensors in coordinates (SparseTensorProto): decoder_argument holds the ids of two other constants,
/// see sparse_argument().
extern const ConstantDecoder& kSparseTensor;

inline uint64_t sparse_argument(ConstantId values, ConstantId indices) {
    return uint64_t{values.value} << 32 | indices.value;
}

}  // namespace netloupe::onnx
