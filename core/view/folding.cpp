#include "folding.h"

#include <algorithm>
#include <ranges>

namespace netloupe::view {

namespace {

class Folder {
public:
    Folder(const Model& model, GraphId id, const Meaning& meaning)
        : model_(model),
          id_(id),
          graph_(model.graph(id)),
          meaning_(meaning),
          is_output_(graph_.tensors.size(), false) {
        for (const TensorId output : graph_.outputs) {
            if (output.index() < is_output_.size()) is_output_[output.index()] = true;
        }
    }

    /// Kahn's walk from the constants; `order` gets constant-only nodes, producers before consumers.
    std::vector<bool> constant_only(std::vector<NodeId>& order) const {
        std::vector<uint32_t> waiting(graph_.nodes.size(), 0);
        std::vector<bool> result(graph_.nodes.size(), false);
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            waiting[n] = open_inputs(graph_.nodes[n]);
            if (waiting[n] == 0 && may_fold(NodeId(n))) order.push_back(NodeId(n));
        }
        for (size_t at = 0; at < order.size(); ++at) {
            const NodeId node = order[at];
            result[node.index()] = true;
            for (const TensorId output : model_.outputs(graph_.node(node))) {
                if (!output.valid() || graph_.tensor(output).producer != node) continue;
                // A value that is also stored (ONNX's Constant) was never waited for.
                if (graph_.tensor(output).constant.valid()) continue;
                for (const Use& use : graph_.consumers(graph_.tensor(output))) {
                    if (--waiting[use.node.index()] == 0 && may_fold(use.node)) order.push_back(use.node);
                }
            }
        }
        return result;
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
    /// Inputs whose value is not stored in the file.
    [[nodiscard]] uint32_t open_inputs(const Node& node) const {
        uint32_t open = 0;
        for (const TensorId input : model_.inputs(node)) {
            if (input.valid() && !graph_.tensor(input).constant.valid()) ++open;
        }
        return open;
    }

    /// Sources that are not constants (random numbers, variables), control flow and calls compute something
    /// worth seeing.
    [[nodiscard]] bool may_fold(NodeId node) const {
        const OpKind kind = meaning_.kind(id_, node);
        if (kind == OpKind::kConstant) return true;
        const Node& it = graph_.node(node);
        if (has(traits_of(kind), OpTraits::kControlFlow) || it.callee.valid() || it.is_custom) return false;
        const auto inputs = model_.inputs(it);
        return std::ranges::any_of(inputs, [](TensorId id) { return id.valid(); });
    }

    const Model& model_;
    GraphId id_;
    const Graph& graph_;
    const Meaning& meaning_;
    std::vector<bool> is_output_;
};

}  // namespace

Folding fold_constants(const Model& model, GraphId graph, const Meaning& meaning, bool unfold) {
    const Folder folder(model, graph, meaning);
    Folding folding;
    std::vector<NodeId> order;
    folding.constant_only = folder.constant_only(order);
    folding.shown_by.resize(model.graph(graph).nodes.size());
    if (unfold) return folding;
    // Consumers first, so that a chain of constant-only nodes ends in the card that is drawn.
    for (const NodeId node : order | std::views::reverse) {
        if (!folder.can_hide(node)) continue;
        const NodeId consumer = folder.first_consumer(node);
        const NodeId shown_by = folding.shown_by[consumer.index()];
        folding.shown_by[node.index()] = shown_by.valid() ? shown_by : consumer;
    }
    return folding;
}

}  // namespace netloupe::view
