#include "range_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Operators whose output range is fixed by what they compute, or builds up over time.
bool bounds_its_output(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kReduction)) return true;
    switch (graph.kind(node)) {
        case OpKind::kSoftmax:
        case OpKind::kLogSoftmax:
        case OpKind::kSigmoid:
        case OpKind::kTanh:
        case OpKind::kL2Normalization:
        case OpKind::kLpNormalization:
        case OpKind::kExp:
        case OpKind::kRnn:
        case OpKind::kLstm:
        case OpKind::kGru:
        case OpKind::kSvdf:
            return true;
        default:
            return false;
    }
}

bool keeps_value(const GraphFacts& graph, NodeId node) {
    return graph.has(node, OpTraits::kPassThrough) || graph.has(node, OpTraits::kSameScale) ||
           graph.has(node, OpTraits::kQuantize) || graph.has(node, OpTraits::kDequantize);
}

/// The result is as wide as the widest operand.
bool adds_or_compares(OpKind kind) {
    switch (kind) {
        case OpKind::kAdd:
        case OpKind::kSub:
        case OpKind::kSum:
        case OpKind::kMax:
        case OpKind::kMin:
            return true;
        default:
            return false;
    }
}

}  // namespace

double lower_median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

RangeStatistics::RangeStatistics(const GraphFacts& graph, Facts& facts)
    : graph_(graph), value_of_(graph.graph().tensors.size()), octaves_(graph.graph().tensors.size(), kNone) {
    join_values();
    measure(facts);
    find_uses();
    find_neighbours();
}

uint32_t RangeStatistics::root(uint32_t tensor) {
    while (value_of_[tensor] != tensor) {
        value_of_[tensor] = value_of_[value_of_[tensor]];
        tensor = value_of_[tensor];
    }
    return tensor;
}

void RangeStatistics::join_values() {
    for (uint32_t t = 0; t < value_of_.size(); ++t) value_of_[t] = t;
    const Model& model = graph_.model();
    for (size_t n = 0; n < graph_.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (!keeps_value(graph_, node)) continue;
        TensorId first;
        const auto join = [&](TensorId id) {
            if (!first.valid()) first = id;
            value_of_[root(id.value)] = root(first.value);
        };
        const auto inputs = model.inputs(graph_.node(node));
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (graph_.is_data_input(node, slot)) join(inputs[slot]);
        }
        if (!first.valid()) continue;
        for (const TensorId output : model.outputs(graph_.node(node))) {
            if (output.valid()) join(output);
        }
    }
    // From trees to numbers 0, 1, 2, ...
    std::vector<uint32_t> number(value_of_.size(), UINT32_MAX);
    uint32_t values = 0;
    for (uint32_t t = 0; t < value_of_.size(); ++t) {
        uint32_t& of_root = number[root(t)];
        if (of_root == UINT32_MAX) of_root = values++;
    }
    for (uint32_t t = 0; t < value_of_.size(); ++t) number[t] = number[root(t)];
    value_of_ = std::move(number);
    bounded_.assign(values, 0);
    octaves_of_value_.assign(values, kNone);
}

void RangeStatistics::measure(Facts& facts) {
    std::vector<double> all;
    for (size_t t = 0; t < octaves_.size(); ++t) {
        const TensorId id(t);
        if (graph_.is_constant(id) || !is_quantized(graph_, id)) continue;
        const DataType storage = graph_.model().quantization(graph_.tensor(id).quantization).storage;
        const auto limits = integer_limits(storage);
        const QuantParameters* parameters = facts.parameters(graph_.tensor(id));
        if (!limits || bits(storage) > 16 || parameters == nullptr || parameters->scales.size() != 1)
            continue;
        const double octaves =
            std::log2(parameters->scales[0] * static_cast<double>(limits->max - limits->min));
        if (!std::isfinite(octaves)) continue;
        octaves_[t] = octaves;
        if (std::isnan(octaves_of_value_[value_of_[t]])) octaves_of_value_[value_of_[t]] = octaves;
        activations_.push_back({id, octaves, value_of_[t]});
        all.push_back(octaves);
    }
    if (all.empty()) return;
    median_ = lower_median(all);
    for (double& octaves : all) octaves = std::abs(octaves - median_);
    sigma_ = std::max(1.0, 1.4826 * lower_median(std::move(all)));
}

double RangeStatistics::octaves_of(TensorId tensor, bool read) const {
    const TensorId stored = read ? stored_source(graph_, tensor) : stored_result(graph_, tensor);
    if (stored.valid() && !std::isnan(octaves_[stored.index()])) return octaves_[stored.index()];
    return octaves_of_value_[value_of_[tensor.index()]];
}

template <typename Visit>
void RangeStatistics::each_neighbour_pair(Visit visit) const {
    const Model& model = graph_.model();
    for (size_t n = 0; n < graph_.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (keeps_value(graph_, node) || bounds_its_output(graph_, node)) continue;
        // Nobody knows which inputs of a custom operator or a loop go into which outputs.
        if (graph_.schema(node) == nullptr || graph_.has(node, OpTraits::kControlFlow)) continue;
        const auto inputs = model.inputs(graph_.node(node));
        const double least = least_telling(node);
        for (const TensorId output : model.outputs(graph_.node(node))) {
            if (!output.valid()) continue;
            for (size_t slot = 0; slot < inputs.size(); ++slot) {
                if (!graph_.is_data_input(node, slot) || octaves_of(inputs[slot], true) < least) continue;
                visit(inputs[slot], output);
            }
        }
    }
}

double RangeStatistics::least_telling(NodeId node) const {
    double widest = -std::numeric_limits<double>::infinity();
    if (!adds_or_compares(graph_.kind(node))) return widest;
    const auto inputs = graph_.model().inputs(graph_.node(node));
    for (size_t slot = 0; slot < inputs.size(); ++slot) {
        if (graph_.is_data_input(node, slot)) widest = std::fmax(widest, octaves_of(inputs[slot], true));
    }
    return widest - 1;
}

void RangeStatistics::find_uses() {
    has_use_inside_.assign(bounded_.size(), 0);
    for (size_t n = 0; n < graph_.graph().nodes.size(); ++n) {
        const NodeId node(n);
        const bool decodes =
            graph_.schema(node) == nullptr || (graph_.is_boundary(node) && !bounds_its_output(graph_, node));
        if (keeps_value(graph_, node) || decodes) continue;
        for (const TensorId input : graph_.model().inputs(graph_.node(node))) {
            if (input.valid()) has_use_inside_[value_of_[input.index()]] = 1;
        }
    }
}

void RangeStatistics::find_neighbours() {
    for (size_t n = 0; n < graph_.graph().nodes.size(); ++n) {
        if (!bounds_its_output(graph_, NodeId(n))) continue;
        for (const TensorId output : graph_.model().outputs(graph_.graph().nodes[n])) {
            if (output.valid()) bounded_[value_of_[output.index()]] = 1;
        }
    }
    // Twice over the pairs: count, then fill.
    const auto each_neighbour = [&](auto add) {
        each_neighbour_pair([&](TensorId input, TensorId output) {
            const uint32_t before = value_of_[input.index()];
            const uint32_t after = value_of_[output.index()];
            if (before == after) return;
            const double of_input = octaves_of(input, true);
            const double of_output = octaves_of(output, false);
            if (!std::isnan(of_output) && bounded_[after] == 0) add(before, of_output);
            if (!std::isnan(of_input) && bounded_[before] == 0) add(after, of_input);
        });
    };
    first_.assign(bounded_.size() + 1, 0);
    each_neighbour([&](uint32_t value, double) { ++first_[value + 1]; });
    for (size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    neighbours_.resize(first_.back());
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    each_neighbour([&](uint32_t value, double octaves) { neighbours_[next[value]++] = octaves; });
}

}  // namespace netloupe::lint
