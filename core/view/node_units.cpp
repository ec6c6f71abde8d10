#include "node_units.h"

#include <algorithm>

namespace netloupe::view {

namespace {

class Finder {
public:
    Finder(const Model& model, GraphId id, const Meaning& meaning, const std::vector<bool>& constant_only)
        : model_(model),
          id_(id),
          graph_(model.graph(id)),
          meaning_(meaning),
          constant_only_(constant_only),
          found_(graph_.nodes.size(), false) {}

    std::vector<bool> find() {
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            const NodeId node(n);
            if (!has(meaning_.traits(id_, node), OpTraits::kQdqNodeUnit) || !takes_dequantized(node))
                continue;
            const NodeId next = only_consumer(node);
            if (gives_to_quantize(node)) {
                found_[n] = true;
            } else if (next.valid() && merges(next) && gives_to_quantize(next)) {
                found_[n] = found_[next.index()] = true;
            }
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is(NodeId node, OpTraits trait) const {
        return has(meaning_.traits(id_, node), trait);
    }

    /// Some input comes out of DequantizeLinear, and none that is computed comes from elsewhere.
    [[nodiscard]] bool takes_dequantized(NodeId node) const {
        bool any = false;
        for (const TensorId input : model_.inputs(graph_.node(node))) {
            if (!input.valid() || graph_.tensor(input).constant.valid()) continue;
            const NodeId producer = graph_.tensor(input).producer;
            if (!producer.valid()) return false;
            if (constant_only_[producer.index()]) continue;
            if (!is(producer, OpTraits::kDequantize)) return false;
            any = true;
        }
        return any;
    }

    [[nodiscard]] bool gives_to_quantize(NodeId node) const {
        const auto outputs = model_.outputs(graph_.node(node));
        if (outputs.empty() || !outputs[0].valid()) return false;
        const auto uses = graph_.consumers(graph_.tensor(outputs[0]));
        return !uses.empty() &&
               std::ranges::all_of(uses, [&](const Use& use) { return is(use.node, OpTraits::kQuantize); });
    }

    [[nodiscard]] NodeId only_consumer(NodeId node) const {
        const auto outputs = model_.outputs(graph_.node(node));
        if (outputs.empty() || !outputs[0].valid()) return {};
        const auto uses = graph_.consumers(graph_.tensor(outputs[0]));
        return uses.size() == 1 ? uses.front().node : NodeId();
    }

    [[nodiscard]] bool merges(NodeId node) const {
        const OpKind kind = meaning_.kind(id_, node);
        return kind == OpKind::kRelu || kind == OpKind::kClip;
    }

    const Model& model_;
    GraphId id_;
    const Graph& graph_;
    const Meaning& meaning_;
    const std::vector<bool>& constant_only_;
    std::vector<bool> found_;
};

}  // namespace

std::vector<bool> find_node_units(const Model& model, GraphId graph, const Meaning& meaning,
                                  const std::vector<bool>& constant_only) {
    return Finder(model, graph, meaning, constant_only).find();
}

}  // namespace netloupe::view
