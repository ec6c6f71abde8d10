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

std::string to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t length = utf8_sequence(text);
        if (length != 0) {
            out += text.substr(0, length);
        } else {
            const auto byte = static_cast<unsigned char>(text[0]);
            out += static_cast<char>(0xC0 | byte >> 6);
            out += static_cast<char>(0x80 | (byte & 0x3F));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace netloupe
