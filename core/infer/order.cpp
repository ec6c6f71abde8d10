#include "order.h"

#include <algorithm>

#include "ops/hidden_reads.h"

namespace netloupe::infer {

namespace {

class Sorter {
public:
    Sorter(const Model& model, const Graph& graph, std::vector<HiddenRead> hidden)
        : model_(model), graph_(graph), hidden_(std::move(hidden)) {}

    [[nodiscard]] bool in_order() const {
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            for (const TensorId input : model_.inputs(graph_.nodes[n])) {
                if (comes_later(input, n)) return false;
            }
        }
        return std::ranges::none_of(
            hidden_, [&](const HiddenRead& read) { return comes_later(read.tensor, read.node.index()); });
    }

    std::vector<NodeId> sort() {
        waits_.assign(graph_.nodes.size(), 0);
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            for (const TensorId output : model_.outputs(graph_.nodes[n])) {
                readers(output, NodeId(n), [&](NodeId reader) { ++waits_[reader.index()]; });
            }
        }
        for (size_t n = 0; n < waits_.size(); ++n) {
            if (waits_[n] == 0) order_.emplace_back(n);
        }
        for (size_t done = 0; done < order_.size(); ++done) {
            const NodeId node = order_[done];
            for (const TensorId output : model_.outputs(graph_.node(node))) {
                readers(output, node, [&](NodeId reader) {
                    if (--waits_[reader.index()] == 0) order_.push_back(reader);
                });
            }
        }
        for (size_t n = 0; n < waits_.size(); ++n) {
            if (waits_[n] != 0) order_.emplace_back(n);
        }
        return std::move(order_);
    }

private:
    [[nodiscard]] bool comes_later(TensorId tensor, size_t node) const {
        if (!tensor.valid()) return false;
        const NodeId producer = graph_.tensor(tensor).producer;
        return producer.valid() && producer.index() >= node;
    }

    template <typename Visit>
    void readers(TensorId tensor, NodeId producer, Visit visit) const {
        if (!tensor.valid() || graph_.tensor(tensor).producer != producer) return;
        for (const Use& use : graph_.consumers(graph_.tensor(tensor))) visit(use.node);
        for (auto read = std::ranges::lower_bound(hidden_, tensor, {}, &HiddenRead::tensor);
             read != hidden_.end() && read->tensor == tensor; ++read) {
            visit(read->node);
        }
    }

    const Model& model_;
    const Graph& graph_;
    std::vector<HiddenRead> hidden_;  ///< Sorted by tensor.
    std::vector<uint32_t> waits_;  ///< By node: reads whose producer did not come yet; left over in cycles.
    std::vector<NodeId> order_;
};

}  // namespace

std::vector<std::vector<NodeId>> node_orders(const Model& model) {
    auto hidden = hidden_reads(model);
    std::vector<std::vector<NodeId>> orders(model.graphs.size());
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        Sorter sorter(model, model.graphs[g], std::move(hidden[g]));
        if (!sorter.in_order()) orders[g] = sorter.sort();
    }
    return orders;
}

}  // namespace netloupe::infer
