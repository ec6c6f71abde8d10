// How long tensors are kept, for the memory plan.

#include <algorithm>
#include <numeric>
#include <utility>

#include "counter.h"

namespace netloupe::cost {

namespace {

/// Kinds whose result is the buffer of their first input under another name, in ONNX Runtime and TensorFlow
/// Lite.
bool shares_buffer(OpKind kind) {
    switch (kind) {
        case OpKind::kIdentity:
        case OpKind::kReshape:
        case OpKind::kFlatten:
        case OpKind::kSqueeze:
        case OpKind::kUnsqueeze:
        case OpKind::kBitcast:
        case OpKind::kDropout:
            return true;
        default:
            return false;
    }
}

/// The buffers of one graph: which tensors need one, which share, from when to when.
class Buffers {
public:
    Buffers(const Model& model, GraphId id, const Meaning& meaning, Weights& weights)
        : model_(model),
          graph_(model.graph(id)),
          last_node_(last_of(graph_)),
          owner_(graph_.tensors.size()),
          span_(graph_.tensors.size()),
          leaves_(graph_.tensors.size(), false) {
        for (const TensorId output : graph_.outputs) {
            if (output.valid() && output.index() < leaves_.size()) leaves_[output.index()] = true;
        }
        std::iota(owner_.begin(), owner_.end(), 0U);
        const auto keep = [this](TensorId tensor) {
            if (tensor.valid() && tensor.index() < span_.size())
                span_[tensor.index()] = {0, last_node_, true};
        };
        for (const TensorId input : graph_.inputs) keep(input);
        for (size_t t = 0; t < graph_.tensors.size(); ++t) {
            if (graph_.tensors[t].is_variable) keep(TensorId(t));
        }
        for (size_t n = 0; n < graph_.nodes.size(); ++n) run(NodeId(n), id, meaning, weights);
        for (size_t t = 0; t < leaves_.size(); ++t) {
            if (leaves_[t] && span_[t].used) extend(TensorId(t), last_node_);
        }
        for (size_t t = 0; t < graph_.tensors.size(); ++t) {
            // Constants are not activations; what is captured lies in the graph around.
            const Tensor& tensor = graph_.tensors[t];
            if (tensor.constant.valid() || tensor.is_captured || weights.is_constant(id, TensorId(t)))
                span_[t].used = false;
        }
    }

    /// Whether the tensor has a buffer of its own.
    [[nodiscard]] bool has_buffer(size_t tensor) const {
        return span_[tensor].used && owner_[tensor] == tensor;
    }
    [[nodiscard]] uint32_t first(size_t tensor) const { return span_[tensor].first; }
    [[nodiscard]] uint32_t last(size_t tensor) const { return span_[tensor].last; }

private:
    struct Span {
        uint32_t first = 0;
        uint32_t last = 0;
        bool used = false;
    };
    static uint32_t last_of(const Graph& graph) {
        return graph.nodes.empty() ? 0 : static_cast<uint32_t>(graph.nodes.size() - 1);
    }

    void extend(TensorId tensor, uint32_t node) {
        Span& span = span_[owner_[tensor.index()]];
        span.last = std::max(span.last, node);
    }

    void run(NodeId id, GraphId graph, const Meaning& meaning, Weights& weights) {
        const Node& node = graph_.node(id);
        for (const TensorId input : model_.inputs(node)) {
            if (input.valid()) extend(input, id.value);
        }
        const auto inputs = model_.inputs(node);
        const bool view = shares_buffer(meaning.kind(graph, id)) && !inputs.empty() && inputs[0].valid() &&
                          span_[inputs[0].index()].used && !weights.is_constant(graph, inputs[0]);
        bool first = true;
        for (const TensorId output : model_.outputs(node)) {
            if (!output.valid() || span_[output.index()].used) continue;
            span_[output.index()] = {id.value, id.value, true};
            if (std::exchange(first, false) && view && !leaves_[output.index()])
                owner_[output.index()] = owner_[inputs[0].index()];
        }
    }

    const Model& model_;
    const Graph& graph_;
    uint32_t last_node_;
    std::vector<uint32_t> owner_;  ///< By tensor: whose buffer it is in.
    std::vector<Span> span_;
    std::vector<bool> leaves_;  ///< By tensor: it is an output of the graph.
};

}  // namespace

std::vector<Lifetime> Counter::lifetimes(GraphId id, MemoryPlan& plan) {
    const Buffers buffers(model_, id, meaning_, weights_);
    std::vector<Lifetime> lifetimes;
    for (size_t t = 0; t < model_.graph(id).tensors.size(); ++t) {
        if (!buffers.has_buffer(t)) continue;
        const Quantity size = bytes(id, TensorId(t));
        if (const auto number = size.number()) {
            lifetimes.push_back(
                {TensorId(t), static_cast<uint64_t>(*number), buffers.first(t), buffers.last(t)});
        } else if (size.known()) {
            for (std::string& name : costs_.table_.symbols(size.formula())) {
                if (std::ranges::find(plan.unbound, name) == plan.unbound.end())
                    plan.unbound.push_back(std::move(name));
            }
        } else {
            ++plan.unknown;
        }
    }
    return lifetimes;
}

void Counter::plan(GraphId id) {
    const Graph& graph = model_.graph(id);
    MemoryPlan& plan = costs_.graphs_[id.index()].plan;
    auto lifetimes = this->lifetimes(id, plan);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        // Bodies have memory of their own while the node runs.
        uint64_t most = 0;
        for (const GraphId body : graphs_of(graph.nodes[n])) {
            const MemoryPlan& inner = costs_.graphs_[body.index()].plan;
            if (!inner.arena_bytes && inner.unbound.empty()) ++plan.unknown;
            plan.unbound.insert(plan.unbound.end(), inner.unbound.begin(), inner.unbound.end());
            most = std::max(most, inner.arena_bytes.value_or(0));
        }
        if (most > 0) lifetimes.push_back({{}, most, static_cast<uint32_t>(n), static_cast<uint32_t>(n)});
    }
    std::ranges::sort(plan.unbound);
    const auto repeated = std::ranges::unique(plan.unbound);
    plan.unbound.erase(repeated.begin(), repeated.end());
    if (!plan.unbound.empty() || plan.unknown > 0 || cancel_.cancelled()) return;
    plan = plan_memory(std::move(lifetimes), static_cast<uint32_t>(graph.nodes.size()));
}

}  // namespace netloupe::cost
