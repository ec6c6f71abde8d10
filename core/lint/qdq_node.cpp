#include "qdq_node.h"

namespace netloupe::lint {

std::optional<QdqNode> qdq_node(const GraphFacts& graph, NodeId node) {
    const OpKind kind = graph.kind(node);
    const Model& model = graph.model();
    if (model.format == Format::kTflite) return std::nullopt;
    if (kind != OpKind::kQuantize && kind != OpKind::kDequantize) return std::nullopt;
    const auto inputs = model.inputs(graph.node(node));
    const auto outputs = model.outputs(graph.node(node));
    if (inputs.size() < 2 || !inputs[1].valid() || outputs.empty()) return std::nullopt;
    QdqNode found;
    found.stored = kind == OpKind::kQuantize ? outputs[0] : inputs[0];
    found.real = kind == OpKind::kQuantize ? inputs[0] : outputs[0];
    found.scale = inputs[1];
    if (inputs.size() > 2) found.zero_point = inputs[2];
    if (!found.stored.valid()) return std::nullopt;
    const QuantizationId of = graph.tensor(found.stored).quantization;
    const auto constant = [&](TensorId id) { return id.valid() ? graph.tensor(id).constant : ConstantId(); };
    if (of.valid()) {
        const Quantization& quantization = model.quantization(of);
        found.has_scale_of_tensor = quantization.scale.constant == constant(found.scale);
        found.has_zero_point_of_tensor = quantization.zero_point.constant == constant(found.zero_point);
    }
    return found;
}

const Shape& shape_of(const GraphFacts& graph, const QdqNode& node) {
    const Tensor& stored = graph.tensor(node.stored);
    if (stored.shape.known) return stored.shape;
    if (node.real.valid() && graph.tensor(node.real).shape.known) return graph.tensor(node.real).shape;
    const NodeId producer = stored.producer;
    if (!producer.valid() || graph.kind(producer) != OpKind::kQuantize) return stored.shape;
    const auto inputs = graph.model().inputs(graph.node(producer));
    return inputs.empty() || !inputs[0].valid() ? stored.shape : graph.tensor(inputs[0]).shape;
}

int32_t axis_of(const GraphFacts& graph, NodeId id, const QdqNode& node) {
    static constexpr int64_t kDefaultAxis = 1;
    const int64_t axis = graph.model().int_attribute(graph.node(id), "axis", kDefaultAxis);
    const Shape& shape = shape_of(graph, node);
    return static_cast<int32_t>(axis < 0 && shape.known ? axis + shape.dims.count : axis);
}

}  // namespace netloupe::lint
