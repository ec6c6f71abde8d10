#include "requantization.h"

#include <algorithm>
#include <cmath>

#include "quantized_layer.h"

namespace netloupe::lint {

std::optional<double> range_width(const Context& context, const GraphFacts& graph, TensorId id) {
    if (!is_quantized(graph, id)) return std::nullopt;
    const QuantParameters* parameters = context.parameters(graph.tensor(id));
    if (parameters == nullptr || parameters->scales.size() != 1) return std::nullopt;
    const DataType storage = graph.model().quantization(graph.tensor(id).quantization).storage;
    const auto range = representable_range(*parameters, storage);
    if (!range || !std::isfinite(range->high - range->low) || range->high <= range->low) return std::nullopt;
    return range->high - range->low;
}

bool same_parameters(const QuantParameters& a, const QuantParameters& b) {
    static constexpr double kRounding = 1e-6;
    if (a.scales.size() != b.scales.size()) return false;
    for (size_t i = 0; i < a.scales.size(); ++i) {
        const double larger = std::max(std::abs(a.scales[i]), std::abs(b.scales[i]));
        if (std::abs(a.scales[i] - b.scales[i]) > kRounding * larger) return false;
        if (a.zero_point(i) != b.zero_point(i)) return false;
    }
    return true;
}

std::optional<Requantization> requantization(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kQuantize) return std::nullopt;
    Requantization found{.from = graph.input(node, 0), .to = graph.output(node)};
    if (!found.from.valid() || !found.to.valid() || graph.is_constant(found.from)) return std::nullopt;
    if (!is_quantized(graph, found.from)) {
        if (graph.kind_of_producer(found.from) != OpKind::kDequantize) return std::nullopt;
        found.dequantize = graph.tensor(found.from).producer;
        found.from = graph.input(found.dequantize, 0);
        if (!is_quantized(graph, found.from)) return std::nullopt;
    }
    const auto before = range_width(context, graph, found.from);
    const auto after = range_width(context, graph, found.to);
    if (!before || !after) return std::nullopt;
    const Model& model = graph.model();
    found.from_type = model.quantization(graph.tensor(found.from).quantization).storage;
    found.to_type = model.quantization(graph.tensor(found.to).quantization).storage;
    found.ratio = *after / *before;
    found.same =
        found.from_type == found.to_type && same_parameters(*context.parameters(graph.tensor(found.from)),
                                                            *context.parameters(graph.tensor(found.to)));
    return found;
}

}  // namespace netloupe::lint
