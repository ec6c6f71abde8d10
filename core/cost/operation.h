#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cost/quantity.h"
#include "infer/shapes.h"
#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::cost {

/// What a node computes each time it runs.
struct Work {
    Quantity macs;
    Quantity operations;  ///< FLOPs beside those of the MACs.
};

/// What formulas read of a model.
struct Subject {
    const Model& model;
    const Meaning& meaning;
    const infer::Shapes& shapes;
    Arithmetic& math;
};

/// One node, as the formula that counts its work sees it. Slots beyond the node's operands are absent.
class Operation {
public:
    Operation(const Subject& subject, GraphId graph, NodeId node)
        : subject_(subject),
          graph_(graph),
          id_(node),
          node_(subject.model.graph(graph).node(node)),
          inputs_(subject.model.inputs(node_)),
          outputs_(subject.model.outputs(node_)) {}

    [[nodiscard]] const Model& model() const { return subject_.model; }
    [[nodiscard]] const Node& node() const { return node_; }
    [[nodiscard]] OpKind kind() const { return subject_.meaning.kind(graph_, id_); }
    [[nodiscard]] const OperatorSchema* schema() const { return subject_.meaning.schema(graph_, id_); }
    [[nodiscard]] std::string_view op() const { return model().text(node_.op); }
    [[nodiscard]] Arithmetic& math() const { return subject_.math; }

    // Operands.
    [[nodiscard]] size_t inputs() const { return inputs_.size(); }
    [[nodiscard]] size_t outputs() const { return outputs_.size(); }
    [[nodiscard]] bool has(size_t slot) const { return slot < inputs_.size() && inputs_[slot].valid(); }
    [[nodiscard]] bool gives(size_t slot) const { return slot < outputs_.size() && outputs_[slot].valid(); }
    [[nodiscard]] OperandRole role(size_t slot) const {
        return subject_.meaning.input_role(graph_, id_, static_cast<uint32_t>(slot));
    }
    /// The first input of that role that is given.
    [[nodiscard]] std::optional<size_t> slot_of(OperandRole role) const;

    // Shapes; an unknown rank gives nothing.
    using Extents = std::span<const infer::DimId>;
    [[nodiscard]] std::optional<Extents> shape(size_t slot) const;
    [[nodiscard]] std::optional<Extents> output_shape(size_t slot = 0) const;
    /// Dimension `axis` of an input, from behind when it is negative.
    [[nodiscard]] Quantity extent(size_t slot, int axis) const;
    [[nodiscard]] Quantity output_extent(int axis) const;
    [[nodiscard]] Quantity elements(size_t slot) const;
    [[nodiscard]] Quantity output_elements(size_t slot = 0) const;
    /// Elements of the input for each index of dimension `axis`.
    [[nodiscard]] Quantity elements_per(size_t slot, int axis) const;
    /// How often the node runs its body.
    [[nodiscard]] Quantity trips() const { return math().of(subject_.shapes.trips(graph_, id_)); }
    /// The element of an input of one element.
    [[nodiscard]] Quantity scalar(size_t slot) const;
    /// The elements of a small input multiplied with each other.
    [[nodiscard]] Quantity product(size_t slot) const;

    // Attributes. Those that a function's caller gives are unknown.
    [[nodiscard]] std::optional<int64_t> integer(std::string_view name, int64_t fallback) const;
    [[nodiscard]] Quantity count(std::string_view name, int64_t fallback) const;
    [[nodiscard]] std::string_view text(std::string_view name) const;
    [[nodiscard]] std::optional<std::span<const int64_t>> list(std::string_view name) const;
    /// Elements of a list attribute of any type; 0 without it.
    [[nodiscard]] Quantity list_size(std::string_view name) const;

    /// Work without MACs.
    [[nodiscard]] static Work only(Quantity operations) { return {Quantity(int64_t{0}), operations}; }
    /// MACs, and one operation an output element where the node has a bias.
    [[nodiscard]] Work with_bias(Quantity macs) const;

private:
    [[nodiscard]] std::optional<Extents> shape_of(TensorId tensor) const;
    /// Elements of a small input; none where they are not known.
    [[nodiscard]] std::vector<Quantity> values(size_t slot) const;
    [[nodiscard]] Quantity extent_of(std::optional<Extents> shape, int axis) const;

    const Subject& subject_;
    GraphId graph_;
    NodeId id_;
    const Node& node_;
    std::span<const TensorId> inputs_;
    std::span<const TensorId> outputs_;
};

}  // namespace netloupe::cost
