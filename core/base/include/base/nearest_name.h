#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace netloupe {

/// The name that somebody who wrote `name` meant, when one of those known is near enough: few letters
/// changed, left out, added or in another case.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace netloupe
