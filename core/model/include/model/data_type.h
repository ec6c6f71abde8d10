#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace netloupe {

/// Element types of tensors over all formats.
enum class DataType : uint8_t {
    kUnknown,
    kFloat64,
    kFloat32,
    kFloat16,
    kBFloat16,
    kFloat8E4M3FN,
    kFloat8E4M3FNUZ,
    kFloat8E5M2,
    kFloat8E5M2FNUZ,
    kFloat8E8M0,
    kFloat4E2M1,
    kInt2,
    kInt4,
    kInt8,
    kInt16,
    kInt32,
    kInt64,
    kUint2,
    kUint4,
    kUint8,
    kUint16,
    kUint32,
    kUint64,
    kBool,
    kString,
    kComplex64,
    kComplex128,
    kResource,
    kVariant,
    kCount,
};

/// What a picture or a rule asks of a type first.
enum class DataTypeClass : uint8_t {
    kOther,    ///< Unknown, bool, string, resource, variant, complex.
    kFloat,    ///< float32, float64.
    kHalf,     ///< 16-bit floats and smaller.
    kInteger,  ///< Signed and unsigned integers.
};

/// "float32", "bfloat16", "float8e4m3fn", "int4", "boolean", "string", ...; "?" for kUnknown.
std::string_view name(DataType type);
/// Bits an element takes in a dense array; 0 where that is not fixed (unknown, string, resource, variant).
uint32_t bits(DataType type);
DataTypeClass class_of(DataType type);
inline bool is_floating(DataType type) {
    return class_of(type) == DataTypeClass::kFloat || class_of(type) == DataTypeClass::kHalf;
}
inline bool is_integer(DataType type) {
    return class_of(type) == DataTypeClass::kInteger;
}

/// Smallest and largest integer that a quantized value of this type may take.
struct IntegerLimits {
    int64_t min;
    int64_t max;
};
/// Nothing for types that are not integers of at most 32 bits.
std::optional<IntegerLimits> integer_limits(DataType type);

/// Bytes of `count` densely packed elements (sub-byte types are packed), or nothing when it overflows or
/// bits() is 0.
std::optional<uint64_t> packed_bytes(DataType type, uint64_t count);

}  // namespace netloupe
