#include "folding.h"

#include <ranges>
#include <utility>

#include "ops/constant_nodes.h"

namespace netloupe::view {

namespace {

class Folder {
public:
    Folder(const Model& model, GraphId id)
        : model_(model), graph_(model.graph(id)), is_output_(graph_.tensors.size(), false) {
        for (const TensorId output : graph_.outputs) {
            if (output.index() < is_output_.size()) is_output_[output.index()] = true;
        }
    }

    /// A constant-only node hides in its consumer when it has one and its value leaves the graph nowhere
    /// else.
    [[nodiscard]] bool can_hide(NodeId node) const {
        bool used = false;
        for (const TensorId output : model_.outputs(graph_.node(node))) {
            if (!output.valid()) continue;
            if (is_output_[output.index()]) return false;
            used = used || !graph_.tensor(output).consumers.empty();
        }
        return used;
    }

    [[nodiscard]] NodeId first_consumer(NodeId node) const {
        for (const TensorId output : model_.outputs(graph_.node(node))) {
            if (!output.valid()) continue;
            const auto uses = graph_.consumers(graph_.tensor(output));
            if (!uses.empty()) return uses.front().node;
        }
        return {};
    }

private:
    const Model& model_;
    const Graph& graph_;
    std::vector<bool> is_output_;
};

}  // namespace

Folding fold_constants(const Model& model, GraphId graph, const Meaning& meaning, bool unfold) {
    const Folder folder(model, graph);
    ConstantNodes constants = find_constant_nodes(model, graph, meaning);
    Folding folding;
    folding.constant_only = std::move(constants.is_constant);
    folding.shown_by.resize(model.graph(graph).nodes.size());
    if (unfold) return folding;
    // Consumers first, so that a chain of constant-only nodes ends in the card that is drawn.
    for (const NodeId node : constants.order | std::views::reverse) {
        if (!folder.can_hide(node)) continue;
        const NodeId consumer = folder.first_consumer(node);
        const NodeId shown_by = folding.shown_by[consumer.index()];
        folding.shown_by[node.index()] = shown_by.valid() ? shown_by : consumer;
    }
    return folding;
}

}  // namespace netloupe::view
