#include "base/utf8.h"

#include <cstdint>

namespace netloupe {

namespace {

/// Bytes that the leading byte announces and the smallest character that may take so many.
struct Lead {
    size_t length;
    uint32_t bits;
    uint32_t smallest;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {1, byte, 0};
    if (byte >= 0xC0 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
    if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
    if (byte >= 0xF0 && byte < 0xF8) return {4, byte & 0x07U, 0x10000};
    return {0, 0, 0};
}

}  // namespace

size_t utf8_sequence(std::string_view text) {
    const Lead lead = lead_of(static_cast<unsigned char>(text[0]));
    if (lead.length == 0 || lead.length > text.size()) return 0;
    uint32_t character = lead.bits;
    for (size_t i = 1; i < lead.length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80) return 0;
        character = character << 6 | (byte & 0x3FU);
    }
    const bool surrogate = character >= 0xD800 && character < 0xE000;
    return character < lead.smallest || character > 0x10FFFF || surrogate ? 0 : lead.length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const size_t length = utf8_sequence(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

void append_utf8(std::string& text, uint32_t character) {
    if (character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return;
    if (character < 0x80) {
        text += static_cast<char>(character);
        return;
    }
    const uint32_t tails = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    // As many ones as there are bytes, then a zero.
    const uint32_t mark = 0xFFU & (0xF00U >> (tails + 1));
    text += static_cast<char>(mark | character >> (6 * tails));
    for (uint32_t left = tails; left-- > 0;)
        text += static_cast<char>(0x80U | ((character >> (6 * left)) & 0x3FU));
}

std::string to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t length = utf8_sequence(text);
        if (length != 0) {
            out += text.substr(0, length);
        } else {
            append_utf8(out, static_cast<unsigned char>(text[0]));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace netloupe
