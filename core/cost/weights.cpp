#include "weights.h"

#include <map>
#include <tuple>
#include <utility>

#include "base/limits.h"

namespace netloupe::cost {

namespace {

/// Constants that several tensors or graphs name are one when they are the same bytes of the same file.
std::vector<ConstantId> first_of_same(const Model& model) {
    std::map<std::tuple<uint32_t, uint64_t, uint64_t>, ConstantId> places;
    std::vector<ConstantId> same;
    same.reserve(model.constants.size());
    for (size_t i = 0; i < model.constants.size(); ++i) {
        const Constant& constant = model.constants[i];
        const bool stored = constant.file.valid() && constant.length > 0;
        same.push_back(
            stored
                ? places.try_emplace({constant.file.value, constant.offset, constant.length}, ConstantId(i))
                      .first->second
                : ConstantId(i));
    }
    return same;
}

bool steers(OperandRole role) {
    return role == OperandRole::kParameter || role == OperandRole::kScale || role == OperandRole::kZeroPoint;
}

}  // namespace

Weights::Weights(const Model& model, const Meaning& meaning)
    : model_(model),
      meaning_(meaning),
      same_(first_of_same(model)),
      captures_(model.graphs.size()),
      visited_(model.graphs.size()) {
    nodes_.reserve(model.graphs.size());
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        nodes_.push_back(find_constant_nodes(model, GraphId(g), meaning));
        for (const Capture& capture : model.graphs[g].captures)
            captures_[g].try_emplace(capture.local, &capture);
    }
}

bool Weights::within_budget() const {
    return steps_ <= limits::kCostSteps;
}

/// Where a captured value is made.
Weights::Place Weights::origin(GraphId graph, TensorId tensor) const {
    Place place{graph, tensor};
    for (uint32_t depth = 0; depth < limits::kNesting; ++depth) {
        const auto& captures = captures_[place.graph.index()];
        const auto found = captures.empty() ? captures.end() : captures.find(place.tensor);
        if (found == captures.end()) break;
        const Capture& capture = *found->second;
        const bool possible = capture.outer_graph.index() < model_.graphs.size() &&
                              capture.outer.index() < model_.graph(capture.outer_graph).tensors.size();
        if (!possible) break;
        place = {capture.outer_graph, capture.outer};
    }
    return place;
}

bool Weights::is_constant(GraphId graph, TensorId id) const {
    const Place place = origin(graph, id);
    const Tensor& tensor = model_.graph(place.graph).tensor(place.tensor);
    if (tensor.constant.valid()) return true;
    return tensor.producer.valid() && nodes_[place.graph.index()].is_constant[tensor.producer.index()];
}

/// Integers of 64 bits, booleans and texts are no weights, whatever they are used for: they are shapes and
/// indices.
void Weights::add(ConstantId constant, bool steering, std::vector<Source>& sources) const {
    const DataType type = model_.constant(constant).dtype;
    const bool number = type != DataType::kInt64 && type != DataType::kUint64 && type != DataType::kBool &&
                        type != DataType::kString;
    sources.push_back({same_[constant.index()], number && !steering});
}

bool Weights::find(GraphId graph, TensorId id, OperandRole role, std::vector<Source>& sources) {
    struct Step {
        Place place;
        bool steering;
    };
    ++search_;
    std::vector<Step> waiting{{origin(graph, id), steers(role)}};
    while (!waiting.empty()) {
        const Step step = waiting.back();
        waiting.pop_back();
        ++steps_;
        const GraphId in = step.place.graph;
        const Graph& around = model_.graph(in);
        const Tensor& tensor = around.tensor(step.place.tensor);
        if (tensor.constant.valid()) {
            add(tensor.constant, step.steering, sources);
            continue;
        }
        if (!tensor.producer.valid()) continue;
        auto& visited = visited_[in.index()];
        if (visited.empty()) visited.resize(around.nodes.size(), 0);
        if (std::exchange(visited[tensor.producer.index()], search_) == search_) continue;
        const auto inputs = model_.inputs(around.node(tensor.producer));
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (!inputs[slot].valid()) continue;
            const OperandRole of = meaning_.input_role(in, tensor.producer, static_cast<uint32_t>(slot));
            waiting.push_back({origin(in, inputs[slot]), step.steering || steers(of)});
        }
        if (!within_budget()) return false;
    }
    return within_budget();
}

}  // namespace netloupe::cost
