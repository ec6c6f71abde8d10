#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "cost/costs.h"
#include "cost/text.h"
#include "support/graph_text.h"

/// Costs of models written as text (support/graph_text.h).
namespace netloupe::cost::test {

struct Counted {
    Model model;
    Costs costs;

    /// A node's amount as people see it, by its place in the main graph.
    [[nodiscard]] std::string node(Metric metric, size_t index = 0) const {
        return text(costs, amount_of(costs.node(GraphId(0U), NodeId(index)), metric), unit_of(metric));
    }
    [[nodiscard]] const Amount& total(Metric metric) const {
        return amount_of(costs.graph(GraphId(0U)).total, metric);
    }
    [[nodiscard]] std::string total_text(Metric metric) const {
        return text(costs, total(metric), unit_of(metric));
    }
    [[nodiscard]] const MemoryPlan& plan() const { return costs.graph(GraphId(0U)).plan; }
};

inline Counted count(Model model, const infer::InferOptions& options = {}) {
    const Meaning meaning(model);
    Costs costs = count_costs(model, meaning, infer::infer_shapes(model, meaning, options), options);
    return {std::move(model), std::move(costs)};
}
inline Counted count(std::string_view text, const infer::InferOptions& options = {}) {
    return count(netloupe::test::graph_from_text(text), options);
}

/// "MACs | FLOPs" of one node.
inline std::string work_of(const std::string& node, const std::string& head = "onnx opset=21") {
    const Counted counted = count(head + "\n" + node + "\n");
    return counted.node(Metric::kMacs) + " | " + counted.node(Metric::kFlops);
}

}  // namespace netloupe::cost::test
