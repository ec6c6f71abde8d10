#include "python_string.h"

#include <array>
#include <charconv>
#include <cstdint>

#include "base/utf8.h"

namespace netloupe::pickle {

namespace {

/// The number that `digits` digits of that base at `at` write, and moves behind them.
std::optional<uint32_t> read_digits(std::string_view text, size_t& at, size_t digits, int base) {
    if (at + digits > text.size()) return std::nullopt;
    uint32_t value = 0;
    const char* begin = text.data() + at;
    const auto read = std::from_chars(begin, begin + digits, value, base);
    if (read.ec != std::errc() || read.ptr != begin + digits) return std::nullopt;
    at += digits;
    return value;
}

char simple_escape(char letter) {
    constexpr std::string_view kLetters = "abfnrtv\\'\"";
    constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"";
    const size_t at = kLetters.find(letter);
    return at == std::string_view::npos ? '\0' : kMeanings[at];
}

/// Resolves the escape whose letter is at `at`; one that means nothing stands for itself.
void decode_escape(std::string_view text, size_t& at, std::string& out) {
    const char letter = text[at];
    if (const char meaning = simple_escape(letter)) {
        out += meaning;
        ++at;
        return;
    }
    const bool octal = letter >= '0' && letter <= '7';
    if (letter == 'x' || octal) {
        size_t behind = at + (octal ? 0 : 1);
        size_t digits = octal ? 1 : 2;
        while (octal && digits < 3 && at + digits < text.size() && text[at + digits] >= '0' &&
               text[at + digits] <= '7') {
            ++digits;
        }
        if (const auto code = read_digits(text, behind, digits, octal ? 8 : 16)) {
            out += static_cast<char>(*code);
            at = behind;
            return;
        }
    }
    out += '\\';
    out += letter;
    ++at;
}

}  // namespace

std::optional<std::string> decode_quoted(std::string_view literal) {
    const bool quoted = literal.size() >= 2 && literal.front() == literal.back() &&
                        (literal.front() == '\'' || literal.front() == '"');
    if (!quoted) return std::nullopt;
    const std::string_view text = literal.substr(1, literal.size() - 2);
    std::string out;
    for (size_t at = 0; at < text.size();) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            out += text[at++];
            continue;
        }
        decode_escape(text, ++at, out);
    }
    return out;
}

std::string decode_raw_unicode(std::string_view line) {
    std::string out;
    for (size_t at = 0; at < line.size();) {
        const bool escaped =
            line[at] == '\\' && at + 1 < line.size() && (line[at + 1] == 'u' || line[at + 1] == 'U');
        size_t behind = at + 2;
        const auto code =
            escaped ? read_digits(line, behind, line[at + 1] == 'u' ? 4 : 8, 16) : std::optional<uint32_t>();
        append_utf8(out, code ? *code : static_cast<unsigned char>(line[at]));
        at = code ? behind : at + 1;
    }
    return out;
}

}  // namespace netloupe::pickle
