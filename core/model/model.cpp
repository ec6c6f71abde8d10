#include "model/model.h"

#include <algorithm>

namespace netloupe {

Bytes SourceFile::bytes() const {
    if (const auto* mapped = std::get_if<MappedFile>(&content)) return mapped->bytes();
    return std::get<std::vector<std::byte>>(content);
}

const Attribute* Model::find_attribute(const Node& node, std::string_view name) const {
    const auto all = attributes_of(node);
    const auto found = std::ranges::find_if(all, [&](const Attribute& a) { return text(a.name) == name; });
    return found == all.end() ? nullptr : &*found;
}

int64_t Model::int_attribute(const Node& node, std::string_view name, int64_t fallback) const {
    const Attribute* attribute = find_attribute(node, name);
    if (attribute == nullptr) return fallback;
    switch (attribute->type) {
        case AttributeType::kInt:
        case AttributeType::kBool:
        case AttributeType::kEnum:
            return attribute->integer;
        default:
            return fallback;
    }
}

std::optional<uint64_t> element_count(const Model& model, const Shape& shape) {
    if (!shape.known) return std::nullopt;
    uint64_t count = 1;
    for (const Dimension& dim : model.dims_of(shape)) {
        if (!dim.fixed()) return std::nullopt;
        if (__builtin_mul_overflow(count, static_cast<uint64_t>(dim.value), &count)) return std::nullopt;
    }
    return count;
}

std::string shape_text(const Model& model, const Shape& shape) {
    if (!shape.known) return "?";
    if (shape.dims.empty()) return "scalar";
    std::string text;
    for (const Dimension& dim : model.dims_of(shape)) {
        if (!text.empty()) text += "×";
        const std::string_view symbol = model.text(dim.symbol);
        if (dim.fixed()) {
            text += std::to_string(dim.value);
        } else if (symbol.empty()) {
            text += "?";
        } else {
            text += symbol;
        }
    }
    return text;
}

namespace {

void drop_bad_operands(Model& model, const Graph& graph) {
    for (const Node& node : graph.nodes) {
        for (const Range range : {node.inputs, node.outputs}) {
            for (uint32_t i = range.begin; i < range.end(); ++i) {
                if (model.operands[i].index() >= graph.tensors.size()) model.operands[i] = TensorId();
            }
        }
    }
}

}  // namespace

void connect(Model& model, Graph& graph) {
    drop_bad_operands(model, graph);
    for (Tensor& tensor : graph.tensors) {
        tensor.producer = NodeId();
        tensor.consumers = {};
    }
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        for (const TensorId id : model.outputs(graph.nodes[n])) {
            if (id.valid() && !graph.tensors[id.index()].producer.valid())
                graph.tensors[id.index()].producer = NodeId(n);
        }
        for (const TensorId id : model.inputs(graph.nodes[n])) {
            if (id.valid()) ++graph.tensors[id.index()].consumers.count;
        }
    }
    uint32_t total = 0;
    for (Tensor& tensor : graph.tensors) {
        tensor.consumers.begin = total;
        total += tensor.consumers.count;
        tensor.consumers.count = 0;
    }
    graph.uses.assign(total, {});
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const auto inputs = model.inputs(graph.nodes[n]);
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (!inputs[slot].valid()) continue;
            Range& consumers = graph.tensors[inputs[slot].index()].consumers;
            graph.uses[consumers.begin + consumers.count++] = {NodeId(n), static_cast<uint32_t>(slot)};
        }
    }
}

}  // namespace netloupe
