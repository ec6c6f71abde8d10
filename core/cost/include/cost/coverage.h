#pragma once

#include <string>

#include "ops/operator_schema.h"

namespace netloupe::cost {

/// How an operator is counted, in words; empty when its work is unknown.
std::string counting_words(Dialect dialect, const OperatorSchema& schema);

}  // namespace netloupe::cost
