// Nodes that run other graphs.

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "counter.h"

namespace netloupe::cost {

namespace {

constexpr std::array kRun{&Cost::macs, &Cost::flops, &Cost::bytes_read, &Cost::bytes_written,
                          &Cost::activation_bytes};

}  // namespace

/// Each once: those that attributes hold, and the function that is called.
std::vector<GraphId> Counter::graphs_of(const Node& node) const {
    std::vector<GraphId> graphs;
    if (node.callee.valid()) graphs.push_back(node.callee);
    for (const Attribute& attribute : model_.attributes_of(node)) {
        if (attribute.type == AttributeType::kGraph && attribute.graph.valid())
            graphs.push_back(attribute.graph);
        if (attribute.type != AttributeType::kGraphs) continue;
        for (const uint32_t id : Model::slice_of(model_.ids, attribute.list)) graphs.push_back(GraphId(id));
    }
    std::erase_if(graphs, [this](GraphId id) { return id.index() >= model_.graphs.size(); });
    std::ranges::sort(graphs);
    const auto repeated = std::ranges::unique(graphs);
    graphs.erase(repeated.begin(), repeated.end());
    return graphs;
}

/// How often the bodies run each time the node does.
Quantity Counter::repetitions(const Operation& op) const {
    switch (op.kind()) {
        case OpKind::kIf:
        case OpKind::kCall:
        case OpKind::kUnknown:
            return Quantity(int64_t{1});
        case OpKind::kCallOnce:
            return Quantity(int64_t{0});
        case OpKind::kLoop:
        case OpKind::kScan:
            return op.trips();
        default:
            return op.node().callee.valid() ? Quantity(int64_t{1}) : Quantity();
    }
}

void Counter::count_bodies(GraphId graph, NodeId id, std::span<const GraphId> bodies, uint32_t depth,
                           Cost& cost) {
    const Operation op(subject_, graph, id);
    const bool branches = op.kind() == OpKind::kIf;
    std::vector<ConstantId> weights;
    for (const GraphId body : bodies) {
        if (depth < limits::kNesting) count_graph(body, depth + 1);
        const bool counted = states_[body.index()].state == State::kDone;
        const Cost& total = costs_.graphs_[body.index()].total;
        for (const auto metric : kRun) {
            const Amount amount = counted ? total.*metric : Amount{Quantity(int64_t{0}), 1};
            branches ? raise(cost.*metric, amount) : add(cost.*metric, amount);
        }
        const auto& theirs = states_[body.index()].weights;
        if (!counted || !weights_.spend(theirs.size())) {
            cost.parameters.unknown = cost.weight_bytes.unknown = 1;
            continue;
        }
        weights.insert(weights.end(), theirs.begin(), theirs.end());
    }
    const Quantity times = repetitions(op);
    for (const auto metric : kRun) repeat(cost.*metric, times);
    const auto unknown = cost.parameters.unknown;
    // Weights that are handed to a function are read in it; they belong to the node that hands them.
    own_.clear();
    Cost operands;
    count_bytes(graph, id, {.reading = Reading::kNone, .view = true, .words = {}}, operands);
    weights.insert(weights.end(), own_.begin(), own_.end());
    std::ranges::sort(weights);
    const auto repeated = std::ranges::unique(weights);
    weights.erase(repeated.begin(), repeated.end());
    count_weights(graph, weights, cost);
    cost.parameters.unknown += unknown;
    cost.weight_bytes.unknown += unknown;
}

void Counter::raise(Amount& most, const Amount& amount) {
    most.at_least = math_.max(most.at_least, amount.at_least);
    most.unknown = std::max(most.unknown, amount.unknown);
}

void Counter::repeat(Amount& amount, Quantity times) {
    if (amount == Amount() || times == Quantity(int64_t{1})) return;
    const Quantity all = math_.mul(amount.at_least, times);
    amount = all.known() ? Amount{all, amount.unknown} : Amount{Quantity(int64_t{0}), 1};
}

}  // namespace netloupe::cost
