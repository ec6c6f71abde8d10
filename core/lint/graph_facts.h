#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::lint {

/// What rules ask about the nodes and tensors of one graph: which run at all, which stand at its border,
/// which carry the network. Computed once, in time linear in the graph; assumes that producers stand before
/// consumers, and marks fewer nodes where they do not.
class GraphFacts {
public:
    /// `captured`: tensors of this graph that graphs inside it use.
    GraphFacts(const Model& model, const Meaning& meaning, GraphId id, std::span<const TensorId> captured);

    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] GraphId id() const { return id_; }
    [[nodiscard]] const Graph& graph() const { return graph_; }
    [[nodiscard]] const Node& node(NodeId id) const { return graph_.node(id); }
    [[nodiscard]] const Tensor& tensor(TensorId id) const { return graph_.tensor(id); }
    [[nodiscard]] std::span<const TensorId> inputs(NodeId id) const { return model_.inputs(node(id)); }
    [[nodiscard]] std::span<const TensorId> outputs(NodeId id) const { return model_.outputs(node(id)); }
    /// Operand number `slot`; none when it is not given.
    [[nodiscard]] TensorId input(NodeId id, size_t slot) const {
        return slot < inputs(id).size() ? inputs(id)[slot] : TensorId();
    }
    [[nodiscard]] TensorId output(NodeId id, size_t slot = 0) const {
        return slot < outputs(id).size() ? outputs(id)[slot] : TensorId();
    }
    [[nodiscard]] OpKind kind(NodeId id) const { return meaning_.kind(id_, id); }
    /// Kind of the tensor's producer; kUnknown when it has none.
    [[nodiscard]] OpKind kind_of_producer(TensorId id) const {
        const NodeId producer = id.valid() ? tensor(id).producer : NodeId();
        return producer.valid() ? kind(producer) : OpKind::kUnknown;
    }
    [[nodiscard]] bool has(NodeId id, OpTraits traits) const {
        return netloupe::has(meaning_.traits(id_, id), traits);
    }
    [[nodiscard]] const OperatorSchema* schema(NodeId id) const { return meaning_.schema(id_, id); }
    [[nodiscard]] OperandRole input_role(NodeId id, size_t slot) const {
        return meaning_.input_role(id_, id, static_cast<uint32_t>(slot));
    }

    /// The value is known before the model runs: it is stored, or made of stored values only.
    [[nodiscard]] bool is_constant(TensorId id) const { return tensor_has(id, kConstant); }
    [[nodiscard]] bool is_graph_output(TensorId id) const { return tensor_has(id, kOutput); }
    /// A graph that a node of this one holds (the body of a loop, a branch) reads the value.
    [[nodiscard]] bool is_used_inside(TensorId id) const { return tensor_has(id, kUsedInside); }
    /// A node, a graph output or a graph inside uses the value.
    [[nodiscard]] bool is_used(TensorId id) const {
        return tensor(id).consumers.count > 0 || is_graph_output(id) || is_used_inside(id);
    }
    /// All inputs are constant and the result is always the same.
    [[nodiscard]] bool is_foldable(NodeId id) const { return node_has(id, kFoldable); }
    /// Reached from graph inputs through nothing but pass-through operators, casts, quantize and dequantize,
    /// or leading to graph outputs through these and final operators such as Softmax and ArgMax. Float is
    /// allowed there.
    [[nodiscard]] bool is_boundary(NodeId id) const { return node_has(id, kBoundary); }
    /// Neither boundary nor foldable, and on a path from a graph input to a graph output with at least one
    /// operator that multiplies weights.
    [[nodiscard]] bool is_backbone(NodeId id) const { return node_has(id, kBackbone); }

    /// Asks for a value's shape, not for its elements: Shape, Size, Rank.
    [[nodiscard]] bool reads_only_shape(NodeId id) const;
    /// An activation that flows along the data inputs of nodes: not constant, not a shape or an axis.
    [[nodiscard]] bool is_data_input(NodeId id, size_t slot) const;
    /// The only consumer of the tensor, when nothing else uses it; else none.
    [[nodiscard]] NodeId only_consumer(TensorId id) const;
    /// The node to show for a tensor: its producer, else its first consumer, else none.
    [[nodiscard]] NodeId node_of(TensorId id) const;

    /// `Conv "conv1"`, `CONV_2D (node 13)` when it has no name.
    [[nodiscard]] std::string label(NodeId id) const;
    /// `"conv1/weights"`, `tensor 5` when it has no name.
    [[nodiscard]] std::string label(TensorId id) const;

private:
    enum NodeFlag : uint8_t { kFoldable = 1, kForward = 2, kBackward = 4, kBoundary = 8, kBackbone = 16 };
    enum TensorFlag : uint8_t {
        kConstant = 1,
        kOutput = 2,
        kFromInput = 4,      ///< Depends on a graph input.
        kBorderIn = 8,       ///< ... through boundary operators only.
        kAfterCompute = 16,  ///< ... with a compute operator on the way.
        kUsedInside = 32
    };

    [[nodiscard]] bool node_has(NodeId id, NodeFlag flag) const { return (nodes_[id.index()] & flag) != 0; }
    [[nodiscard]] bool tensor_has(TensorId id, TensorFlag flag) const {
        return (tensors_[id.index()] & flag) != 0;
    }
    void mark_stored_and_given();
    void walk_forward();
    void walk_backward();
    [[nodiscard]] uint8_t flags_of_result(NodeId id);

    const Model& model_;
    const Meaning& meaning_;
    GraphId id_;
    const Graph& graph_;
    std::vector<uint8_t> nodes_;
    std::vector<uint8_t> tensors_;
};

}  // namespace netloupe::lint
