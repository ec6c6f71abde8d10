#include "cut.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <queue>

namespace netloupe::targets {

namespace {

using Parts = std::vector<std::vector<uint32_t>>;
using Queue = std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>>;

/// Calls ready(node) for each node that waits for nothing more once `node` has run.
template <typename Ready>
void release(const Dependencies& dependencies, std::vector<uint32_t>& waiting, uint32_t node, Ready ready) {
    for (const uint32_t next : dependencies.after(node)) {
        if (--waiting[next] == 0) ready(next);
    }
}

Parts cut_for_delegate(const Dependencies& dependencies, const std::vector<bool>& supported) {
    Parts parts;
    std::vector<uint32_t> waiting = dependencies.waiting();
    std::array<Queue, 2> ready;  // Of nodes that the processor runs, and of those that the target does.
    const auto add = [&](uint32_t node) { ready[supported[node] ? 1 : 0].push(node); };
    for (uint32_t n = 0; n < dependencies.size(); ++n) {
        if (!dependencies.left_out(n) && waiting[n] == 0) add(n);
    }
    while (!ready[0].empty() || !ready[1].empty()) {
        // The first node that is ready says whose turn it is; the turn ends when nothing is left for it.
        const bool target = ready[0].empty() || (!ready[1].empty() && ready[1].top() < ready[0].top());
        Queue& turn = ready[target ? 1 : 0];
        if (target) parts.emplace_back();
        while (!turn.empty()) {
            const uint32_t node = turn.top();
            turn.pop();
            if (target) parts.back().push_back(node);
            release(dependencies, waiting, node, add);
        }
    }
    return parts;
}

Parts cut_for_provider(const Dependencies& dependencies, const std::vector<bool>& supported) {
    Parts parts;
    std::vector<uint32_t> waiting = dependencies.waiting();
    std::deque<uint32_t> ready;
    std::deque<uint32_t> later;  // Others' nodes that read from the part at hand.
    std::vector<uint32_t> reads_from(dependencies.size(), 0);  // The last part of which it does, from 1.
    for (const uint32_t node : dependencies.order()) {
        if (waiting[node] == 0) ready.push_back(node);
    }
    bool open = false;
    while (!ready.empty() || !later.empty()) {
        if (ready.empty()) {
            open = false;
            ready.swap(later);
        }
        const uint32_t node = ready.front();
        ready.pop_front();
        if (!supported[node] && open && reads_from[node] == parts.size()) {
            later.push_back(node);
            continue;
        }
        if (supported[node]) {
            if (!open) parts.emplace_back();
            open = true;
            parts.back().push_back(node);
            for (const uint32_t next : dependencies.after(node))
                reads_from[next] = static_cast<uint32_t>(parts.size());
        }
        release(dependencies, waiting, node, [&ready](uint32_t next) { ready.push_back(next); });
    }
    return parts;
}

Parts cut_at_first_failure(const Dependencies& dependencies, const std::vector<bool>& supported) {
    std::vector<uint32_t> part;
    for (uint32_t n = 0; n < dependencies.size(); ++n) {
        if (dependencies.left_out(n)) continue;
        if (!supported[n]) break;
        part.push_back(n);
    }
    return part.empty() ? Parts() : Parts{std::move(part)};
}

}  // namespace

Dependencies::Dependencies(const Model& model, GraphId id, const std::vector<bool>& left_out)
    : left_out_(left_out), waiting_(left_out.size(), 0) {
    const Graph& graph = model.graph(id);
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    const auto add = [&](TensorId tensor, uint32_t reader) {
        if (!tensor.valid() || left_out[reader]) return;
        const NodeId producer = graph.tensor(tensor).producer;
        if (producer.valid() && !left_out[producer.index()]) edges.emplace_back(producer.value, reader);
    };
    for (uint32_t n = 0; n < graph.nodes.size(); ++n) {
        for (const TensorId input : model.inputs(graph.nodes[n])) add(input, n);
    }
    // What the graphs inside a node use, the node waits for.
    for (const Graph& inner : model.graphs) {
        for (const Capture& capture : inner.captures) {
            if (capture.outer_graph != id) continue;
            const Graph* below = &inner;
            while (below->parent.valid() && below->parent != id) below = &model.graph(below->parent);
            if (below->parent == id && below->owner.valid()) add(capture.outer, below->owner.value);
        }
    }
    first_.assign(graph.nodes.size() + 1, 0);
    for (const auto& [from, to] : edges) {
        ++first_[from + 1];
        ++waiting_[to];
    }
    for (size_t n = 1; n < first_.size(); ++n) first_[n] += first_[n - 1];
    followers_.resize(edges.size());
    std::vector<uint32_t> at(first_.begin(), first_.end() - 1);
    for (const auto& [from, to] : edges) followers_[at[from]++] = to;
}

std::vector<uint32_t> Dependencies::order() const {
    std::vector<uint32_t> waiting = waiting_;
    std::vector<uint32_t> order;
    Queue ready;
    for (uint32_t n = 0; n < size(); ++n) {
        if (!left_out_[n] && waiting[n] == 0) ready.push(n);
    }
    while (!ready.empty()) {
        const uint32_t node = ready.top();
        ready.pop();
        order.push_back(node);
        release(*this, waiting, node, [&ready](uint32_t next) { ready.push(next); });
    }
    return order;
}

Parts cut(const Dependencies& dependencies, Cutting cutting, const std::vector<bool>& supported) {
    switch (cutting) {
        case Cutting::kDelegate:
            return cut_for_delegate(dependencies, supported);
        case Cutting::kProvider:
            return cut_for_provider(dependencies, supported);
        case Cutting::kFirstFailure:
            break;
    }
    return cut_at_first_failure(dependencies, supported);
}

}  // namespace netloupe::targets
