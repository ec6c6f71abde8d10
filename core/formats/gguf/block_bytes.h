#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/values.h"

/// Fields of a block, whose bytes all exist.
namespace netloupe::gguf {

inline constexpr int kSuper = 256;  ///< Elements of a block of the K and IQ types.

/// Where an element or byte of a block stands behind its beginning.
inline std::ptrdiff_t at(int place) {
    return place;
}
inline uint32_t u8(const std::byte* from, int index) {
    return std::to_integer<uint32_t>(from[index]);
}
inline int32_t i8(const std::byte* from, int index) {
    return static_cast<int8_t>(from[index]);
}
inline uint32_t u16(const std::byte* from, int index) {
    return u8(from, 2 * index) | u8(from, 2 * index + 1) << 8;
}
inline uint32_t u32(const std::byte* from, int index) {
    return u16(from, 2 * index) | u16(from, 2 * index + 1) << 16;
}
/// A float16.
inline float half(const std::byte* from) {
    return static_cast<float>(half_to_double(static_cast<uint16_t>(u16(from, 0))));
}
/// An element of 4 bits, low bits of a byte first.
inline uint32_t nibble(const std::byte* from, int index) {
    return u8(from, index / 2) >> (4 * (index % 2)) & 0xF;
}

}  // namespace netloupe::gguf
