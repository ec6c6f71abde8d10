#pragma once

#include <unordered_map>
#include <vector>

#include "cost/costs.h"
#include "formulas.h"
#include "plan.h"
#include "weights.h"

namespace netloupe::cost {

/// Counts the costs of all graphs of a model, bodies before the nodes that run them.
class Counter {
public:
    Counter(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
            const CancelToken& cancel);
    Costs count();

private:
    enum class State : uint8_t { kNew, kRunning, kDone };
    /// What else is known of a graph while the model is counted.
    struct GraphState {
        State state = State::kNew;
        std::vector<Quantity> bytes;      ///< Of tensors; filled when asked for.
        std::vector<bool> asked;          ///< Whether they are.
        std::vector<uint32_t> read;       ///< By tensor: the last node, counted from 1, that read it.
        std::vector<ConstantId> weights;  ///< Distinct ones of all nodes and the graphs they run, sorted.
    };

    void count_graph(GraphId graph, uint32_t depth);
    void count_node(GraphId graph, NodeId node, uint32_t depth);
    void count_work(const Operation& op, const Counting& counting, Cost& cost);
    void count_bytes(GraphId graph, NodeId node, const Counting& counting, Cost& cost);
    void count_weights(GraphId graph, std::vector<ConstantId>& weights, Cost& cost);
    void count_total(GraphId graph);
    const Counting& counting(GraphId graph, NodeId node);

    // Control flow.
    [[nodiscard]] std::vector<GraphId> graphs_of(const Node& node) const;
    void count_bodies(GraphId graph, NodeId node, std::span<const GraphId> bodies, uint32_t depth,
                      Cost& cost);
    [[nodiscard]] Quantity repetitions(const Operation& op) const;

    // Amounts.
    static Amount amount(Quantity quantity);
    void add(Amount& sum, const Amount& amount);
    void raise(Amount& most, const Amount& amount);
    void repeat(Amount& amount, Quantity times);

    Quantity bytes(GraphId graph, TensorId tensor);
    void plan(GraphId graph);
    std::vector<Lifetime> lifetimes(GraphId graph, MemoryPlan& plan);

    const Model& model_;
    const Meaning& meaning_;
    const infer::Shapes& shapes_;
    CancelToken cancel_;
    Dialect dialect_;
    Costs costs_;
    Arithmetic math_;
    Subject subject_;
    Weights weights_;
    std::vector<GraphState> states_;
    std::unordered_map<uint64_t, Counting> countings_;
    std::vector<Source> sources_;  ///< Of the node at hand.
    std::vector<ConstantId> own_;  ///< Weights of the node at hand.
};

}  // namespace netloupe::cost
