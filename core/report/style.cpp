#include "report/style.h"

#include <algorithm>

#include "base/utf8.h"

namespace netloupe::report {

namespace {

std::string set_in(bool colour, std::string_view code, std::string_view text) {
    if (!colour) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

std::string Style::bold(std::string_view text) const {
    return set_in(colour, "1", text);
}
std::string Style::dim(std::string_view text) const {
    return set_in(colour, "2", text);
}
std::string Style::red(std::string_view text) const {
    return set_in(colour, "31", text);
}
std::string Style::yellow(std::string_view text) const {
    return set_in(colour, "33", text);
}
std::string Style::blue(std::string_view text) const {
    return set_in(colour, "34", text);
}

std::string printable(std::string_view text) {
    std::string clean = to_utf8(text);
    std::ranges::replace_if(
        clean,
        [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte < 0x20U || byte == 0x7FU;
        },
        ' ');
    return clean;
}

std::string first_line(std::string_view text, size_t most) {
    std::string line = printable(text.substr(0, text.find_first_of("\r\n")));
    size_t end = 0;
    size_t count = 0;
    while (end < line.size() && count < most) {
        ++end;
        while (end < line.size() && is_continuation(line[end])) ++end;
        ++count;
    }
    const bool cut = end < line.size() || line.size() < text.size();
    line.resize(end);
    return cut ? line + " …" : line;
}

size_t columns(std::string_view text) {
    return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::string padded(std::string_view text, size_t width) {
    const size_t taken = columns(text);
    return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

}  // namespace netloupe::report
