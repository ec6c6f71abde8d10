#include "sections.h"

#include <algorithm>

#include "base/text.h"

namespace netloupe::darknet {

int64_t leading_number(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return std::clamp<int64_t>(value, INT32_MIN, INT32_MAX);
}

std::string_view Section::text(std::string_view key, std::string_view fallback) const {
    const auto found = std::ranges::find(options, key, &Option::key);
    return found == options.end() ? fallback : found->value;
}

int64_t Section::integer(std::string_view key, int64_t fallback) const {
    const auto found = std::ranges::find(options, key, &Option::key);
    return found == options.end() ? fallback : leading_number(found->value);
}

bool Section::has(std::string_view key) const {
    return std::ranges::find(options, key, &Option::key) != options.end();
}

SectionText parse_sections(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    SectionText result;
    uint32_t number = 0;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++number;
        line = trimmed(line);
        if (line.empty() || line[0] == '#' || line[0] == ';') continue;
        if (line[0] == '[') {
            const std::string_view type = line.substr(1, line.find(']') - 1);
            result.sections.push_back({trimmed(type), {}, number});
            continue;
        }
        const size_t equals = line.find('=');
        if (equals == std::string_view::npos || result.sections.empty()) {
            if (result.strange_line == 0) result.strange_line = number;
            continue;
        }
        std::string_view value = line.substr(equals + 1);
        value = value.substr(0, value.find('#'));
        result.sections.back().options.push_back({trimmed(line.substr(0, equals)), trimmed(value), number});
    }
    return result;
}

}  // namespace netloupe::darknet
