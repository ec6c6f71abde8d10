#pragma once

#include <string_view>

namespace netloupe::torch {

/// A line an operator: its name, or "name.overload" where overloads differ, then its arguments in order; `?`
/// marks a tensor that may be None.
extern const std::string_view kAtenArguments;
extern const std::string_view kOtherArguments;

}  // namespace netloupe::torch
