#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace netloupe {

/// A path as it stands in a URI (RFC 3986): all but letters, digits, "-._~" and slashes as %XX.
std::string percent_encoded(std::string_view path);
/// The text that was encoded; nothing when a % is not followed by two digits.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace netloupe
