#include "model/ggml_file_type.h"

#include <algorithm>
#include <array>

namespace netloupe {

namespace {

using enum DataType;

constexpr auto kFileTypes = std::to_array<GgmlFileType>({
    {0, "F32", kFloat32},      {1, "F16", kFloat16},    {2, "Q4_0", kQ4_0},      {3, "Q4_1", kQ4_1},
    {7, "Q8_0", kQ8_0},        {8, "Q5_0", kQ5_0},      {9, "Q5_1", kQ5_1},      {10, "Q2_K", kQ2_K},
    {11, "Q3_K_S", kQ3_K},     {12, "Q3_K_M", kQ3_K},   {13, "Q3_K_L", kQ3_K},   {14, "Q4_K_S", kQ4_K},
    {15, "Q4_K_M", kQ4_K},     {16, "Q5_K_S", kQ5_K},   {17, "Q5_K_M", kQ5_K},   {18, "Q6_K", kQ6_K},
    {19, "IQ2_XXS", kIQ2_XXS}, {20, "IQ2_XS", kIQ2_XS}, {21, "Q2_K_S", kQ2_K},   {22, "IQ3_XS", kIQ3_S},
    {23, "IQ3_XXS", kIQ3_XXS}, {24, "IQ1_S", kIQ1_S},   {25, "IQ4_NL", kIQ4_NL}, {26, "IQ3_S", kIQ3_S},
    {27, "IQ3_M", kIQ3_S},     {28, "IQ2_S", kIQ2_XS},  {29, "IQ2_M", kIQ2_S},   {30, "IQ4_XS", kIQ4_XS},
    {31, "IQ1_M", kIQ1_M},     {32, "BF16", kBFloat16}, {36, "TQ1_0", kTQ1_0},   {37, "TQ2_0", kTQ2_0},
    {38, "MXFP4_MOE", kMXFP4}, {39, "NVFP4", kNVFP4},   {40, "Q1_0", kQ1_0},     {41, "Q2_0", kQ2_0},
});

}  // namespace

const GgmlFileType* ggml_file_type(uint32_t id) {
    const auto* const found = std::ranges::lower_bound(kFileTypes, id, {}, &GgmlFileType::id);
    return found != kFileTypes.end() && found->id == id ? found : nullptr;
}

const GgmlFileType* find_ggml_file_type(std::string_view name) {
    const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    const auto* const found = std::ranges::find_if(kFileTypes, [&](const GgmlFileType& type) {
        return std::ranges::equal(name, type.name, [&](char a, char b) { return upper(a) == b; });
    });
    return found == kFileTypes.end() ? nullptr : found;
}

}  // namespace netloupe
