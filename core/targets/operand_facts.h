#pragma once

#include <optional>
#include <span>
#include <vector>

#include "infer/shapes.h"
#include "model/model.h"
#include "model/quantization.h"
#include "ops/constant_nodes.h"
#include "ops/meaning.h"

namespace netloupe::targets {

/// What predicates ask of the tensors of a model.
class OperandFacts {
public:
    OperandFacts(const Model& model, const Meaning& meaning, const infer::Shapes& shapes)
        : model_(model), meaning_(meaning), shapes_(shapes), graphs_(model.graphs.size()) {}

    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] const Meaning& meaning() const { return meaning_; }

    /// The value is computed once, when the model is loaded.
    bool folded(GraphId graph, NodeId node) { return facts(graph).nodes[node.index()]; }
    /// Stored, or made of stored values alone.
    bool constant(GraphId graph, TensorId tensor) { return facts(graph).tensors[tensor.index()]; }

    [[nodiscard]] DataType type(GraphId graph, TensorId tensor) const;
    /// Of the quantized values, for a value that a DequantizeLinear gives or a QuantizeLinear takes.
    [[nodiscard]] DataType stored_type(GraphId graph, TensorId tensor) const;
    /// Nothing when not even the rank is known.
    [[nodiscard]] std::optional<uint32_t> rank(GraphId graph, TensorId tensor) const;
    /// Nothing when the extent is no number. TensorFlow Lite's dynamic dimensions have the extents of an
    /// interpreter that nobody resized.
    [[nodiscard]] std::optional<int64_t> extent(GraphId graph, TensorId tensor, uint32_t axis) const;
    /// Whether both have the same dimensions; nothing when that is not known.
    [[nodiscard]] std::optional<bool> same_shape(GraphId graph, TensorId a, TensorId b) const;
    /// Of the value, or of the integers that it is dequantized from or quantized to; none when it has none.
    [[nodiscard]] QuantizationId quantization(GraphId graph, TensorId tensor) const;
    /// Null when they are known only at run time or cannot be read.
    const QuantParameters* parameters(QuantizationId id);
    /// Appends the elements of a small constant; false when they are not known.
    bool values(GraphId graph, TensorId tensor, std::vector<double>& out);

private:
    struct GraphFacts {
        std::vector<bool> nodes;
        std::vector<bool> tensors;
        bool made = false;
    };
    struct Resolved {
        bool done = false;
        std::optional<QuantParameters> value;
    };

    const GraphFacts& facts(GraphId id);
    /// The tensor on the integer side of a QuantizeLinear or DequantizeLinear next to this one; else itself.
    [[nodiscard]] TensorId stored_side(const Graph& graph, GraphId id, TensorId tensor) const;

    const Model& model_;
    const Meaning& meaning_;
    const infer::Shapes& shapes_;
    std::vector<GraphFacts> graphs_;
    std::vector<Resolved> parameters_;
};

}  // namespace netloupe::targets
