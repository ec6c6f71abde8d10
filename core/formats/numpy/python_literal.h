#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"

namespace netloupe::numpy {

/// A literal of Python as JSON: tuples and lists are arrays, True, False and None are true, false and null.
/// Numbers are whole. Errors: kCorrupt with the offset in the text.
Result<nlohmann::json> parse_literal(std::string_view text);

}  // namespace netloupe::numpy
