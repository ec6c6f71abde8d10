#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace netloupe::darknet {

struct Option {
    std::string_view key;
    std::string_view value;
    uint32_t line = 0;
};

/// "[type]" and the options below it. Texts are views of the file.
struct Section {
    std::string_view type;
    std::vector<Option> options;
    uint32_t line = 0;

    /// The option's value; empty without it.
    [[nodiscard]] std::string_view text(std::string_view key, std::string_view fallback = {}) const;
    /// The whole number that the value begins with, as Darknet reads it; the fallback without the option.
    [[nodiscard]] int64_t integer(std::string_view key, int64_t fallback) const;
    [[nodiscard]] bool has(std::string_view key) const;
};

struct SectionText {
    std::vector<Section> sections;
    uint32_t strange_line = 0;  ///< The first that is no section, option or comment; 0: there is none.
};

SectionText parse_sections(std::string_view text);

/// The whole number at the front of a text; 0 where there is none. Darknet counts in int: what is beyond it
/// is the nearest int.
int64_t leading_number(std::string_view text);

}  // namespace netloupe::darknet
