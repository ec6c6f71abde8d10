#include "facts.h"

#include <algorithm>

namespace netloupe::lint {

const Meaning& Facts::meaning() {
    if (!meaning_) meaning_.emplace(model_);
    return *meaning_;
}

/// A dimension of an input that the file leaves open has a number: somebody bound it, or an operator leaves
/// no choice.
bool Facts::may_be_bound() const {
    const Graph& graph = model_.graphs[0];
    for (const TensorId input : graph.inputs) {
        if (!input.valid() || graph.tensor(input).constant.valid()) continue;
        const infer::TensorShape& shape = shapes_->tensor(GraphId(0U), input);
        const auto declared = model_.dims_of(graph.tensor(input).shape);
        const auto dims = shapes_->dims(shape);
        if (!shape.ranked || dims.size() != declared.size()) continue;
        for (size_t i = 0; i < dims.size(); ++i) {
            if (!declared[i].fixed() && shapes_->table().value(dims[i])) return true;
        }
    }
    return false;
}

const infer::Shapes* Facts::own_shapes() {
    if (shapes_ == nullptr || unbound_) return unbound_ ? &*unbound_ : nullptr;
    if (!may_be_bound()) return shapes_;
    unbound_ = infer::infer_shapes(model_, meaning());
    return &*unbound_;
}

void Facts::find_captured() {
    captured_.resize(model_.graphs.size());
    for (const Graph& graph : model_.graphs) {
        for (const Capture& capture : graph.captures)
            captured_[capture.outer_graph.index()].push_back(capture.outer);
    }
}

const GraphFacts& Facts::graph(GraphId id) {
    if (captured_.empty()) find_captured();
    auto& facts = graphs_[id.index()];
    if (!facts) facts = std::make_unique<GraphFacts>(model_, meaning(), id, captured_[id.index()]);
    return *facts;
}

const QuantParameters* Facts::parameters(QuantizationId id) {
    if (!id.valid()) return nullptr;
    if (parameters_.empty()) parameters_.resize(model_.quantizations.size());
    Resolved& resolved = parameters_[id.index()];
    if (!resolved.done) {
        resolved.done = true;
        auto read = quant_parameters(model_, model_.quantization(id));
        if (read && !read->computed) resolved.value = std::move(*read);
    }
    return resolved.value ? &*resolved.value : nullptr;
}

const QuantParameters* Facts::parameters(const Tensor& tensor) {
    return parameters(tensor.quantization);
}

std::optional<Facts::Place> Facts::compiled_network() {
    for (size_t g = 0; g < model_.graphs.size(); ++g) {
        for (size_t n = 0; n < model_.graphs[g].nodes.size(); ++n) {
            if (meaning().kind(GraphId(g), NodeId(n)) == OpKind::kCompiledModel)
                return Place{GraphId(g), NodeId(n)};
        }
    }
    return std::nullopt;
}

const std::vector<Facts::OnTarget>& Facts::targets() {
    if (on_targets_) return *on_targets_;
    on_targets_.emplace();
    for (const auto& target : targets_) {
        if (shapes_ == nullptr || model_.graphs.empty() || !targets::takes(*target, model_.format)) continue;
        OnTarget& made = on_targets_->emplace_back();
        made.target = target;
        made.assessment = targets::assess(model_, meaning(), *shapes_, *target);
        made.placement = targets::place(model_, GraphId(0U), *target, made.assessment, *shapes_);
    }
    return *on_targets_;
}

bool Facts::runs_in_half() {
    return std::ranges::any_of(targets(), [](const OnTarget& on) { return on.target->half_precision; });
}

}  // namespace netloupe::lint
