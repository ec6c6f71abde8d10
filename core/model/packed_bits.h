#pragma once

#include <cstdint>

#include "base/mapped_file.h"

namespace netloupe {

/// Bit pattern of element `index` of `width` bits, at most 8, low bits of a byte first. The element exists.
inline uint32_t packed_element(Bytes bytes, uint64_t index, uint32_t width) {
    const uint64_t bit = index * width;
    const auto shift = static_cast<uint32_t>(bit % 8);
    auto pattern = std::to_integer<uint32_t>(bytes[bit / 8]);
    if (shift + width > 8) pattern |= std::to_integer<uint32_t>(bytes[bit / 8 + 1]) << 8;
    return (pattern >> shift) & ((1U << width) - 1);
}

}  // namespace netloupe
