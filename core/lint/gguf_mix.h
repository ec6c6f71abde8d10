#pragma once

#include <optional>
#include <vector>

#include "gguf_facts.h"
#include "model/ggml_file_type.h"

namespace netloupe::lint {

/// Which types llama-quantize may give a tensor under a file type's recipe: releases and importance matrices
/// differ, so that there may be several. Empty when the recipe says nothing of the tensor (it is kept as it
/// was).
class GgufMix {
public:
    /// `type` is a file type that has a recipe.
    GgufMix(const GgufFacts& facts, const GgmlFileType& type);

    [[nodiscard]] std::vector<DataType> allowed(const GgufTensor& tensor) const;

    /// Bits that a weight takes in the type, its share of the block's scales included.
    static double bits_per_weight(DataType type);

private:
    [[nodiscard]] static bool is_quantized_at_all(const GgufTensor& tensor);
    [[nodiscard]] std::vector<DataType> by_role(const GgufTensor& tensor) const;
    [[nodiscard]] std::vector<DataType> of_output() const;
    [[nodiscard]] std::vector<DataType> of_embedding() const;
    [[nodiscard]] std::vector<DataType> of_values(int64_t block) const;
    [[nodiscard]] DataType of_fused() const;
    [[nodiscard]] std::vector<DataType> of_attention_output() const;
    [[nodiscard]] std::vector<DataType> of_down(int64_t block) const;
    [[nodiscard]] bool more_bits(int64_t block) const;
    [[nodiscard]] bool starts(std::string_view prefix) const { return type_.name.starts_with(prefix); }

    const GgufFacts& facts_;
    const GgmlFileType& type_;
    DataType base_;
    int64_t blocks_ = 0;
    int64_t group_ = 1;  ///< Query heads to a key head.
    int64_t experts_ = 0;
    bool imatrix_ = false;
};

}  // namespace netloupe::lint
