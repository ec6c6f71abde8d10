#pragma once

#include "model/values.h"

namespace netloupe::tflite {

/// Tensors stored by SparsityParameters (the TACO scheme): a tree of levels, one a dimension or block
/// dimension in traversal order, each dense or compressed; the leaves are the stored values in order. All
/// other elements are 0. Constant::decoder_argument is the offset of the sparsity table in files[0].
const ConstantDecoder& sparse_decoder();

}  // namespace netloupe::tflite
