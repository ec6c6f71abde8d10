#pragma once

#include <string>
#include <string_view>

namespace netloupe::report {

/// How text for a terminal is set: with colours or without.
struct Style {
    bool colour = false;

    [[nodiscard]] std::string bold(std::string_view text) const;
    [[nodiscard]] std::string dim(std::string_view text) const;
    [[nodiscard]] std::string red(std::string_view text) const;
    [[nodiscard]] std::string yellow(std::string_view text) const;
    [[nodiscard]] std::string blue(std::string_view text) const;
};

/// Without control characters, which could steer the terminal: names come from strangers' files.
std::string printable(std::string_view text);
/// Its first line, cut to that many characters.
std::string first_line(std::string_view text, size_t most);
/// Columns that UTF-8 text takes, one a character.
size_t columns(std::string_view text);
/// Padded with spaces behind.
std::string padded(std::string_view text, size_t width);

}  // namespace netloupe::report
