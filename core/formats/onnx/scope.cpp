#include "formats/onnx/scope.h"

#include <bit>

namespace netloupe::onnx {

size_t NameScope::slot_of(StringId name) const {
    // Ids are dense, so a multiplicative hash spreads them well.
    const size_t mask = slots_.size() - 1;
    size_t slot = (name.value * size_t{0x9E3779B97F4A7C15}) >> 20 & mask;
    while (slots_[slot].name.valid() && slots_[slot].name != name) slot = (slot + 1) & mask;
    return slot;
}

TensorId NameScope::find(StringId name) const {
    return slots_.empty() ? TensorId() : slots_[slot_of(name)].tensor;
}

TensorId& NameScope::at(StringId name) {
    if ((used_ + 1) * 4 > slots_.size() * 3) rehash(slots_.empty() ? 16 : slots_.size() * 2);
    Slot& slot = slots_[slot_of(name)];
    if (!slot.name.valid()) {
        slot.name = name;
        ++used_;
    }
    return slot.tensor;
}

void NameScope::reserve(size_t names) {
    const size_t slots = std::bit_ceil(names + names / 3 + 2);
    if (slots > slots_.size()) rehash(slots);
}

void NameScope::rehash(size_t slots) {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(slots, {});
    for (const Slot& slot : old) {
        if (slot.name.valid()) slots_[slot_of(slot.name)] = slot;
    }
}

namespace {

/// For each tensor, whether its own graph defines it.
std::vector<bool> defined_tensors(const Model& model, const Graph& graph) {
    std::vector<bool> defined(graph.tensors.size());
    for (size_t i = 0; i < graph.tensors.size(); ++i) defined[i] = graph.tensors[i].constant.valid();
    for (const TensorId id : graph.inputs) defined[id.index()] = true;
    for (const Node& node : graph.nodes) {
        for (const TensorId id : model.outputs(node)) {
            if (id.valid()) defined[id.index()] = true;
        }
    }
    return defined;
}

void copy_type(Tensor& local, const Tensor& outer) {
    local.constant = outer.constant;
    if (local.declared) return;
    local.dtype = outer.dtype;
    local.kind = outer.kind;
    local.shape = outer.shape;
    local.type_name = outer.type_name;
    local.declared = outer.declared;
}

}  // namespace

void resolve_captures(Model& model, std::span<const GraphScope> scopes) {
    std::vector<std::vector<bool>> defined;
    defined.reserve(model.graphs.size());
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        Graph& graph = model.graphs[g];
        defined.push_back(defined_tensors(model, graph));
        if (!scopes[g].outer.valid()) continue;
        for (size_t t = 0; t < graph.tensors.size(); ++t) {
            Tensor& tensor = graph.tensors[t];
            if (defined[g][t] || model.text(tensor.name).empty()) continue;
            for (GraphId at = scopes[g].outer; at.valid() && at.index() < g; at = scopes[at.index()].outer) {
                const TensorId outer = scopes[at.index()].names.find(tensor.name);
                if (!outer.valid() || !defined[at.index()][outer.index()]) continue;
                graph.captures.push_back({TensorId(t), at, outer});
                tensor.is_captured = true;
                copy_type(tensor, model.graphs[at.index()].tensors[outer.index()]);
                break;
            }
        }
    }
}

void copy_quantization_to_captures(Model& model) {
    for (Graph& graph : model.graphs) {
        for (const Capture& capture : graph.captures) {
            const Tensor& outer = model.graph(capture.outer_graph).tensor(capture.outer);
            Tensor& local = graph.tensors[capture.local.index()];
            if (!local.quantization.valid()) local.quantization = outer.quantization;
        }
    }
}

}  // namespace netloupe::onnx
