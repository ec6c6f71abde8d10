#include "operand_facts.h"

#include "base/limits.h"
#include "model/values.h"

namespace netloupe::targets {

const OperandFacts::GraphFacts& OperandFacts::facts(GraphId id) {
    GraphFacts& facts = graphs_[id.index()];
    if (facts.made) return facts;
    facts.made = true;
    const Graph& graph = model_.graph(id);
    facts.nodes = find_constant_nodes(model_, id, meaning_).is_constant;
    for (const Tensor& tensor : graph.tensors) {
        const bool computed = tensor.producer.valid() && facts.nodes[tensor.producer.index()];
        facts.tensors.push_back(tensor.constant.valid() || computed);
    }
    // Readers bound how deep graphs stand in graphs.
    for (const Capture& capture : graph.captures) {
        if (capture.outer_graph != id &&
            this->facts(capture.outer_graph).tensors.size() > capture.outer.index())
            facts.tensors[capture.local.index()] = constant(capture.outer_graph, capture.outer);
    }
    return facts;
}

DataType OperandFacts::type(GraphId graph, TensorId tensor) const {
    const DataType declared = model_.graph(graph).tensor(tensor).dtype;
    return declared != DataType::kUnknown ? declared : shapes_.tensor(graph, tensor).dtype;
}

TensorId OperandFacts::stored_side(const Graph& graph, GraphId id, TensorId tensor) const {
    const Tensor& value = graph.tensor(tensor);
    if (value.quantization.valid() || model_.format == Format::kTflite) return tensor;
    if (value.producer.valid() && has(meaning_.traits(id, value.producer), OpTraits::kDequantize)) {
        const auto inputs = model_.inputs(graph.node(value.producer));
        if (!inputs.empty() && inputs[0].valid()) return inputs[0];
    }
    for (const Use& use : graph.consumers(value)) {
        // What computes its own scale at run time makes no integer operator of the one before.
        if (meaning_.kind(id, use.node) == OpKind::kDynamicQuantize) continue;
        if (use.slot != 0 || !has(meaning_.traits(id, use.node), OpTraits::kQuantize)) continue;
        const auto outputs = model_.outputs(graph.node(use.node));
        if (!outputs.empty() && outputs[0].valid()) return outputs[0];
    }
    return tensor;
}

DataType OperandFacts::stored_type(GraphId graph, TensorId tensor) const {
    return type(graph, stored_side(model_.graph(graph), graph, tensor));
}

QuantizationId OperandFacts::quantization(GraphId graph, TensorId tensor) const {
    const Graph& in = model_.graph(graph);
    return in.tensor(stored_side(in, graph, tensor)).quantization;
}

std::optional<uint32_t> OperandFacts::rank(GraphId graph, TensorId tensor) const {
    const infer::TensorShape& inferred = shapes_.tensor(graph, tensor);
    if (inferred.ranked) return inferred.dims.count;
    const Shape& declared = model_.graph(graph).tensor(tensor).shape;
    return declared.known ? std::optional(declared.dims.count) : std::nullopt;
}

std::optional<int64_t> OperandFacts::extent(GraphId graph, TensorId id, uint32_t axis) const {
    const infer::TensorShape& inferred = shapes_.tensor(graph, id);
    if (inferred.ranked) {
        if (const auto value = shapes_.table().value(shapes_.dims(inferred)[axis])) return value;
    }
    const Tensor& tensor = model_.graph(graph).tensor(id);
    for (const Shape* shape : {&tensor.shape, &tensor.default_shape}) {
        if (!shape->known || axis >= shape->dims.count) continue;
        const Dimension& dimension = model_.dims_of(*shape)[axis];
        if (dimension.fixed()) return dimension.value;
    }
    return std::nullopt;
}

std::optional<bool> OperandFacts::same_shape(GraphId graph, TensorId a, TensorId b) const {
    const auto ranks = std::pair(rank(graph, a), rank(graph, b));
    if (!ranks.first || !ranks.second) return std::nullopt;
    if (ranks.first != ranks.second) return false;
    const infer::TensorShape& shape_a = shapes_.tensor(graph, a);
    const infer::TensorShape& shape_b = shapes_.tensor(graph, b);
    bool known = true;
    for (uint32_t axis = 0; axis < *ranks.first; ++axis) {
        if (shape_a.ranked && shape_b.ranked && shapes_.dims(shape_a)[axis].valid() &&
            shapes_.dims(shape_a)[axis] == shapes_.dims(shape_b)[axis])
            continue;
        const auto extents = std::pair(extent(graph, a, axis), extent(graph, b, axis));
        if (!extents.first || !extents.second)
            known = false;
        else if (extents.first != extents.second)
            return false;
    }
    return known ? std::optional(true) : std::nullopt;
}

const QuantParameters* OperandFacts::parameters(QuantizationId id) {
    if (parameters_.empty()) parameters_.resize(model_.quantizations.size());
    Resolved& resolved = parameters_[id.index()];
    if (!resolved.done) {
        resolved.done = true;
        auto read = quant_parameters(model_, model_.quantization(id));
        if (read && !read->computed) resolved.value = std::move(*read);
    }
    return resolved.value ? &*resolved.value : nullptr;
}

bool OperandFacts::values(GraphId graph, TensorId id, std::vector<double>& out) {
    const infer::TensorShape& inferred = shapes_.tensor(graph, id);
    if (const auto known = shapes_.value(inferred)) {
        const size_t start = out.size();
        for (const infer::DimId element : *known) {
            const auto value = shapes_.table().value(element);
            if (!value) {
                out.resize(start);
                return false;
            }
            out.push_back(static_cast<double>(*value));
        }
        return true;
    }
    const ConstantId constant = model_.graph(graph).tensor(id).constant;
    if (!constant.valid()) return false;
    const auto count = element_count(model_, model_.constant(constant).shape);
    if (!count || *count > limits::kTrackedValues) return false;
    const auto read = read_values(model_, model_.constant(constant), 0, *count);
    if (!read || std::holds_alternative<std::vector<std::string>>(*read)) return false;
    const auto doubles = to_doubles(*read);
    out.insert(out.end(), doubles.begin(), doubles.end());
    return true;
}

}  // namespace netloupe::targets
