#pragma once

#include <charconv>
#include <optional>
#include <string_view>

/// Words and numbers of text formats.
namespace netloupe {

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// The text without blanks around it.
inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The number that is all of the text, but for blanks around it; nothing when there is none or it does not
/// fit into T.
template <typename T>
std::optional<T> parse_number(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Calls `take(part)` for each part between separators, without blanks around it; not for an empty text.
/// Stops when it returns false, and returns that.
template <typename Take>
bool for_each_part(std::string_view text, char separator, Take&& take) {
    if (text.empty()) return true;
    while (true) {
        const size_t end = text.find(separator);
        if (!take(trimmed(text.substr(0, end)))) return false;
        if (end == std::string_view::npos) return true;
        text.remove_prefix(end + 1);
    }
}

}  // namespace netloupe
