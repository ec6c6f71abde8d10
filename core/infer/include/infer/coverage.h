#pragma once

#include <string_view>

#include "ops/operator_schema.h"

namespace netloupe::infer {

/// Whether the inference has a function for the operator.
bool covers(Dialect dialect, std::string_view domain, std::string_view op);

}  // namespace netloupe::infer
