#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace netloupe {

/// Length of the UTF-8 sequence that starts `text` (1 to 4), or 0 when it is malformed, cut short, overlong,
/// a surrogate or beyond U+10FFFF. `text` is not empty.
size_t utf8_sequence(std::string_view text);

/// Whether the whole text is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// Appends the character of that number; nothing for numbers that no character has.
void append_utf8(std::string& text, uint32_t character);

/// The text with each byte that is not part of well-formed UTF-8 turned into the character of that number, so
/// that it can stand in JSON and nothing is lost.
std::string to_utf8(std::string_view text);

}  // namespace netloupe
