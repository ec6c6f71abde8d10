#pragma once

#include <string_view>

namespace netloupe {

/// Whether `a` stands before `b` as people sort names: runs of digits by their number, so that "layer.2"
/// stands before "layer.10".
bool natural_less(std::string_view a, std::string_view b);

}  // namespace netloupe
