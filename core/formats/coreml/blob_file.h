#pragma once

#include "mil_values.h"

namespace netloupe::coreml {

/// Points the constant at a blob of a file of weights ("@model_path/weights/weight.bin"): at the offset that
/// the program gives stands a record of 64 bytes, which says where the values are.
void place_blob(CoremlReading& reading, const MilValue& value, Constant& constant);

}  // namespace netloupe::coreml
