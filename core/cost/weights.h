#pragma once

#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "ops/constant_nodes.h"
#include "ops/meaning.h"

namespace netloupe::cost {

/// A stored constant that an operand comes from.
struct Source {
    ConstantId constant;     ///< The first of all that are stored in the same place.
    bool is_weight = false;  ///< Not a shape, an index, a scale or a zero point.
};

/// Finds the stored constants behind operands, through nodes of constants alone and out of the graphs around.
class Weights {
public:
    Weights(const Model& model, const Meaning& meaning);

    [[nodiscard]] const ConstantNodes& nodes(GraphId graph) const { return nodes_[graph.index()]; }
    /// Whether the tensor is known before the model runs.
    [[nodiscard]] bool is_constant(GraphId graph, TensorId tensor) const;
    /// Appends the constants behind a tensor of constants that an operand of that role is; false when
    /// following all operands so far took too long.
    bool find(GraphId graph, TensorId tensor, OperandRole role, std::vector<Source>& sources);

    /// Counts work that grows with the number of constants; false when it was too much.
    bool spend(size_t steps) {
        steps_ += steps;
        return within_budget();
    }

private:
    struct Place {
        GraphId graph;
        TensorId tensor;
    };
    [[nodiscard]] Place origin(GraphId graph, TensorId tensor) const;
    [[nodiscard]] bool within_budget() const;
    void add(ConstantId constant, bool steers, std::vector<Source>& sources) const;

    const Model& model_;
    const Meaning& meaning_;
    std::vector<ConstantNodes> nodes_;
    std::vector<ConstantId> same_;  ///< By constant: the first that is stored in the same place.
    std::vector<std::unordered_map<TensorId, const Capture*>> captures_;
    std::vector<std::vector<uint32_t>> visited_;  ///< By graph and node: the last search that met it.
    uint32_t search_ = 0;
    size_t steps_ = 0;
};

}  // namespace netloupe::cost
