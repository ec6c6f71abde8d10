#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/utf8.h"

namespace netloupe::tflite {

/// Bytes that a person may want to read whole.
inline constexpr uint64_t kReadableBytes = uint64_t{64} * 1024;

/// The text without the zeros that writers pad it with; nothing when it is long or not text.
inline std::optional<std::string_view> as_plain_text(std::string_view text) {
    if (text.size() > kReadableBytes) return std::nullopt;
    text = text.substr(0, text.find_last_not_of('\0') + 1);
    const bool readable = std::ranges::none_of(
        text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\r' && c != '\t'; });
    return readable && is_utf8(text) ? std::optional(text) : std::nullopt;
}

}  // namespace netloupe::tflite
