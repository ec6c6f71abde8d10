#pragma once

#include <string>

#include "infer/shapes.h"

namespace netloupe::infer {

/// Types and shapes of tensors as people are shown them: what the operators give, and what the file declares
/// where they give nothing or nobody has inferred yet. Holds references; lives while they do.
class KnownTypes {
public:
    /// `shapes` may be null: the file's own.
    explicit KnownTypes(const Model& model, const Shapes* shapes = nullptr)
        : model_(model), shapes_(shapes) {}

    [[nodiscard]] DataType dtype(GraphId graph, TensorId tensor) const;
    /// "1×3×h×w", "scalar"; "?" for an unknown rank.
    [[nodiscard]] std::string shape_text(GraphId graph, TensorId tensor) const;
    /// The same with a question mark for each dimension whose text is longer than that.
    [[nodiscard]] std::string shape_text(GraphId graph, TensorId tensor, size_t longest_dimension) const;
    /// "int8 1×3×224×224", or the whole type of what is not a tensor.
    [[nodiscard]] std::string type_text(GraphId graph, TensorId tensor) const;
    /// Whether shape_text() tells at least the rank.
    [[nodiscard]] bool ranked(GraphId graph, TensorId tensor) const;
    /// Whether the file says nothing of the tensor's shape, and the operators do.
    [[nodiscard]] bool only_inferred(GraphId graph, TensorId tensor) const;

private:
    /// What was inferred of the tensor; null where that is no rank.
    [[nodiscard]] const TensorShape* inferred(GraphId graph, TensorId tensor) const;

    const Model& model_;
    const Shapes* shapes_;
};

}  // namespace netloupe::infer
