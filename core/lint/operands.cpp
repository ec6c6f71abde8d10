#include "operands.h"

#include "model/values.h"

namespace netloupe::lint {

std::optional<std::vector<double>> small_values(const GraphFacts& graph, TensorId id, uint64_t most) {
    if (!id.valid() || !graph.tensor(id).constant.valid()) return std::nullopt;
    const Constant& constant = graph.model().constant(graph.tensor(id).constant);
    const auto count = element_count(graph.model(), constant.shape);
    if (!count || *count > most) return std::nullopt;
    const auto values = read_values(graph.model(), constant, 0, most);
    if (!values || size(*values) != *count) return std::nullopt;
    return to_doubles(*values);
}

std::optional<double> single_value(const GraphFacts& graph, TensorId id) {
    const auto values = small_values(graph, id, 1);
    if (!values || values->size() != 1) return std::nullopt;
    return values->front();
}

std::span<const int64_t> ints_of(const GraphFacts& graph, NodeId node, std::string_view attribute) {
    const Attribute* found = graph.model().find_attribute(graph.node(node), attribute);
    if (found == nullptr || found->type != AttributeType::kInts) return {};
    return Model::slice_of(graph.model().ints, found->list);
}

std::optional<std::vector<int64_t>> list_of(const GraphFacts& graph, NodeId node, std::string_view attribute,
                                            size_t slot) {
    const auto given = ints_of(graph, node, attribute);
    if (!given.empty()) return std::vector<int64_t>(given.begin(), given.end());
    const auto values = small_values(graph, graph.input(node, slot));
    if (!values) return std::nullopt;
    std::vector<int64_t> list;
    for (const double value : *values) list.push_back(static_cast<int64_t>(value));
    return list;
}

std::optional<std::vector<int64_t>> permutation_of(const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kTranspose) return std::nullopt;
    auto permutation = list_of(graph, node, "perm", 1);
    if (!permutation) return std::nullopt;
    for (const int64_t dim : *permutation) {
        if (dim < 0 || dim >= static_cast<int64_t>(permutation->size())) return std::nullopt;
    }
    return permutation;
}

bool is_identity(std::span<const int64_t> permutation) {
    for (size_t i = 0; i < permutation.size(); ++i) {
        if (permutation[i] != static_cast<int64_t>(i)) return false;
    }
    return true;
}

TensorId other_operand(const GraphFacts& graph, NodeId node, TensorId known) {
    const auto inputs = graph.inputs(node);
    if (inputs.size() != 2) return {};
    if (inputs[0] == known) return inputs[1];
    return inputs[1] == known ? inputs[0] : TensorId();
}

NodeId producer_of_kind(const GraphFacts& graph, TensorId id, OpKind kind) {
    return graph.kind_of_producer(id) == kind ? graph.tensor(id).producer : NodeId();
}

}  // namespace netloupe::lint
