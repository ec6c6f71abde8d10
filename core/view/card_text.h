#pragma once

#include <string>

#include "folding.h"
#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::view {

/// What a node's card says. Empty texts are not drawn.
struct CardText {
    std::string title;  ///< The operator in the file's own words; "Quantize", "Dequantize" on pills.
    std::string line1;  ///< The attributes that tell most: kernel, stride, padding, axis, permutation.
    std::string line2;  ///< The weights: "weights int8 · 32×3×3×3 · per-channel".
    std::string chip;   ///< A fused activation.
};

/// Where the text of one graph's cards comes from. Holds references; lives while they do.
class CardWriter {
public:
    CardWriter(const Model& model, GraphId graph, const Meaning& meaning, const Folding& folding)
        : model_(model), id_(graph), graph_(model.graph(graph)), meaning_(meaning), folding_(folding) {}

    [[nodiscard]] CardText write(NodeId node) const;

private:
    [[nodiscard]] std::string attributes_line(const Node& node, OpKind kind) const;
    [[nodiscard]] std::string window_line(const Node& node, OpKind kind) const;
    [[nodiscard]] std::string kernel_text(const Node& node, OpKind kind) const;
    [[nodiscard]] std::string padding_text(const Node& node) const;
    [[nodiscard]] std::string graphs_line(const Node& node) const;
    [[nodiscard]] std::string first_attributes(const Node& node) const;
    [[nodiscard]] std::string weights_line(const Node& node) const;
    [[nodiscard]] std::string fused_activation(const Node& node) const;
    [[nodiscard]] bool is_constant(TensorId tensor) const;

    [[nodiscard]] std::string numbers(const Node& node, std::string_view attribute,
                                      std::string_view separator) const;
    [[nodiscard]] std::string labelled(const Node& node, std::string_view attribute,
                                       std::string_view label) const;

    const Model& model_;
    GraphId id_;
    const Graph& graph_;
    const Meaning& meaning_;
    const Folding& folding_;
};

}  // namespace netloupe::view
