#include "text_width.h"

namespace netloupe::view {

namespace {

/// Advance of one character in ems, by class of shape.
float advance(char c) {
    constexpr std::string_view kNarrow = "iljtfrI.,:;'|!()[]{} ";
    constexpr std::string_view kWide = "mwMWQOGD@%&";
    if (kNarrow.find(c) != std::string_view::npos) return 0.36F;
    if (kWide.find(c) != std::string_view::npos) return 0.86F;
    if (c >= 'A' && c <= 'Z') return 0.68F;
    return 0.58F;
}

}  // namespace

float text_width(std::string_view utf8, float size) {
    float ems = 0;
    for (const char c : utf8) {
        // Continuation bytes belong to the character before them.
        if ((static_cast<uint8_t>(c) & 0xC0U) == 0x80U) continue;
        ems += static_cast<uint8_t>(c) >= 0x80U ? 0.62F : advance(c);
    }
    return ems * size;
}

}  // namespace netloupe::view
