#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "ops/operator_schema.h"

namespace netloupe {

/// What every node of a model means: its operator's schema, looked up once for each distinct (domain, name,
/// version). Immutable; may be asked from many threads. The model must outlive it.
class Meaning {
public:
    explicit Meaning(const Model& model);

    /// Null for an operator that no table knows: a custom operator, or the call of a function that the model
    /// defines.
    [[nodiscard]] const OperatorSchema* schema(GraphId graph, NodeId node) const {
        return facts_[place(graph, node)].schema;
    }
    /// As the schema's, but an ONNX Resize that copies nearest neighbours is kResizeNearest and one that
    /// interpolates linearly kResizeLinear.
    [[nodiscard]] OpKind kind(GraphId graph, NodeId node) const { return facts_[place(graph, node)].kind; }
    [[nodiscard]] OpTraits traits(GraphId graph, NodeId node) const {
        return facts_[place(graph, node)].traits;
    }
    /// What input or output number `slot` is to the node; kData when nobody knows.
    [[nodiscard]] OperandRole input_role(GraphId graph, NodeId node, uint32_t slot) const;
    [[nodiscard]] OperandRole output_role(GraphId graph, NodeId node, uint32_t slot) const;

private:
    struct Facts {
        const OperatorSchema* schema = nullptr;
        OpKind kind = OpKind::kUnknown;
        OpTraits traits = OpTraits::kNone;
    };
    [[nodiscard]] size_t place(GraphId graph, NodeId node) const {
        return indices_[first_[graph.index()] + node.index()];
    }

    std::vector<Facts> facts_;       ///< One for each distinct operator.
    std::vector<uint32_t> indices_;  ///< Of the nodes of all graphs, graph after graph, in facts_.
    std::vector<uint32_t> first_;    ///< Where each graph begins in indices_.
};

/// Whose operator names the model's nodes bear.
Dialect dialect_of(const Model& model);

}  // namespace netloupe
