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
    kFloat8E4M3,  ///< With infinities, unlike kFloat8E4M3FN.
    kFloat8E3M4,
    kFloat8E4M3B11FNUZ,
    kFloat6E3M2,
    kFloat6E2M3,
    kFloat4E2M1,
    kNormalFloat4,
    kInt2,
    kInt4,
    kInt8,
    kInt16,
    kInt32,
    kInt64,
    kUint1,
    kUint2,
    kUint3,
    kUint4,
    kUint6,
    kUint8,
    kUint16,
    kUint32,
    kUint64,
    kBool,
    kString,
    kComplex32,
    kComplex64,
    kComplex128,
    kResource,
    kVariant,
    kObject,  ///< Pickled objects of Python.
    kRecord,  ///< Structures and raw bytes: NumPy's structured dtypes.
    // ggml's blocks of quantized weights, each block with its own scale; values decode to floats.
    kQ4_0,
    kQ4_1,
    kQ5_0,
    kQ5_1,
    kQ8_0,
    kQ8_1,
    kQ2_K,
    kQ3_K,
    kQ4_K,
    kQ5_K,
    kQ6_K,
    kQ8_K,
    kIQ2_XXS,
    kIQ2_XS,
    kIQ3_XXS,
    kIQ1_S,
    kIQ4_NL,
    kIQ3_S,
    kIQ2_S,
    kIQ4_XS,
    kIQ1_M,
    kTQ1_0,
    kTQ2_0,
    kMXFP4,
    kNVFP4,
    kQ1_0,
    kQ2_0,
    kCount,
};

/// What a picture or a rule asks of a type first.
enum class DataTypeClass : uint8_t {
    kOther,    ///< Unknown, bool, string, resource, variant, complex.
    kFloat,    ///< float32, float64.
    kHalf,     ///< 16-bit floats and smaller, blocks of quantized floats.
    kInteger,  ///< Signed and unsigned integers.
};

/// "float32", "bfloat16", "float8e4m3fn", "int4", "boolean", "string", ...; "?" for kUnknown.
std::string_view name(DataType type);
/// Bits an element takes in a dense array; 0 where that is not fixed (unknown, string, resource, variant) or
/// elements share bits (ggml's blocks).
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
