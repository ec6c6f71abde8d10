#include "graph_facts.h"

#include <fmt/core.h>

#include <algorithm>

#include "ops/constant_nodes.h"

namespace netloupe::lint {

namespace {

/// May stand in float between a graph input and the first quantized layer.
bool passes_border(OpKind kind, OpTraits traits) {
    return has(traits, OpTraits::kPassThrough) || has(traits, OpTraits::kQuantize) ||
           has(traits, OpTraits::kDequantize) || kind == OpKind::kCast;
}

}  // namespace

GraphFacts::GraphFacts(const Model& model, const Meaning& meaning, GraphId id,
                       std::span<const TensorId> captured)
    : model_(model),
      meaning_(meaning),
      id_(id),
      graph_(model.graph(id)),
      nodes_(graph_.nodes.size()),
      tensors_(graph_.tensors.size()) {
    for (const TensorId inside : captured) tensors_[inside.index()] |= kUsedInside;
    mark_stored_and_given();
    walk_forward();
    walk_backward();
}

void GraphFacts::mark_stored_and_given() {
    for (size_t t = 0; t < tensors_.size(); ++t) {
        if (graph_.tensors[t].constant.valid()) tensors_[t] |= kConstant;
    }
    const auto given = [&](TensorId id) {
        if (id.valid() && !is_constant(id)) tensors_[id.index()] |= kFromInput | kBorderIn;
    };
    for (const TensorId id : graph_.inputs) given(id);
    for (const Capture& capture : graph_.captures) given(capture.local);
    for (const TensorId id : graph_.outputs) {
        if (id.valid()) tensors_[id.index()] |= kOutput;
    }
}

uint8_t GraphFacts::flags_of_result(NodeId id) {
    const auto inputs = model_.inputs(node(id));
    bool border = passes_border(kind(id), meaning_.traits(id_, id));
    bool data = false;
    uint8_t flags = 0;
    for (size_t slot = 0; slot < inputs.size(); ++slot) {
        if (!inputs[slot].valid() || is_constant(inputs[slot])) continue;
        const uint8_t of_input = tensors_[inputs[slot].index()];
        flags |= of_input & (kFromInput | kAfterCompute);
        if (!is_data_input(id, slot)) continue;
        data = true;
        border = border && (of_input & kBorderIn) != 0;
    }
    if ((flags & kFromInput) != 0 && has(id, OpTraits::kCompute)) flags |= kAfterCompute;
    if (border && data) flags |= kBorderIn;
    return flags;
}

void GraphFacts::walk_forward() {
    const ConstantNodes constants = find_constant_nodes(model_, id_, meaning_);
    for (size_t n = 0; n < nodes_.size(); ++n) {
        const uint8_t flags = constants.is_constant[n] ? uint8_t{kConstant} : flags_of_result(NodeId(n));
        if ((flags & kConstant) != 0) nodes_[n] |= kFoldable;
        if ((flags & kBorderIn) != 0) nodes_[n] |= kForward;
        for (const TensorId output : model_.outputs(graph_.nodes[n])) {
            if (output.valid()) tensors_[output.index()] |= flags;
        }
    }
}

void GraphFacts::walk_backward() {
    // What is known of the way from a node to the graph outputs.
    enum : uint8_t { kReachesOutput = 1, kBeforeCompute = 2 };
    std::vector<uint8_t> ahead(nodes_.size());
    for (size_t n = nodes_.size(); n-- > 0;) {
        const NodeId id(n);
        bool border = passes_border(kind(id), meaning_.traits(id_, id)) || has(id, OpTraits::kBoundaryTail);
        bool after_compute = false;
        bool from_input = false;
        bool used = false;
        for (const TensorId output : model_.outputs(graph_.nodes[n])) {
            if (!output.valid()) continue;
            after_compute = after_compute || tensor_has(output, kAfterCompute);
            from_input = from_input || tensor_has(output, kFromInput);
            if (is_graph_output(output)) {
                ahead[n] |= kReachesOutput;
                used = true;
            }
            for (const Use& use : graph_.consumers(tensor(output))) {
                if (reads_only_shape(use.node)) continue;
                ahead[n] |= ahead[use.node.index()];
                border = border && node_has(use.node, kBackward);
                used = true;
            }
        }
        if (has(id, OpTraits::kCompute) && (ahead[n] & kReachesOutput) != 0) ahead[n] |= kBeforeCompute;
        if (border && used) nodes_[n] |= kBackward;
        if ((nodes_[n] & (kForward | kBackward)) != 0) nodes_[n] |= kBoundary;
        const bool carries = (after_compute && (ahead[n] & kReachesOutput) != 0) ||
                             (from_input && (ahead[n] & kBeforeCompute) != 0);
        if (carries && (nodes_[n] & (kBoundary | kFoldable)) == 0) nodes_[n] |= kBackbone;
    }
}

bool GraphFacts::reads_only_shape(NodeId id) const {
    return kind(id) == OpKind::kShape || kind(id) == OpKind::kSize || kind(id) == OpKind::kRank;
}

bool GraphFacts::is_data_input(NodeId id, size_t slot) const {
    const TensorId input = model_.inputs(node(id))[slot];
    if (!input.valid() || is_constant(input)) return false;
    if (reads_only_shape(id)) return false;
    const OperandRole role = input_role(id, slot);
    return role == OperandRole::kData || role == OperandRole::kWeight || role == OperandRole::kState;
}

NodeId GraphFacts::only_consumer(TensorId id) const {
    if (!id.valid() || is_graph_output(id) || is_used_inside(id)) return {};
    const auto uses = graph_.consumers(tensor(id));
    return uses.size() == 1 ? uses[0].node : NodeId();
}

NodeId GraphFacts::node_of(TensorId id) const {
    const Tensor& of = tensor(id);
    if (of.producer.valid()) return of.producer;
    const auto uses = graph_.consumers(of);
    return uses.empty() ? NodeId() : uses[0].node;
}

std::string GraphFacts::label(NodeId id) const {
    const Node& of = node(id);
    const std::string_view name = model_.text(of.name);
    if (name.empty()) return fmt::format("{} (node {})", model_.text(of.op), id.index() + 1);
    return fmt::format("{} \"{}\"", model_.text(of.op), name);
}

std::string GraphFacts::label(TensorId id) const {
    const std::string_view name = model_.text(tensor(id).name);
    return name.empty() ? fmt::format("tensor {}", id.index()) : fmt::format("\"{}\"", name);
}

}  // namespace netloupe::lint
