#include "model/values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/byte_cursor.h"
#include "packed_bits.h"

namespace netloupe {

namespace {

/// A binary floating format of at most 16 bits. `finite_only`: no infinities, and `nan` patterns only.
struct FloatFormat {
    uint32_t exponent_bits;
    uint32_t mantissa_bits;
    int bias;
    bool has_infinity;
};

double decode_float(const FloatFormat& format, uint32_t bits) {
    const uint32_t sign = bits >> (format.exponent_bits + format.mantissa_bits);
    const uint32_t exponent = (bits >> format.mantissa_bits) & ((1U << format.exponent_bits) - 1);
    const uint32_t mantissa = bits & ((1U << format.mantissa_bits) - 1);
    const uint32_t top = (1U << format.exponent_bits) - 1;
    double value = 0;
    if (format.has_infinity && exponent == top) {
        value = mantissa == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = std::ldexp(mantissa, 1 - format.bias - static_cast<int>(format.mantissa_bits));
    } else {
        value = std::ldexp(mantissa + (1U << format.mantissa_bits),
                           static_cast<int>(exponent) - format.bias - static_cast<int>(format.mantissa_bits));
    }
    return sign != 0 ? -value : value;
}

template <typename Stored, typename Wide>
std::vector<Wide> widen(Bytes bytes, uint64_t first, uint64_t count) {
    std::vector<Wide> out(count);
    for (uint64_t i = 0; i < count; ++i) {
        const Stored stored = *load<Stored>(bytes, (first + i) * sizeof(Stored));
        out[i] = Wide{stored};
    }
    return out;
}

Values decode_packed(DataType dtype, Bytes bytes, uint64_t first, uint64_t count) {
    const uint32_t width = bits(dtype);
    if (is_floating(dtype)) {
        std::vector<double> out(count);
        for (uint64_t i = 0; i < count; ++i) {
            out[i] =
                small_float_to_double(dtype, static_cast<uint8_t>(packed_element(bytes, first + i, width)));
        }
        return out;
    }
    if (dtype >= DataType::kUint1 && dtype <= DataType::kUint6) {
        std::vector<uint64_t> out(count);
        for (uint64_t i = 0; i < count; ++i) out[i] = packed_element(bytes, first + i, width);
        return out;
    }
    std::vector<int64_t> out(count);
    for (uint64_t i = 0; i < count; ++i) {
        const int64_t value = packed_element(bytes, first + i, width);
        out[i] = value >= (int64_t{1} << (width - 1)) ? value - (int64_t{1} << width) : value;
    }
    return out;
}

std::vector<double> decode_halves(DataType dtype, Bytes bytes, uint64_t first, uint64_t count) {
    std::vector<double> out(count);
    for (uint64_t i = 0; i < count; ++i) {
        const auto pattern = *load<uint16_t>(bytes, (first + i) * 2);
        out[i] = dtype == DataType::kFloat16
                     ? half_to_double(pattern)
                     : double{std::bit_cast<float>(static_cast<uint32_t>(pattern) << 16)};
    }
    return out;
}

std::vector<double> decode_complex_halves(Bytes bytes, uint64_t first, uint64_t count) {
    return decode_halves(DataType::kFloat16, bytes, first * 2, count * 2);
}

std::vector<double> decode_small_floats(DataType dtype, Bytes bytes, uint64_t first, uint64_t count) {
    std::vector<double> out(count);
    for (uint64_t i = 0; i < count; ++i) {
        out[i] = small_float_to_double(dtype, std::to_integer<uint8_t>(bytes[first + i]));
    }
    return out;
}

/// Quantiles of the normal distribution, the values of NF4 (Dettmers et al., QLoRA, appendix E).
constexpr std::array<double, 16> kNormalFloats{-1.0,
                                               -0.6961928009986877,
                                               -0.5250730514526367,
                                               -0.39491748809814453,
                                               -0.28444138169288635,
                                               -0.18477343022823334,
                                               -0.09105003625154495,
                                               0.0,
                                               0.07958029955625534,
                                               0.16093020141124725,
                                               0.24611230194568634,
                                               0.33791524171829224,
                                               0.44070982933044434,
                                               0.5626170039176941,
                                               0.7229568362236023,
                                               1.0};

}  // namespace

double half_to_double(uint16_t bits) {
    return decode_float({5, 10, 15, true}, bits);
}

double small_float_to_double(DataType dtype, uint8_t bits) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    switch (dtype) {
        case DataType::kFloat8E4M3FN:
            return (bits & 0x7F) == 0x7F ? kNan : decode_float({4, 3, 7, false}, bits);
        case DataType::kFloat8E4M3FNUZ:
            return bits == 0x80 ? kNan : decode_float({4, 3, 8, false}, bits);
        case DataType::kFloat8E5M2:
            return decode_float({5, 2, 15, true}, bits);
        case DataType::kFloat8E5M2FNUZ:
            return bits == 0x80 ? kNan : decode_float({5, 2, 16, false}, bits);
        case DataType::kFloat8E8M0:
            return bits == 0xFF ? kNan : std::ldexp(1.0, static_cast<int>(bits) - 127);
        case DataType::kFloat8E4M3:
            return decode_float({4, 3, 7, true}, bits);
        case DataType::kFloat8E3M4:
            return decode_float({3, 4, 3, true}, bits);
        case DataType::kFloat8E4M3B11FNUZ:
            return bits == 0x80 ? kNan : decode_float({4, 3, 11, false}, bits);
        case DataType::kFloat6E3M2:
            return decode_float({3, 2, 3, false}, bits & 0x3FU);
        case DataType::kFloat6E2M3:
            return decode_float({2, 3, 1, false}, bits & 0x3FU);
        case DataType::kFloat4E2M1:
            return decode_float({2, 1, 1, false}, bits & 0xFU);
        case DataType::kNormalFloat4:
            return kNormalFloats[bits & 0xFU];
        default:
            return kNan;
    }
}

Result<Bytes> constant_bytes(const Model& model, const Constant& constant) {
    if (constant.state == ConstantState::kMissing) {
        return fail(ErrorCode::kNotFound, "The values of " + std::string(model.text(constant.name)) +
                                              " are in " + std::string(model.text(constant.location)) +
                                              ", which cannot be read.");
    }
    if (constant.state == ConstantState::kAbsent || constant.file.index() >= model.files.size()) {
        return fail(ErrorCode::kNotFound,
                    "The file holds no values for " + std::string(model.text(constant.name)) + ".");
    }
    const auto span = slice(model.files[constant.file.index()].bytes(), constant.offset, constant.length);
    if (!span) {
        return fail(
            ErrorCode::kCorrupt,
            "The values of " + std::string(model.text(constant.name)) + " reach beyond the end of the file.",
            constant.offset);
    }
    return *span;
}

Result<Values> decode_dense(DataType dtype, Bytes bytes, uint64_t first, uint64_t count) {
    if (bits(dtype) == 0) {
        return fail(ErrorCode::kUnsupported,
                    "Values of type " + std::string(name(dtype)) + " cannot be shown.");
    }
    const uint64_t stored = bytes.size() >= UINT64_MAX / 8 ? 0 : bytes.size() * 8 / bits(dtype);
    if (first >= stored) count = 0;
    count = std::min(count, stored - std::min(first, stored));
    switch (dtype) {
        case DataType::kFloat64:
            return widen<double, double>(bytes, first, count);
        case DataType::kFloat32:
            return widen<float, double>(bytes, first, count);
        case DataType::kFloat16:
        case DataType::kBFloat16:
            return decode_halves(dtype, bytes, first, count);
        case DataType::kInt8:
            return widen<int8_t, int64_t>(bytes, first, count);
        case DataType::kInt16:
            return widen<int16_t, int64_t>(bytes, first, count);
        case DataType::kInt32:
            return widen<int32_t, int64_t>(bytes, first, count);
        case DataType::kInt64:
            return widen<int64_t, int64_t>(bytes, first, count);
        case DataType::kBool:
            return widen<uint8_t, int64_t>(bytes, first, count);
        case DataType::kUint8:
            return widen<uint8_t, uint64_t>(bytes, first, count);
        case DataType::kUint16:
            return widen<uint16_t, uint64_t>(bytes, first, count);
        case DataType::kUint32:
            return widen<uint32_t, uint64_t>(bytes, first, count);
        case DataType::kUint64:
            return widen<uint64_t, uint64_t>(bytes, first, count);
        case DataType::kComplex32:
            return decode_complex_halves(bytes, first, count);
        case DataType::kComplex64:
            return widen<float, double>(bytes, first * 2, count * 2);
        case DataType::kComplex128:
            return widen<double, double>(bytes, first * 2, count * 2);
        default:
            return bits(dtype) < 8 ? decode_packed(dtype, bytes, first, count)
                                   : Values(decode_small_floats(dtype, bytes, first, count));
    }
}

Result<Values> read_values(const Model& model, const Constant& constant, uint64_t first, uint64_t count) {
    const uint64_t total = element_count(model, constant.shape).value_or(0);
    count = first >= total ? 0 : std::min(count, total - first);
    if (constant.decoder != nullptr) return constant.decoder->decode(model, constant, first, count);
    const auto bytes = constant_bytes(model, constant);
    if (!bytes) return std::unexpected(bytes.error());
    return decode_dense(constant.dtype, *bytes, first, count);
}

std::vector<double> to_doubles(const Values& values) {
    return std::visit(
        [](const auto& list) -> std::vector<double> {
            using Element = typename std::decay_t<decltype(list)>::value_type;
            if constexpr (std::is_same_v<Element, std::string>) {
                return {};
            } else {
                return {list.begin(), list.end()};
            }
        },
        values);
}

size_t size(const Values& values) {
    return std::visit([](const auto& list) { return list.size(); }, values);
}

}  // namespace netloupe
