#include <array>
#include <bit>

#include "block_bytes.h"
#include "blocks.h"
#include "codebooks.h"

namespace netloupe::gguf {

namespace {

constexpr std::array<float, 4> kLevels2{8, 25, 43, 0};
constexpr std::array<float, 8> kLevelsXxs{4, 12, 20, 28, 36, 44, 52, 62};
constexpr float kShift = 0.125F;  // IQ1 moves its points off zero, to either side.

/// Eight elements of a point of the 2-bit codebooks, negated by the bits of `signs`.
void put_point8(uint32_t point, uint32_t signs, float scale, float* out) {
    for (uint32_t j = 0; j < 8; ++j) {
        const float value = scale * kLevels2[point >> (2 * j) & 3];
        out[j] = (signs >> j & 1) != 0 ? -value : value;
    }
}

/// The eighth sign is such that their number is even.
uint32_t with_parity(uint32_t seven) {
    return seven | (static_cast<uint32_t>(std::popcount(seven)) & 1) << 7;
}

float quarter_scale(float d, uint32_t scale) {
    return d * (0.5F + static_cast<float>(scale)) * 0.25F;
}

void put_point_iq1(uint32_t index, float scale, float shift, float* out) {
    for (uint32_t j = 0; j < 8; ++j) {
        const auto digit = static_cast<int32_t>(kIq1[index] >> (2 * j) & 3);
        out[j] = scale * (static_cast<float>(digit - 1) + shift);
    }
}

}  // namespace

void decode_iq2_xxs(const std::byte* block, float* out) {
    const float d = half(block);
    for (int part = 0; part < kSuper / 32; ++part) {
        const std::byte* indices = block + at(2 + part * 8);
        const uint32_t signs = u32(indices, 1);
        const float scale = quarter_scale(d, signs >> 28);
        for (int k = 0; k < 4; ++k)
            put_point8(kIq2Xxs[u8(indices, k)], with_parity(signs >> (7 * k) & 127), scale,
                       out + at(part * 32 + k * 8));
    }
}

void decode_iq2_xs(const std::byte* block, float* out) {
    const float d = half(block);
    const std::byte* scales = block + 66;
    for (int k = 0; k < kSuper / 8; ++k) {
        const uint32_t entry = u16(block + 2, k);
        put_point8(kIq2Xs[entry & 511], with_parity(entry >> 9), quarter_scale(d, nibble(scales, k / 2)),
                   out + at(k * 8));
    }
}

void decode_iq2_s(const std::byte* block, float* out) {
    const float d = half(block);
    const std::byte* indices = block + 2;
    const std::byte* signs = block + 34;
    const std::byte* high = block + 66;
    const std::byte* scales = block + 74;
    for (int k = 0; k < kSuper / 8; ++k) {
        const uint32_t index = u8(indices, k) | (u8(high, k / 4) >> (k % 4 * 2) & 3) << 8;
        put_point8(kIq2S[index], u8(signs, k), quarter_scale(d, nibble(scales, k / 2)), out + at(k * 8));
    }
}

void decode_iq3_xxs(const std::byte* block, float* out) {
    const float d = half(block);
    const std::byte* signs = block + 66;
    for (int j = 0; j < kSuper; ++j) {
        const uint32_t entry = u32(signs, j / 32);
        const uint32_t negative = with_parity(entry >> (7 * (j % 32 / 8)) & 127) >> (j % 8) & 1;
        const uint32_t point = kIq3Xxs[u8(block + 2, j / 4)];
        const float value =
            d * (0.5F + static_cast<float>(entry >> 28)) * 0.5F * kLevelsXxs[point >> (j % 4 * 3) & 7];
        out[j] = negative != 0 ? -value : value;
    }
}

void decode_iq3_s(const std::byte* block, float* out) {
    const float d = half(block);
    const std::byte* high = block + 66;
    const std::byte* signs = block + 74;
    const std::byte* scales = block + 106;
    for (int j = 0; j < kSuper; ++j) {
        const uint32_t index = u8(block + 2, j / 4) | (u8(high, j / 32) >> (j % 32 / 4) & 1) << 8;
        const uint32_t level = 2 * (kIq3S[index] >> (j % 4 * 3) & 7) + 1;
        const float value =
            d * static_cast<float>(1 + 2 * nibble(scales, j / 32)) * static_cast<float>(level);
        out[j] = (u8(signs, j / 8) >> (j % 8) & 1) != 0 ? -value : value;
    }
}

void decode_iq1_s(const std::byte* block, float* out) {
    const float d = half(block);
    for (int part = 0; part < kSuper / 32; ++part) {
        const uint32_t high = u16(block + 34, part);
        const float scale = d * static_cast<float>(2 * (high >> 12 & 7) + 1);
        const float shift = (high & 0x8000) != 0 ? -kShift : kShift;
        for (int k = 0; k < 4; ++k) {
            const uint32_t index = u8(block + 2, part * 4 + k) | (high >> (3 * k) & 7) << 8;
            put_point_iq1(index, scale, shift, out + at(part * 32 + k * 8));
        }
    }
}

void decode_iq1_m(const std::byte* block, float* out) {
    const std::byte* high = block + 32;
    const std::byte* scales = block + 48;
    // The scale of the block stands in the upper nibbles of the four words of scales.
    uint32_t pattern = 0;
    for (int word = 0; word < 4; ++word) pattern |= u16(scales, word) >> 12 << (4 * word);
    const auto d = static_cast<float>(half_to_double(static_cast<uint16_t>(pattern)));
    for (int k = 0; k < kSuper / 8; ++k) {
        const uint32_t extra = nibble(high, k);
        const uint32_t own = u16(scales, k / 8) >> (3 * (k / 2 % 4)) & 7;
        put_point_iq1(u8(block, k) | (extra & 7) << 8, d * static_cast<float>(2 * own + 1),
                      (extra & 8) != 0 ? -kShift : kShift, out + at(k * 8));
    }
}

}  // namespace netloupe::gguf
