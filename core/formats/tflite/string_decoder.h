#pragma once

#include "model/values.h"

namespace netloupe::tflite {

/// String tensors: int32 count, count + 1 int32 offsets from the start of the buffer, then the texts without
/// separators.
const ConstantDecoder& string_decoder();

}  // namespace netloupe::tflite
