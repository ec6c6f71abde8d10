#pragma once

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "context.h"
#include "frame.h"
#include "infer/shapes.h"

namespace netloupe::infer {

/// Goes through the graphs of a model and gathers what is known of their tensors.
class Engine {
public:
    Engine(const Model& model, const Meaning& meaning, const InferOptions& options);
    Shapes run();

private:
    friend class Context;

    // Graphs.
    void run_root(GraphId graph);
    void evaluate(Frame& frame);
    void evaluate(Frame& frame, NodeId node);
    Frame make_frame(GraphId graph);
    void fill_captures(Frame& frame);
    TensorShape captured(const Frame& frame, const Capture& capture);
    void publish(Frame& frame);
    bool spend(size_t cost, GraphId graph, NodeId node);
    /// Whether a graph may be entered once more from here; notes when not.
    bool may_enter(const Frame& frame, NodeId node, GraphId graph);
    std::vector<TensorShape> outputs_of(const Frame& frame);
    void give_inputs(Frame& frame, std::span<const TensorShape> inputs);
    std::vector<TensorShape> run_subgraph(Frame& outer, NodeId node, GraphId graph,
                                          std::span<const TensorShape> inputs);
    std::vector<TensorShape> call_function(Frame& caller, NodeId node, GraphId function);
    std::vector<TensorShape> follow_call(Frame& caller, NodeId node, GraphId function,
                                         std::span<const TensorShape> inputs);

    // Facts.
    void commit(Frame& frame, NodeId node, TensorId tensor, const TensorShape& inferred);
    void merge_type(Frame& frame, NodeId node, TensorId tensor, const TensorShape& inferred);
    void merge_dims(Frame& frame, NodeId node, TensorId tensor, const TensorShape& inferred);
    DimId merge(Frame& frame, DimId declared, DimId inferred, bool& broken);
    void name_unknowns(TensorShape& fact, bool free);
    void check_value(TensorShape& fact);
    TensorShape join(const TensorShape& a, const TensorShape& b);
    Range keep(std::span<const DimId> dims);
    [[nodiscard]] DimList resolved(Range range);
    std::optional<Range> constant_value(ConstantId constant);
    void note(ShapeConflict conflict);
    void note_trips(GraphId graph, NodeId node, DimId trips);
    [[nodiscard]] size_t conflicts() const { return shapes_.conflicts_.size(); }
    void forget_conflicts(size_t kept);
    std::string text(std::span<const DimId> dims) const;

    const Model& model_;
    const Meaning& meaning_;
    const InferOptions& options_;
    Shapes shapes_;
    DimensionTable& table_;
    std::vector<DimId>& pool_;
    std::vector<std::vector<NodeId>> orders_;
    std::vector<std::vector<TensorShape>> declared_;  ///< By graph; filled when it is first evaluated.
    std::vector<std::vector<TensorShape>>& results_;
    std::vector<bool> evaluated_;
    std::unordered_map<const OperatorSchema*, InferFunction> functions_;
    std::unordered_map<uint32_t, std::optional<Range>> constants_;  ///< Elements of constants asked for.
    struct Result {
        std::vector<TensorShape> outputs;
        size_t atoms;  ///< Of the table before the call.
    };
    std::map<std::vector<uint32_t>, Result> calls_;
    std::set<std::tuple<ConflictKind, uint32_t, uint32_t, uint32_t>> noted_;  ///< Conflicts, each once.
    size_t spent_ = 0;
    size_t budget_ = 0;
    bool stopped_ = false;
    bool too_deep_ = false;
};

}  // namespace netloupe::infer
