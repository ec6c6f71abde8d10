#include "counter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/limits.h"

namespace netloupe::cost {

namespace {

constexpr std::array kMetrics{
    &Cost::macs,       &Cost::flops,       &Cost::bytes_read, &Cost::bytes_written, &Cost::activation_bytes,
    &Cost::parameters, &Cost::weight_bytes};
/// Those that grow when a body runs again; weights do not.
constexpr std::array kRepeated{&Cost::macs, &Cost::flops, &Cost::bytes_read, &Cost::bytes_written,
                               &Cost::activation_bytes};

const Amount kUnknown{Quantity(int64_t{0}), 1};

Quantity quantity(std::optional<uint64_t> number) {
    return number && *number <= INT64_MAX ? Quantity(static_cast<int64_t>(*number)) : Quantity();
}

Quantity elements_of(const Model& model, const Constant& constant) {
    return quantity(element_count(model, constant.shape));
}

/// As they are stored, the elements of less than a byte packed; blocks of quantized floats as they stand in
/// the file.
Quantity bytes_of(const Model& model, const Constant& constant) {
    if (bits(constant.dtype) == 0 && is_floating(constant.dtype)) return quantity(constant.length);
    const auto count = element_count(model, constant.shape);
    return quantity(count ? packed_bytes(constant.dtype, *count) : std::nullopt);
}

void sort_unique(std::vector<ConstantId>& ids) {
    std::ranges::sort(ids);
    const auto repeated = std::ranges::unique(ids);
    ids.erase(repeated.begin(), repeated.end());
}

}  // namespace

Counter::Counter(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
                 const CancelToken& cancel)
    : model_(model),
      meaning_(meaning),
      shapes_(shapes),
      cancel_(cancel),
      dialect_(dialect_of(model)),
      math_(costs_.table_),
      subject_{model, meaning, shapes, math_},
      weights_(model, meaning),
      states_(model.graphs.size()) {
    costs_.table_ = shapes.table();
    costs_.graphs_.resize(model.graphs.size());
}

Costs Counter::count() {
    for (size_t g = 0; g < model_.graphs.size(); ++g) count_graph(GraphId(g), 0);
    return std::move(costs_);
}

void Counter::count_graph(GraphId id, uint32_t depth) {
    GraphState& state = states_[id.index()];
    if (state.state != State::kNew) return;
    state.state = State::kRunning;
    const Graph& graph = model_.graph(id);
    state.bytes.resize(graph.tensors.size());
    state.asked.resize(graph.tensors.size(), false);
    state.read.resize(graph.tensors.size(), 0);
    GraphCosts& costs = costs_.graphs_[id.index()];
    costs.nodes.resize(graph.nodes.size());
    costs.constant = weights_.nodes(id).is_constant;
    for (size_t n = 0; n < graph.nodes.size(); ++n) count_node(id, NodeId(n), depth);
    count_total(id);
    plan(id);
    state.state = State::kDone;
}

void Counter::count_node(GraphId graph, NodeId node, uint32_t depth) {
    Cost& cost = costs_.graphs_[graph.index()].nodes[node.index()];
    if (costs_.graphs_[graph.index()].constant[node.index()]) return;
    if (cancel_.cancelled()) {
        for (const auto metric : kMetrics) cost.*metric = kUnknown;
        return;
    }
    own_.clear();
    const auto bodies = graphs_of(model_.graph(graph).node(node));
    const Counting counting = this->counting(graph, node);
    if (!bodies.empty() && counting.formula == nullptr) {
        count_bodies(graph, node, bodies, depth, cost);
        return;
    }
    count_work(Operation(subject_, graph, node), counting, cost);
    count_bytes(graph, node, counting, cost);
    sort_unique(own_);
    count_weights(graph, own_, cost);
}

const Counting& Counter::counting(GraphId graph, NodeId node) {
    const OperatorSchema* schema = meaning_.schema(graph, node);
    const OpKind kind = meaning_.kind(graph, node);
    // The kind of a Resize hangs on the node, not on its schema.
    const auto key = reinterpret_cast<uintptr_t>(schema) << 10 ^ static_cast<uintptr_t>(kind);
    const auto found = countings_.find(key);
    if (found != countings_.end()) return found->second;
    return countings_.emplace(key, counting_of(dialect_, schema, kind)).first->second;
}

void Counter::count_work(const Operation& op, const Counting& counting, Cost& cost) {
    Work work;
    if (counting.formula != nullptr) {
        work = counting.formula(op);
    } else if (counting.operations == 0) {
        work = Operation::only(Quantity(int64_t{0}));
    } else if (counting.operations > 0) {
        work = Operation::only(math_.mul(op.output_elements(), counting.operations));
    }
    if (const int fused = fused_operations(op); fused != 0) {
        const Quantity added = fused > 0 ? math_.mul(op.output_elements(), fused) : Quantity();
        work.operations = math_.add(work.operations, added);
    }
    cost.macs = amount(work.macs);
    cost.flops = amount(math_.add(math_.mul(work.macs, 2), work.operations));
}

Quantity Counter::bytes(GraphId graph, TensorId id) {
    GraphState& state = states_[graph.index()];
    Quantity& known = state.bytes[id.index()];
    if (state.asked[id.index()]) return known;
    state.asked[id.index()] = true;
    const infer::TensorShape& shape = shapes_.tensor(graph, id);
    const uint32_t width = bits(shape.dtype);
    const bool single = shape.kind == ValueKind::kTensor || shape.kind == ValueKind::kUnknown;
    if (!shape.ranked || width == 0 || !single) return known;
    const Quantity elements = math_.product(shapes_.dims(shape));
    known = width % 8 == 0 ? math_.mul(elements, width / 8) : math_.ceil_div(math_.mul(elements, width), 8);
    return known;
}

/// Each tensor once, however often the node names it. Weights are collected in own_.
void Counter::count_bytes(GraphId graph, NodeId id, const Counting& counting, Cost& cost) {
    const Node& node = model_.graph(graph).node(id);
    Quantity written(int64_t{0});
    for (const TensorId output : model_.outputs(node)) {
        if (output.valid() && !counting.view) written = math_.add(written, bytes(graph, output));
    }
    Quantity activations(int64_t{0});
    Quantity constants(int64_t{0});
    const auto inputs = model_.inputs(node);
    for (size_t slot = 0; slot < inputs.size(); ++slot) {
        const TensorId input = inputs[slot];
        if (!input.valid()) continue;
        uint32_t& read = states_[graph.index()].read[input.index()];
        if (std::exchange(read, id.value + 1) == id.value + 1) continue;
        const OperandRole role = meaning_.input_role(graph, id, static_cast<uint32_t>(slot));
        const bool picked = counting.reading == Reading::kPicked &&
                            (role == OperandRole::kData || role == OperandRole::kWeight);
        const bool constant = weights_.is_constant(graph, input);
        Quantity stored(int64_t{0});
        if (constant) {
            sources_.clear();
            if (!weights_.find(graph, input, role, sources_)) stored = Quantity();
            for (const Source& source : sources_) {
                stored = math_.add(stored, bytes_of(model_, model_.constant(source.constant)));
                if (source.is_weight) own_.push_back(source.constant);
            }
        }
        if (counting.reading == Reading::kNone) continue;
        Quantity& sum = constant ? constants : activations;
        sum = math_.add(sum, picked ? written : constant ? stored : bytes(graph, input));
    }
    cost.bytes_read = amount(math_.add(activations, constants));
    cost.bytes_written = amount(written);
    cost.activation_bytes = amount(math_.add(activations, written));
}

void Counter::count_weights(GraphId graph, std::vector<ConstantId>& weights, Cost& cost) {
    Quantity elements(int64_t{0});
    Quantity size(int64_t{0});
    for (const ConstantId id : weights) {
        elements = math_.add(elements, elements_of(model_, model_.constant(id)));
        size = math_.add(size, bytes_of(model_, model_.constant(id)));
    }
    cost.parameters = amount(elements);
    cost.weight_bytes = amount(size);
    auto& all = states_[graph.index()].weights;
    if (&all != &weights) all.insert(all.end(), weights.begin(), weights.end());
}

void Counter::count_total(GraphId graph) {
    GraphCosts& costs = costs_.graphs_[graph.index()];
    auto& weights = states_[graph.index()].weights;
    sort_unique(weights);
    for (const Cost& cost : costs.nodes) {
        for (const auto metric : kRepeated) add(costs.total.*metric, cost.*metric);
    }
    count_weights(graph, weights, costs.total);
    for (const Cost& cost : costs.nodes) {
        costs.total.parameters.unknown += cost.parameters.unknown;
        costs.total.weight_bytes.unknown += cost.weight_bytes.unknown;
    }
}

Amount Counter::amount(Quantity quantity) {
    return quantity.known() ? Amount{quantity, 0} : kUnknown;
}

void Counter::add(Amount& sum, const Amount& amount) {
    const Quantity added = math_.add(sum.at_least, amount.at_least);
    const bool numbers = sum.at_least.number() && amount.at_least.number();
    sum.unknown += amount.unknown;
    // More than 64 bits: the rest is a lower bound.
    if (numbers && !added.known()) {
        ++sum.unknown;
    } else {
        sum.at_least = added;
    }
}

Costs count_costs(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
                  const infer::InferOptions& options) {
    const bool resizable = std::ranges::any_of(model.graphs, [](const Graph& graph) {
        return std::ranges::any_of(graph.tensors,
                                   [](const Tensor& tensor) { return tensor.default_shape.known; });
    });
    if (!resizable || options.resting_extents) return Counter(model, meaning, shapes, options.cancel).count();
    infer::InferOptions resting = options;
    resting.resting_extents = true;
    const infer::Shapes extents = infer::infer_shapes(model, meaning, resting);
    return Counter(model, meaning, extents, options.cancel).count();
}

const Amount& amount_of(const Cost& cost, Metric metric) {
    return cost.*kMetrics[static_cast<size_t>(metric)];
}

std::optional<double> Costs::intensity(const Cost& cost) {
    const auto flops = cost.flops.number();
    const auto read = cost.bytes_read.number();
    const auto written = cost.bytes_written.number();
    if (!flops || !read || !written) return std::nullopt;
    const double bytes = static_cast<double>(*read) + static_cast<double>(*written);
    return bytes == 0 ? std::nullopt : std::optional(static_cast<double>(*flops) / bytes);
}

}  // namespace netloupe::cost
