#include "gguf_mix.h"

#include <algorithm>
#include <array>

namespace netloupe::lint {

namespace {

using enum DataType;
using Types = std::vector<DataType>;

/// Blocks of 256 weights that a row must be made of.
constexpr int64_t kSuper = 256;
constexpr int64_t kSmall = 32;

struct Bits {
    DataType type;
    double bits;
};
constexpr auto kBits = std::to_array<Bits>({
    {kFloat64, 64},   {kFloat32, 32},     {kFloat16, 16},    {kBFloat16, 16},    {kQ4_0, 4.5},
    {kQ4_1, 5},       {kQ5_0, 5.5},       {kQ5_1, 6},        {kQ8_0, 8.5},       {kQ8_1, 9},
    {kQ2_K, 2.625},   {kQ3_K, 3.4375},    {kQ4_K, 4.5},      {kQ5_K, 5.5},       {kQ6_K, 6.5625},
    {kQ8_K, 9.125},   {kIQ2_XXS, 2.0625}, {kIQ2_XS, 2.3125}, {kIQ3_XXS, 3.0625}, {kIQ1_S, 1.5625},
    {kIQ4_NL, 4.5},   {kIQ3_S, 3.4375},   {kIQ2_S, 2.5625},  {kIQ4_XS, 4.25},    {kIQ1_M, 1.75},
    {kTQ1_0, 1.6875}, {kTQ2_0, 2.0625},   {kMXFP4, 4.25},    {kNVFP4, 4.5},      {kQ1_0, 1.125},
    {kQ2_0, 2.25},
});

bool is_super(DataType type) {
    return (type >= kQ2_K && type <= kQ8_K) || (type >= kIQ2_XXS && type <= kTQ2_0 && type != kIQ4_NL);
}

/// What is taken instead when a row is no multiple of 256.
DataType fallback(DataType type, int64_t row) {
    if (row % kSmall != 0) return kFloat16;
    switch (type) {
        case kQ4_K:
            return kQ5_0;
        case kQ5_K:
            return kQ5_1;
        case kQ6_K:
            return kQ8_0;
        case kQ2_K:
        case kQ3_K:
        case kTQ1_0:
        case kTQ2_0:
            return kQ4_0;
        default:
            return kIQ4_NL;
    }
}

}  // namespace

double GgufMix::bits_per_weight(DataType type) {
    const auto* const found = std::ranges::find(kBits, type, &Bits::type);
    return found == kBits.end() ? bits(type) : found->bits;
}

GgufMix::GgufMix(const GgufFacts& facts, const GgmlFileType& type)
    : facts_(facts),
      type_(type),
      base_(type.most),
      blocks_(facts.parameter("block_count").value_or(0)),
      experts_(facts.parameter("expert_count").value_or(0)),
      imatrix_(facts.has_prefix("quantize.imatrix.")) {
    const int64_t heads = facts.parameter("attention.head_count").value_or(0);
    const int64_t keys = facts.parameter("attention.head_count_kv").value_or(heads);
    if (keys > 0) group_ = heads / keys;
}

/// Vectors, normalizations, routers and small tables keep the type that they came with.
bool GgufMix::is_quantized_at_all(const GgufTensor& tensor) {
    if (tensor.ne.size() < 2 || !tensor.name.ends_with("weight")) return false;
    return std::ranges::none_of(
        std::to_array<std::string_view>({"_norm.weight", "ffn_gate_inp", "altup", "laurel",
                                         "per_layer_model_proj", "ssm_conv1d", "shortconv.conv", "indexer.",
                                         "time_mix_", "attn_rel_b", "position_embd", "token_types", "sam.",
                                         ".rel_pos", ".patch_embd"}),
        [&](std::string_view part) { return tensor.name.contains(part); });
}

std::vector<DataType> GgufMix::allowed(const GgufTensor& tensor) const {
    if (!is_quantized_at_all(tensor)) return {};
    Types types = by_role(tensor);
    const int64_t row = tensor.extent(0);
    for (DataType& type : types) {
        if (is_super(type) && row % kSuper != 0) {
            type = fallback(type, row);
        } else if (bits(type) == 0 && row % kSmall != 0) {
            type = kFloat16;
        }
    }
    return types;
}

std::vector<DataType> GgufMix::by_role(const GgufTensor& tensor) const {
    if (tensor.name == "output.weight") return of_output();
    if (tensor.name == "token_embd.weight") {
        // Where the output shares it, the output's rule holds.
        return facts_.find("output.weight") == nullptr ? of_output() : of_embedding();
    }
    const int64_t block = tensor.block.value_or(0);
    const std::string_view name = tensor.in_block;
    if (name.starts_with("attn_v") || name.starts_with("attn_kv_b")) return of_values(block);
    if (name.starts_with("attn_qkv")) {
        Types types = of_values(block);
        types.push_back(of_fused());
        return types;
    }
    if (name.starts_with("attn_output")) return of_attention_output();
    if (name.starts_with("ffn_down")) return of_down(block);
    if (name.starts_with("attn_k") || name.starts_with("attn_q")) {
        if (type_.name == "IQ3_XXS") return {kIQ2_S, base_};
        if (type_.name == "IQ3_XS") return {kIQ3_XXS, base_};
    }
    if (type_.name == "IQ3_XS") return {kIQ3_XXS, base_};
    return {base_};
}

std::vector<DataType> GgufMix::of_output() const {
    if (base_ == kQ8_0 || type_.name == "MXFP4_MOE" || facts_.architecture() == "falcon") return {kQ8_0};
    if (starts("IQ1") || starts("IQ2") || type_.name == "IQ3_XXS") return {kQ5_K};
    return {kQ6_K};
}

std::vector<DataType> GgufMix::of_embedding() const {
    if (starts("IQ1") || type_.name == "IQ2_XXS" || type_.name == "IQ2_XS") return {kQ2_K};
    if (type_.name == "IQ2_S" || type_.name == "IQ2_M" || type_.name == "IQ3_XXS") return {kIQ3_S};
    if (starts("TQ") || type_.name == "Q2_0") return {kQ4_K};
    return {base_};
}

/// Releases before 2025 gave tensors that hold queries, keys and values together one type in all blocks.
DataType GgufMix::of_fused() const {
    if (type_.name == "Q3_K_M" || type_.name == "Q3_K_L" || type_.name == "IQ3_M") return kQ4_K;
    if (type_.name == "Q4_K_M") return kQ5_K;
    return type_.name == "Q5_K_M" ? kQ6_K : base_;
}

/// The first and the last eighth of the blocks, and every third between them.
bool GgufMix::more_bits(int64_t block) const {
    return block < blocks_ / 8 || block >= 7 * blocks_ / 8 || (block - blocks_ / 8) % 3 == 2;
}

std::vector<DataType> GgufMix::of_values(int64_t block) const {
    const std::string_view name = type_.name;
    const bool grouped = group_ >= 4;
    if (name == "Q2_K") return {grouped ? kQ4_K : kQ3_K};
    if (name == "Q2_K_S") return {grouped ? kQ4_K : base_};
    if (name == "Q3_K_M") return {block < 2 ? kQ5_K : kQ4_K};
    if (name == "Q3_K_L") return {kQ5_K};
    if (name == "Q4_K_S") return {block < 4 ? kQ5_K : base_};
    if (name == "Q4_K_M") return {more_bits(block) ? kQ6_K : base_};
    if (name == "Q5_K_M") return {more_bits(block) ? kQ6_K : base_};
    if (name == "IQ3_XXS") return {grouped ? kQ4_K : imatrix_ ? base_ : kIQ3_S};
    if (name == "IQ3_XS" || name == "IQ3_S") return {grouped ? kQ4_K : base_};
    if (name == "IQ3_M") return {kQ4_K};
    if (starts("IQ4")) return {grouped ? kQ5_K : base_};
    if (starts("IQ1") || name == "IQ2_XXS" || name == "IQ2_XS")
        return {grouped || experts_ >= 4 ? kQ4_K : kQ2_K};
    if (starts("IQ2")) return {grouped || experts_ >= 4 ? kQ4_K : kIQ3_S};
    return {base_};
}

std::vector<DataType> GgufMix::of_attention_output() const {
    const std::string_view name = type_.name;
    if (name == "Q2_K") return {kQ3_K};
    if (name == "Q3_K_M" || name == "IQ3_M") return {kQ4_K};
    if (name == "Q3_K_L") return {kQ5_K};
    if (name == "IQ3_XXS") return {kIQ3_S};
    if (starts("IQ1")) return {kIQ2_XXS};
    if (name == "IQ2_S" || name == "IQ2_M") return {kIQ3_S};
    return {base_};
}

std::vector<DataType> GgufMix::of_down(int64_t block) const {
    const std::string_view name = type_.name;
    const bool early = block < blocks_ / 8;
    if (name == "Q2_K") return {kQ3_K};
    if (name == "Q2_K_S") return {early ? kQ4_K : base_};
    if (name == "Q3_K_M") return {block < blocks_ / 16 ? kQ5_K : kQ4_K};
    if (name == "Q3_K_L") return {kQ5_K};
    if (name == "Q4_K_S") return {early ? kQ5_K : base_};
    if (name == "Q4_K_M" || name == "Q5_K_M") return {more_bits(block) ? kQ6_K : base_};
    if (name == "Q4_0") return {early && imatrix_ ? kQ4_1 : base_, base_};
    if (name == "Q5_0") return {early && imatrix_ ? kQ5_1 : base_, base_};
    if (name == "IQ3_XXS") return {imatrix_ ? base_ : early ? kQ4_K : kQ3_K};
    if (name == "IQ3_M") return {early ? kQ4_K : base_};
    if (starts("IQ4")) return {early && !imatrix_ ? kQ5_K : base_};
    if (starts("IQ1") || name == "IQ2_XXS" || name == "IQ2_XS") return {early ? kQ2_K : base_};
    if (starts("IQ2")) return {early ? kIQ3_S : base_};
    return {base_};
}

}  // namespace netloupe::lint
