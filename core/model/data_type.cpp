#include "model/data_type.h"

#include <array>
#include <cstddef>

namespace netloupe {

namespace {

struct Row {
    std::string_view name;
    uint32_t bits;
    DataTypeClass type_class;
};

constexpr auto kOther = DataTypeClass::kOther;
constexpr auto kFloat = DataTypeClass::kFloat;
constexpr auto kHalf = DataTypeClass::kHalf;
constexpr auto kInteger = DataTypeClass::kInteger;

constexpr std::array<Row, static_cast<size_t>(DataType::kCount)> kRows{{
    {"?", 0, kOther},
    {"float64", 64, kFloat},
    {"float32", 32, kFloat},
    {"float16", 16, kHalf},
    {"bfloat16", 16, kHalf},
    {"float8e4m3fn", 8, kHalf},
    {"float8e4m3fnuz", 8, kHalf},
    {"float8e5m2", 8, kHalf},
    {"float8e5m2fnuz", 8, kHalf},
    {"float8e8m0", 8, kHalf},
    {"float8e4m3", 8, kHalf},
    {"float8e3m4", 8, kHalf},
    {"float8e4m3b11fnuz", 8, kHalf},
    {"float6e3m2", 6, kHalf},
    {"float6e2m3", 6, kHalf},
    {"float4e2m1", 4, kHalf},
    {"nf4", 4, kHalf},
    {"int2", 2, kInteger},
    {"int4", 4, kInteger},
    {"int8", 8, kInteger},
    {"int16", 16, kInteger},
    {"int32", 32, kInteger},
    {"int64", 64, kInteger},
    {"uint1", 1, kInteger},
    {"uint2", 2, kInteger},
    {"uint3", 3, kInteger},
    {"uint4", 4, kInteger},
    {"uint6", 6, kInteger},
    {"uint8", 8, kInteger},
    {"uint16", 16, kInteger},
    {"uint32", 32, kInteger},
    {"uint64", 64, kInteger},
    {"boolean", 8, kOther},
    {"string", 0, kOther},
    {"complex32", 32, kOther},
    {"complex64", 64, kOther},
    {"complex128", 128, kOther},
    {"resource", 0, kOther},
    {"variant", 0, kOther},
    {"object", 0, kOther},
    {"void", 0, kOther},
    {"q4_0", 0, kHalf},
    {"q4_1", 0, kHalf},
    {"q5_0", 0, kHalf},
    {"q5_1", 0, kHalf},
    {"q8_0", 0, kHalf},
    {"q8_1", 0, kHalf},
    {"q2_k", 0, kHalf},
    {"q3_k", 0, kHalf},
    {"q4_k", 0, kHalf},
    {"q5_k", 0, kHalf},
    {"q6_k", 0, kHalf},
    {"q8_k", 0, kHalf},
    {"iq2_xxs", 0, kHalf},
    {"iq2_xs", 0, kHalf},
    {"iq3_xxs", 0, kHalf},
    {"iq1_s", 0, kHalf},
    {"iq4_nl", 0, kHalf},
    {"iq3_s", 0, kHalf},
    {"iq2_s", 0, kHalf},
    {"iq4_xs", 0, kHalf},
    {"iq1_m", 0, kHalf},
    {"tq1_0", 0, kHalf},
    {"tq2_0", 0, kHalf},
    {"mxfp4", 0, kHalf},
    {"nvfp4", 0, kHalf},
    {"q1_0", 0, kHalf},
    {"q2_0", 0, kHalf},
}};

const Row& row(DataType type) {
    const auto index = static_cast<size_t>(type);
    return kRows[index < kRows.size() ? index : 0];
}

bool is_signed(DataType type) {
    return type >= DataType::kInt2 && type <= DataType::kInt64;
}

}  // namespace

std::string_view name(DataType type) {
    return row(type).name;
}

uint32_t bits(DataType type) {
    return row(type).bits;
}

DataTypeClass class_of(DataType type) {
    return row(type).type_class;
}

std::optional<IntegerLimits> integer_limits(DataType type) {
    if (!is_integer(type) || bits(type) > 32) return std::nullopt;
    const int64_t span = int64_t{1} << bits(type);
    if (is_signed(type)) return IntegerLimits{-span / 2, span / 2 - 1};
    return IntegerLimits{0, span - 1};
}

std::optional<uint64_t> packed_bytes(DataType type, uint64_t count) {
    uint64_t total_bits = 0;
    if (bits(type) == 0 || __builtin_mul_overflow(count, uint64_t{bits(type)}, &total_bits))
        return std::nullopt;
    return total_bits / 8 + (total_bits % 8 != 0 ? 1 : 0);
}

}  // namespace netloupe
