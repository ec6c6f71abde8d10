#include "formats/python/number_types.h"

#include <algorithm>
#include <array>

namespace netloupe::python {

namespace {

struct NumberType {
    std::string_view name;
    DataType type;
};
constexpr auto kNumbers = std::to_array<NumberType>({
    {"b1", DataType::kBool},
    {"?", DataType::kBool},
    {"i1", DataType::kInt8},
    {"i2", DataType::kInt16},
    {"i4", DataType::kInt32},
    {"i8", DataType::kInt64},
    {"u1", DataType::kUint8},
    {"u2", DataType::kUint16},
    {"u4", DataType::kUint32},
    {"u8", DataType::kUint64},
    {"f2", DataType::kFloat16},
    {"f4", DataType::kFloat32},
    {"f8", DataType::kFloat64},
    {"c8", DataType::kComplex64},
    {"c16", DataType::kComplex128},
    {"M8", DataType::kInt64},
    {"m8", DataType::kInt64},
    // Of the package ml_dtypes.
    {"bfloat16", DataType::kBFloat16},
    {"float8_e4m3fn", DataType::kFloat8E4M3FN},
    {"float8_e5m2", DataType::kFloat8E5M2},
    {"float8_e4m3fnuz", DataType::kFloat8E4M3FNUZ},
    {"float8_e5m2fnuz", DataType::kFloat8E5M2FNUZ},
    {"float8_e8m0fnu", DataType::kFloat8E8M0},
});

}  // namespace

std::optional<DataType> number_type(std::string_view code) {
    const auto* const found = std::ranges::find(kNumbers, code, &NumberType::name);
    return found == kNumbers.end() ? std::nullopt : std::optional(found->type);
}

}  // namespace netloupe::python
