#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/model.h"

namespace netloupe::gguf {

/// A tensor of the file.
struct Weight {
    std::string_view name;
    ConstantId constant;
    Origin origin;
};

/// What the drawing needs of the metadata: the value of "<architecture>.<key>" as text; nothing when it is
/// absent.
using Parameters = std::function<std::optional<std::string>(std::string_view key)>;

/// A node of attributes in front of the graph: the tokenizer.
struct Tokenizer {
    Range attributes;
};

/// Draws what the architecture's name and the tensors' names tell: embedding, blocks of normalization,
/// attention and feed forward with their residual sums, output. Every tensor is in one node. The graph is
/// graphs[0]. False, and nothing is drawn, when the architecture's form is not known or the tensors do not
/// have it.
bool draw_architecture(Model& model, std::string_view architecture, std::span<const Weight> weights,
                       const std::optional<Tokenizer>& tokenizer, const Parameters& parameters);

}  // namespace netloupe::gguf
