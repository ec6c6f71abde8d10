#pragma once

#include "model/values.h"

/// How values that are not one dense array are read. All objects are static; Constant::decoder points at
/// them.
namespace netloupe::wire {

/// Repeated numbers of a protobuf message (float_data, int32_data, int64_data, uint64_data, double_data; ints
/// and floats of an attribute), packed or one by one. The constant's span runs from the first such field to
/// the end of the last; decoder_argument is the field's number. What is stored in int32_data is the bit
/// pattern of the tensor's type, for types below 8 bits of a whole byte of elements.
extern const ConstantDecoder& kNumberFields;

/// string_data: the same, for repeated bytes.
extern const ConstantDecoder& kStringFields;

}  // namespace netloupe::wire
