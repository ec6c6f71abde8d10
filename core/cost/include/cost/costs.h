#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cost/memory_plan.h"
#include "cost/quantity.h"
#include "infer/shapes.h"
#include "model/model.h"
#include "ops/meaning.h"

/// What models cost to run, counted from shapes. The conventions are written down in docs/costs.md.
namespace netloupe::cost {

/// A sum over nodes of which some may be unknown.
struct Amount {
    Quantity at_least{int64_t{0}};  ///< Of the nodes that are known. Unknown when the formula grew too long.
    uint32_t unknown = 0;           ///< Nodes that are not.

    [[nodiscard]] bool exact() const { return unknown == 0 && at_least.known(); }
    /// The number, when it is exact and no formula.
    [[nodiscard]] std::optional<int64_t> number() const {
        return unknown == 0 ? at_least.number() : std::nullopt;
    }
    friend bool operator==(const Amount&, const Amount&) = default;
};

/// What a node, or a graph, costs each time it runs. Bytes are those of tensors in memory as the operator
/// sees them: no cache is assumed.
struct Cost {
    Amount macs;              ///< Multiplications with their addition.
    Amount flops;             ///< Two a MAC, and the other operations on elements.
    Amount bytes_read;        ///< Activations and weights.
    Amount bytes_written;     ///< Activations.
    Amount activation_bytes;  ///< Of the bytes read and written, those that are not constants.
    Amount parameters;        ///< Elements of distinct weights and biases.
    Amount weight_bytes;      ///< Their bytes as they are stored.
};

/// Which of them.
enum class Metric : uint8_t {
    kMacs,
    kFlops,
    kBytesRead,
    kBytesWritten,
    kActivationBytes,
    kParameters,
    kWeightBytes,
};
const Amount& amount_of(const Cost& cost, Metric metric);

struct GraphCosts {
    std::vector<Cost> nodes;
    /// Nodes that hang on constants alone: they run once, when the model is loaded, and cost nothing after.
    std::vector<bool> constant;
    Cost total;
    MemoryPlan plan;
};

/// Costs of all graphs of a model. Immutable.
class Costs {
public:
    [[nodiscard]] const GraphCosts& graph(GraphId id) const { return graphs_[id.index()]; }
    [[nodiscard]] const Cost& node(GraphId graph, NodeId node) const {
        return graphs_[graph.index()].nodes[node.index()];
    }
    /// Formulas of quantities are in it.
    [[nodiscard]] const infer::DimensionTable& table() const { return table_; }
    /// FLOPs a byte read or written, when both are numbers.
    [[nodiscard]] static std::optional<double> intensity(const Cost& cost);

private:
    friend class Counter;

    infer::DimensionTable table_;
    std::vector<GraphCosts> graphs_;
};

/// Near-linear; never fails: what cannot be counted is unknown, cancelled the rest. `shapes` are those
/// inferred with `options`. Dynamic dimensions of TensorFlow Lite have the extents of an interpreter that
/// nobody resized.
Costs count_costs(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
                  const infer::InferOptions& options = {});

}  // namespace netloupe::cost
