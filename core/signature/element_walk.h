#pragma once

#include <optional>
#include <string>
#include <vector>

#include "infer/shapes.h"
#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::signature {

/// One graph as the evidence is looked for in it.
struct View {
    const Model& model;
    const Meaning& meaning;
    const infer::Shapes* shapes;
    GraphId id;

    [[nodiscard]] const Graph& graph() const { return model.graph(id); }
    [[nodiscard]] const Node& node(NodeId n) const { return graph().node(n); }
    [[nodiscard]] const Tensor& tensor(TensorId t) const { return graph().tensor(t); }
    [[nodiscard]] OpKind kind(NodeId n) const { return meaning.kind(id, n); }
    [[nodiscard]] bool tflite() const { return model.format == Format::kTflite; }
    [[nodiscard]] std::string_view text(StringId s) const { return model.text(s); }

    [[nodiscard]] std::optional<size_t> rank(TensorId t) const;
    /// The extent of a dimension, when it is a number.
    [[nodiscard]] std::optional<int64_t> extent(TensorId t, size_t axis) const;
    /// Nodes that read the elements of the tensor, not its shape only.
    [[nodiscard]] std::vector<Use> readers(TensorId t) const;
    /// The node and the first of its outputs; none without.
    [[nodiscard]] TensorId output(NodeId n, size_t slot = 0) const;
    [[nodiscard]] TensorId input(NodeId n, size_t slot) const;
    /// `CONV_2D`, `Conv "conv1"`.
    [[nodiscard]] std::string label(NodeId n) const;

    /// The values of a constant of at most `most` elements, also behind a cast or dequantization of it.
    [[nodiscard]] std::optional<std::vector<double>> constant(TensorId t, size_t most) const;
    /// The integers of an attribute, or else of a constant input.
    [[nodiscard]] std::optional<std::vector<int64_t>> integers(NodeId n, std::string_view attribute,
                                                               size_t slot) const;
    /// How a Transpose permutes, for its input's rank; nothing when that is not stored.
    [[nodiscard]] std::optional<std::vector<size_t>> permutation(NodeId n) const;
};

/// "(0, 2, 3, 1)"
std::string list_text(const std::vector<double>& values);

/// "0.007843", "−65280": four significant digits, all of a whole number.
std::string short_text(double value);

}  // namespace netloupe::signature
