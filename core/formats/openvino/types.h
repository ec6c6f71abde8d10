#pragma once

#include <string_view>

#include "model/data_type.h"

namespace netloupe::openvino {

/// The type that an IR of any version names "FP32", "f32", "I8", "boolean", ...; kUnknown for what has no
/// counterpart ("nf4", "u1", "dynamic").
DataType data_type_of(std::string_view name);

}  // namespace netloupe::openvino
