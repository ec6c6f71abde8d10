#pragma once

#include "model/values.h"

namespace netloupe::tflite {

/// Tensors of TensorFlow Lite Micro that are stored as indices into a table of values
/// (tensorflow/lite/micro/docs/compression.md of tflite-micro): fields of `bits` bits, high bits first,
/// without padding. Constant::decoder_argument is a lut_argument().
const ConstantDecoder& lut_decoder();

/// `values` has the shape [tables, entries]; with more than one table, the tensor's index along `axis`
/// chooses it.
uint64_t lut_argument(ConstantId values, uint8_t bits, uint8_t axis);

}  // namespace netloupe::tflite
