#pragma once

#include <optional>
#include <string_view>

#include "model/data_type.h"

namespace netloupe::python {

/// The type that NumPy writes as "f4", "bfloat16" or "M8" (dates and durations are counts of their unit);
/// empty when it is no number.
std::optional<DataType> number_type(std::string_view code);

}  // namespace netloupe::python
