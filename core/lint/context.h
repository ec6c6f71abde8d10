#pragma once

#include <string_view>
#include <vector>

#include "base/cancellation.h"
#include "facts.h"
#include "lint/finding.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "model/model.h"

namespace netloupe::lint {

/// What a rule's condition sees, and where it reports to. One for each rule of a run.
class Context {
public:
    Context(const Rule& rule, Facts& facts, const Options& options, const CancelToken& cancel,
            std::vector<Finding>& findings)
        : rule_(rule), facts_(facts), options_(options), cancel_(cancel), findings_(findings) {}

    [[nodiscard]] const Model& model() const { return facts_.model(); }
    [[nodiscard]] Facts& facts() const { return facts_; }
    /// The numbers of a tensor's quantization; null when it has none or they are known only at run time.
    [[nodiscard]] const QuantParameters* parameters(const Tensor& tensor) const {
        return facts_.parameters(tensor);
    }
    /// What a pass over the tensor's stored values found; null when they were not read.
    [[nodiscard]] const ConstantStatistics* weights(const Tensor& tensor) const {
        return facts_.weights(tensor.constant);
    }
    /// Value of one of the rule's own parameters.
    [[nodiscard]] double parameter(std::string_view parameter_name) const;
    [[nodiscard]] const Options& options() const { return options_; }
    [[nodiscard]] Severity severity() const { return rule_.severity; }
    [[nodiscard]] bool cancelled() const { return cancel_.cancelled(); }

    /// Calls visit(const GraphFacts&) for every graph of the model, until cancelled.
    template <typename Visit>
    void each_graph(Visit visit) const {
        for (size_t g = 0; g < model().graphs.size() && !cancelled(); ++g) visit(facts_.graph(GraphId(g)));
    }
    /// Calls visit(const GraphFacts&, NodeId) for every node of every graph.
    template <typename Visit>
    void each_node(Visit visit) const {
        each_graph([&](const GraphFacts& graph) {
            for (size_t n = 0; n < graph.graph().nodes.size(); ++n) visit(graph, NodeId(n));
        });
    }
    /// Calls visit(const GraphFacts&, TensorId) for every tensor that a graph defines itself.
    template <typename Visit>
    void each_tensor(Visit visit) const {
        each_graph([&](const GraphFacts& graph) {
            const auto& tensors = graph.graph().tensors;
            for (size_t t = 0; t < tensors.size(); ++t) {
                if (!tensors[t].is_captured) visit(graph, TensorId(t));
            }
        });
    }

    /// Calls visit(const GraphFacts&, TensorId, const Constant&, const ConstantStatistics&) for every
    /// constant whose values were read and that something computes with. Tensors that share a constant come
    /// once.
    template <typename Visit>
    void each_weight(Visit visit) const {
        std::vector<bool> seen(model().constants.size());
        each_tensor([&](const GraphFacts& graph, TensorId id) {
            const Tensor& tensor = graph.tensor(id);
            const ConstantStatistics* values = weights(tensor);
            const bool used = tensor.consumers.count > 0 || graph.is_used_inside(id);
            if (values == nullptr || !used || seen[tensor.constant.index()]) return;
            seen[tensor.constant.index()] = true;
            visit(graph, id, model().constant(tensor.constant), *values);
        });
    }

    /// Adds a finding; the rule's id is filled in.
    void report(Finding finding);

private:
    const Rule& rule_;
    Facts& facts_;
    const Options& options_;
    const CancelToken& cancel_;
    std::vector<Finding>& findings_;
};

}  // namespace netloupe::lint
