#include "tensor_types.h"

#include <algorithm>
#include <array>

#include "blocks.h"

namespace netloupe::gguf {

namespace {

using enum DataType;

constexpr auto kTypes = std::to_array<TensorType>({
    {0, "F32", kFloat32, 1, 4},
    {1, "F16", kFloat16, 1, 2},
    {2, "Q4_0", kQ4_0, 32, 18, decode_q4_0},
    {3, "Q4_1", kQ4_1, 32, 20, decode_q4_1},
    {6, "Q5_0", kQ5_0, 32, 22, decode_q5_0},
    {7, "Q5_1", kQ5_1, 32, 24, decode_q5_1},
    {8, "Q8_0", kQ8_0, 32, 34, decode_q8_0},
    {9, "Q8_1", kQ8_1, 32, 36, decode_q8_1},
    {10, "Q2_K", kQ2_K, 256, 84, decode_q2_k},
    {11, "Q3_K", kQ3_K, 256, 110, decode_q3_k},
    {12, "Q4_K", kQ4_K, 256, 144, decode_q4_k},
    {13, "Q5_K", kQ5_K, 256, 176, decode_q5_k},
    {14, "Q6_K", kQ6_K, 256, 210, decode_q6_k},
    {15, "Q8_K", kQ8_K, 256, 292, decode_q8_k},
    {16, "IQ2_XXS", kIQ2_XXS, 256, 66, decode_iq2_xxs},
    {17, "IQ2_XS", kIQ2_XS, 256, 74, decode_iq2_xs},
    {18, "IQ3_XXS", kIQ3_XXS, 256, 98, decode_iq3_xxs},
    {19, "IQ1_S", kIQ1_S, 256, 50, decode_iq1_s},
    {20, "IQ4_NL", kIQ4_NL, 32, 18, decode_iq4_nl},
    {21, "IQ3_S", kIQ3_S, 256, 110, decode_iq3_s},
    {22, "IQ2_S", kIQ2_S, 256, 82, decode_iq2_s},
    {23, "IQ4_XS", kIQ4_XS, 256, 136, decode_iq4_xs},
    {24, "I8", kInt8, 1, 1},
    {25, "I16", kInt16, 1, 2},
    {26, "I32", kInt32, 1, 4},
    {27, "I64", kInt64, 1, 8},
    {28, "F64", kFloat64, 1, 8},
    {29, "IQ1_M", kIQ1_M, 256, 56, decode_iq1_m},
    {30, "BF16", kBFloat16, 1, 2},
    {34, "TQ1_0", kTQ1_0, 256, 54, decode_tq1_0},
    {35, "TQ2_0", kTQ2_0, 256, 66, decode_tq2_0},
    {39, "MXFP4", kMXFP4, 32, 17, decode_mxfp4},
    {40, "NVFP4", kNVFP4, 64, 36, decode_nvfp4},
    {41, "Q1_0", kQ1_0, 128, 18, decode_q1_0},
    {42, "Q2_0", kQ2_0, 64, 18, decode_q2_0},
});

}  // namespace

const TensorType* tensor_type(uint32_t id) {
    const auto* const found = std::ranges::lower_bound(kTypes, id, {}, &TensorType::id);
    return found != kTypes.end() && found->id == id ? found : nullptr;
}

std::span<const TensorType> tensor_types() {
    return kTypes;
}

std::optional<uint64_t> stored_bytes(const TensorType& type, uint64_t elements) {
    uint64_t bytes = 0;
    if (elements % type.elements != 0 ||
        __builtin_mul_overflow(elements / type.elements, uint64_t{type.bytes}, &bytes))
        return std::nullopt;
    return bytes;
}

}  // namespace netloupe::gguf
