#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace netloupe::pickle {

/// What a quoted literal of Python's str stands for, its escapes resolved; nothing when it is not quoted.
std::optional<std::string> decode_quoted(std::string_view literal);

/// What a line in Python's "raw-unicode-escape" stands for, as UTF-8.
std::string decode_raw_unicode(std::string_view line);

}  // namespace netloupe::pickle
