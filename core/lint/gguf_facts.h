#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace netloupe::lint {

/// A tensor of a GGUF file.
struct GgufTensor {
    TensorId id;
    const Constant* constant = nullptr;
    std::string_view name;
    std::optional<uint32_t> block;  ///< N of "blk.N.".
    std::string_view in_block;      ///< What follows it, or the whole name.
    std::vector<int64_t> ne;        ///< Extents as ggml has them: the row length first.

    [[nodiscard]] DataType type() const { return constant->dtype; }
    /// Extent `d`, 1 beyond the last.
    [[nodiscard]] int64_t extent(size_t d) const { return d < ne.size() ? ne[d] : 1; }
};

/// What rules ask of a GGUF: its metadata by key, and its tensors.
class GgufFacts {
public:
    explicit GgufFacts(const Model& model);

    [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;
    [[nodiscard]] std::optional<int64_t> integer(std::string_view key) const;
    [[nodiscard]] std::optional<double> real(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return text(key).has_value(); }
    /// Whether some key begins so.
    [[nodiscard]] bool has_prefix(std::string_view prefix) const;

    /// "<architecture>.<key>".
    [[nodiscard]] std::string key(std::string_view of) const {
        return std::string(architecture_) + "." + std::string(of);
    }
    [[nodiscard]] std::optional<int64_t> parameter(std::string_view of) const { return integer(key(of)); }
    [[nodiscard]] std::string_view architecture() const { return architecture_; }

    /// A list of the tokenizer ("tokens"), which stays in the file; null when there is none.
    [[nodiscard]] const Constant* tokenizer_list(std::string_view name) const;
    [[nodiscard]] std::optional<int64_t> tokens() const { return length(tokenizer_list("tokens")); }
    [[nodiscard]] std::optional<int64_t> length(const Constant* list) const;

    [[nodiscard]] const std::vector<GgufTensor>& tensors() const { return tensors_; }
    [[nodiscard]] const GgufTensor* find(std::string_view name) const;

    /// A whole model that takes text: neither an adapter, nor a projector of images, nor a vocabulary alone.
    [[nodiscard]] bool is_text_model() const;
    /// The file itself is the model's only one, or the first of a set that is complete.
    [[nodiscard]] bool is_whole() const;

private:
    const Model& model_;
    std::unordered_map<std::string_view, std::string_view> entries_;
    std::string_view architecture_;
    std::vector<GgufTensor> tensors_;
    std::unordered_map<std::string_view, size_t> by_name_;
};

}  // namespace netloupe::lint
