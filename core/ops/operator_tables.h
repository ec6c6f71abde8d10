#pragma once

#include <string_view>
#include <vector>

#include "operator_text.h"

namespace netloupe {

// Each in a file of its name; see operator_text.h for the language.
extern const std::string_view kOnnxText;
extern const std::string_view kTfliteText;

/// Every domain that is written down.
std::vector<OperatorSource> operator_sources();

}  // namespace netloupe
