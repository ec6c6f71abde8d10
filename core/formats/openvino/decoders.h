#pragma once

#include "model/values.h"

namespace netloupe::openvino {

/// Strings: how many, where each begins and the last ends (int32), then their letters.
extern const ConstantDecoder& kPackedStrings;
/// Numbers of 1 or 2 bits, of which the first in a byte stands in its highest bits.
extern const ConstantDecoder& kBitsFromTheTop;

}  // namespace netloupe::openvino
