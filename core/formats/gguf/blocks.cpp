#include "blocks.h"

#include <array>
#include <bit>
#include <cmath>

#include "block_bytes.h"

namespace netloupe::gguf {

namespace {

constexpr int kSmall = 32;  // Elements of a block of the old types.

/// Nibbles of a small block: the low ones are its first half, the high ones its second.
uint32_t split_nibble(const std::byte* quants, int j, int elements) {
    const uint32_t pair = u8(quants, j % (elements / 2));
    return j < elements / 2 ? pair & 0xF : pair >> 4;
}

/// Five bits: the fifth stands apart.
int32_t five_bits(const std::byte* high, const std::byte* quants, int j) {
    return static_cast<int32_t>(split_nibble(quants, j, kSmall) | (u32(high, 0) >> j & 1) << 4);
}

/// Scales and minima of Q4_K and Q5_K: 6 bits each, the upper half of them torn apart.
struct ScaleMin {
    float scale = 0;
    float min = 0;
};
ScaleMin scale_min(const std::byte* scales, int j) {
    if (j < 4) return {static_cast<float>(u8(scales, j) & 63), static_cast<float>(u8(scales, j + 4) & 63)};
    const uint32_t low = u8(scales, j + 4);
    return {static_cast<float>((low & 0xF) | u8(scales, j - 4) >> 6 << 4),
            static_cast<float>(low >> 4 | u8(scales, j) >> 6 << 4)};
}

/// Q3_K's 16 scales of 6 bits: low nibbles first, then the upper two bits of four at a time.
int32_t scale_q3(const std::byte* scales, int j) {
    const uint32_t low = j < 8 ? u8(scales, j) & 0xF : u8(scales, j - 8) >> 4;
    const uint32_t high = u8(scales, 8 + j % 4) >> (2 * (j / 4)) & 3;
    return static_cast<int32_t>(low | high << 4) - 32;
}

/// A digit of base 3: the byte times a power of 3, cut to a byte, holds it in its upper part.
float ternary(uint32_t byte, uint32_t power) {
    return static_cast<float>(static_cast<int32_t>((byte * power & 0xFF) * 3 >> 8) - 1);
}

/// Twice the values of float4e2m1.
constexpr std::array<float, 16> kFloat4{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
/// The 16 levels of IQ4, denser around zero.
constexpr std::array<float, 16> kIq4{-127, -104, -83, -65, -49, -35, -22, -10,
                                     1,    13,   25,  38,  53,  69,  89,  113};

/// Unsigned float8e4m3; half of it, because kFloat4 holds twice the values.
float half_of_unsigned_e4m3(uint32_t bits) {
    if (bits == 0x7F) return 0;
    return static_cast<float>(
        small_float_to_double(DataType::kFloat8E4M3FN, static_cast<uint8_t>(bits & 0x7F)) / 2);
}

}  // namespace

void decode_q4_0(const std::byte* block, float* out) {
    const float d = half(block);
    for (int j = 0; j < kSmall; ++j)
        out[j] = d * static_cast<float>(static_cast<int32_t>(split_nibble(block + 2, j, kSmall)) - 8);
}

void decode_q4_1(const std::byte* block, float* out) {
    const float d = half(block);
    const float m = half(block + 2);
    for (int j = 0; j < kSmall; ++j) out[j] = d * static_cast<float>(split_nibble(block + 4, j, kSmall)) + m;
}

void decode_q5_0(const std::byte* block, float* out) {
    const float d = half(block);
    for (int j = 0; j < kSmall; ++j) out[j] = d * static_cast<float>(five_bits(block + 2, block + 6, j) - 16);
}

void decode_q5_1(const std::byte* block, float* out) {
    const float d = half(block);
    const float m = half(block + 2);
    for (int j = 0; j < kSmall; ++j) out[j] = d * static_cast<float>(five_bits(block + 4, block + 8, j)) + m;
}

void decode_q8_0(const std::byte* block, float* out) {
    const float d = half(block);
    for (int j = 0; j < kSmall; ++j) out[j] = d * static_cast<float>(i8(block + 2, j));
}

void decode_q8_1(const std::byte* block, float* out) {
    const float d = half(block);
    for (int j = 0; j < kSmall; ++j) out[j] = d * static_cast<float>(i8(block + 4, j));
}

void decode_q2_k(const std::byte* block, float* out) {
    const std::byte* quants = block + 16;
    const float d = half(block + 80);
    const float min = half(block + 82);
    for (int j = 0; j < kSuper; ++j) {
        const uint32_t scale = u8(block, j / 16);
        const uint32_t q = u8(quants, j / 128 * 32 + j % 32) >> (j % 128 / 32 * 2) & 3;
        out[j] = d * static_cast<float>(scale & 0xF) * static_cast<float>(q) -
                 min * static_cast<float>(scale >> 4);
    }
}

void decode_q3_k(const std::byte* block, float* out) {
    const std::byte* quants = block + 32;
    const std::byte* scales = block + 96;
    const float d = half(block + 108);
    for (int j = 0; j < kSuper; ++j) {
        const uint32_t low = u8(quants, j / 128 * 32 + j % 32) >> (j % 128 / 32 * 2) & 3;
        const bool high = (u8(block, j % 32) >> (j / 32) & 1) != 0;
        const int32_t q = static_cast<int32_t>(low) - (high ? 0 : 4);
        out[j] = d * static_cast<float>(scale_q3(scales, j / 16)) * static_cast<float>(q);
    }
}

void decode_q4_k(const std::byte* block, float* out) {
    const std::byte* quants = block + 16;
    const float d = half(block);
    const float min = half(block + 2);
    for (int part = 0; part < kSuper / 32; ++part) {
        const ScaleMin own = scale_min(block + 4, part);
        for (int j = 0; j < 32; ++j) {
            const uint32_t q = u8(quants, part / 2 * 32 + j) >> (part % 2 * 4) & 0xF;
            out[part * 32 + j] = d * own.scale * static_cast<float>(q) - min * own.min;
        }
    }
}

void decode_q5_k(const std::byte* block, float* out) {
    const std::byte* high = block + 16;
    const std::byte* quants = block + 48;
    const float d = half(block);
    const float min = half(block + 2);
    for (int part = 0; part < kSuper / 32; ++part) {
        const ScaleMin own = scale_min(block + 4, part);
        for (int j = 0; j < 32; ++j) {
            const uint32_t low = u8(quants, part / 2 * 32 + j) >> (part % 2 * 4) & 0xF;
            const uint32_t q = low | (u8(high, j) >> part & 1) << 4;
            out[part * 32 + j] = d * own.scale * static_cast<float>(q) - min * own.min;
        }
    }
}

void decode_q6_k(const std::byte* block, float* out) {
    const std::byte* high = block + 128;
    const std::byte* scales = block + 192;
    const float d = half(block + 208);
    for (int j = 0; j < kSuper; ++j) {
        const int in_half = j % 128;
        const uint32_t low = u8(block, j / 128 * 64 + in_half % 64) >> (in_half / 64 * 4) & 0xF;
        const uint32_t upper = u8(high, j / 128 * 32 + in_half % 32) >> (in_half / 32 * 2) & 3;
        const int32_t q = static_cast<int32_t>(low | upper << 4) - 32;
        out[j] = d * static_cast<float>(i8(scales, j / 16)) * static_cast<float>(q);
    }
}

void decode_q8_k(const std::byte* block, float* out) {
    const float d = std::bit_cast<float>(u32(block, 0));
    for (int j = 0; j < kSuper; ++j) out[j] = d * static_cast<float>(i8(block + 4, j));
}

void decode_q1_0(const std::byte* block, float* out) {
    constexpr int kElements = 128;
    const float d = half(block);
    for (int j = 0; j < kElements; ++j) out[j] = (u8(block + 2, j / 8) >> (j % 8) & 1) != 0 ? d : -d;
}

void decode_q2_0(const std::byte* block, float* out) {
    constexpr int kElements = 64;
    const float d = half(block);
    for (int j = 0; j < kElements; ++j) {
        const uint32_t q = u8(block + 2, j / 4) >> (j % 4 * 2) & 3;
        out[j] = d * static_cast<float>(static_cast<int32_t>(q) - 1);
    }
}

void decode_tq1_0(const std::byte* block, float* out) {
    constexpr std::array<uint32_t, 5> kPowers{1, 3, 9, 27, 81};
    const float d = half(block + 52);
    // Five digits of each of 32 bytes, then of 16; four of the last 4.
    for (int j = 0; j < 160; ++j)
        out[j] = d * ternary(u8(block, j % 32), kPowers[static_cast<size_t>(j / 32)]);
    for (int j = 0; j < 80; ++j)
        out[160 + j] = d * ternary(u8(block, 32 + j % 16), kPowers[static_cast<size_t>(j / 16)]);
    for (int j = 0; j < 16; ++j)
        out[240 + j] = d * ternary(u8(block, 48 + j % 4), kPowers[static_cast<size_t>(j / 4)]);
}

void decode_tq2_0(const std::byte* block, float* out) {
    const float d = half(block + 64);
    for (int j = 0; j < kSuper; ++j) {
        const uint32_t q = u8(block, j / 128 * 32 + j % 32) >> (j % 128 / 32 * 2) & 3;
        out[j] = d * static_cast<float>(static_cast<int32_t>(q) - 1);
    }
}

void decode_mxfp4(const std::byte* block, float* out) {
    // Half of the float8e8m0 scale, because kFloat4 holds twice the values.
    const uint32_t e = u8(block, 0);
    const auto d = e == 0xFF ? NAN : static_cast<float>(std::ldexp(1.0, static_cast<int>(e) - 128));
    for (int j = 0; j < kSmall; ++j) out[j] = d * kFloat4[split_nibble(block + 1, j, kSmall)];
}

void decode_nvfp4(const std::byte* block, float* out) {
    constexpr int kPart = 16;
    for (int part = 0; part < 4; ++part) {
        const float d = half_of_unsigned_e4m3(u8(block, part));
        const std::byte* quants = block + at(4 + part * kPart / 2);
        for (int j = 0; j < kPart; ++j) out[part * kPart + j] = d * kFloat4[split_nibble(quants, j, kPart)];
    }
}

void decode_iq4_nl(const std::byte* block, float* out) {
    const float d = half(block);
    for (int j = 0; j < kSmall; ++j) out[j] = d * kIq4[split_nibble(block + 2, j, kSmall)];
}

void decode_iq4_xs(const std::byte* block, float* out) {
    const float d = half(block);
    const uint32_t high = u16(block + 2, 0);
    for (int part = 0; part < kSuper / 32; ++part) {
        const uint32_t scale = nibble(block + 4, part) | (high >> (2 * part) & 3) << 4;
        const float own = d * static_cast<float>(static_cast<int32_t>(scale) - 32);
        for (int j = 0; j < 32; ++j)
            out[part * 32 + j] = own * kIq4[split_nibble(block + at(8 + part * 16), j, 32)];
    }
}

}  // namespace netloupe::gguf
