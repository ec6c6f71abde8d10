#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph_facts.h"
#include "infer/shapes.h"
#include "lint/weights.h"
#include "model/model.h"
#include "model/quantization.h"
#include "ops/meaning.h"
#include "targets/placement.h"

namespace netloupe::lint {

/// What several rules need, computed once a run, when the first of them asks. Used from one thread.
class Facts {
public:
    explicit Facts(const Model& model, const infer::Shapes* shapes = nullptr,
                   std::span<const std::shared_ptr<const targets::Target>> targets = {},
                   const Weights* weights = nullptr)
        : model_(model),
          shapes_(shapes),
          weights_(weights),
          graphs_(model.graphs.size()),
          targets_(targets) {}

    [[nodiscard]] const Model& model() const { return model_; }
    /// Null when nobody inferred them.
    [[nodiscard]] const infer::Shapes* shapes() const { return shapes_; }
    /// What the model says by itself: without the extents that somebody bound dimensions of its inputs to.
    /// Null when nobody inferred shapes.
    const infer::Shapes* own_shapes();
    /// What the constant holds; null when it was not read.
    [[nodiscard]] const ConstantStatistics* weights(ConstantId constant) const {
        if (weights_ == nullptr || !constant.valid()) return nullptr;
        const ConstantStatistics& statistics = weights_->of(constant);
        return statistics.read ? &statistics : nullptr;
    }
    const Meaning& meaning();
    const GraphFacts& graph(GraphId id);
    /// The numbers of a quantization; null when they are known only at run time or cannot be read.
    const QuantParameters* parameters(QuantizationId id);
    /// The same for a tensor; null also when it has no quantization.
    const QuantParameters* parameters(const Tensor& tensor);
    /// The node that hides a whole network compiled for one accelerator (edgetpu-custom-op, ethos-u,
    /// EPContext); an invalid id when there is none.
    struct Place {
        GraphId graph;
        NodeId node;
    };
    std::optional<Place> compiled_network();

    /// The targets that take the model's format, and what they make of it. None without shapes.
    struct OnTarget {
        std::shared_ptr<const targets::Target> target;
        targets::Assessment assessment;
        targets::Placement placement;  ///< Of the main graph.
    };
    const std::vector<OnTarget>& targets();
    /// A chosen target computes in float16 what the model has in float32.
    bool runs_in_half();

private:
    struct Resolved {
        bool done = false;
        std::optional<QuantParameters> value;
    };

    void find_captured();
    [[nodiscard]] bool may_be_bound() const;

    const Model& model_;
    const infer::Shapes* shapes_;
    std::optional<infer::Shapes> unbound_;
    const Weights* weights_;
    std::vector<std::vector<TensorId>> captured_;  ///< By graph: its tensors that graphs inside it use.
    std::optional<Meaning> meaning_;
    std::vector<std::unique_ptr<GraphFacts>> graphs_;
    std::vector<Resolved> parameters_;
    std::span<const std::shared_ptr<const targets::Target>> targets_;
    std::optional<std::vector<OnTarget>> on_targets_;
};

}  // namespace netloupe::lint
