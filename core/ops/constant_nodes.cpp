#include "ops/constant_nodes.h"

#include <algorithm>

namespace netloupe {

namespace {

/// Inputs whose value is not stored in the file.
uint32_t open_inputs(const Model& model, const Graph& graph, const Node& node) {
    uint32_t open = 0;
    for (const TensorId input : model.inputs(node)) {
        if (input.valid() && !graph.tensor(input).constant.valid()) ++open;
    }
    return open;
}

/// Sources that are not constants (variables), random numbers, control flow and calls compute something each
/// time, and nobody knows what operators do that no table knows.
bool may_be_constant(const Model& model, const Node& node, OpKind kind, OpTraits traits) {
    if (kind == OpKind::kConstant) return true;
    const bool varies = has(traits, OpTraits::kRandom) || has(traits, OpTraits::kStateful) ||
                        has(traits, OpTraits::kControlFlow);
    if (varies || kind == OpKind::kUnknown || node.callee.valid() || node.is_custom) return false;
    return std::ranges::any_of(model.inputs(node), [](TensorId id) { return id.valid(); });
}

}  // namespace

ConstantNodes find_constant_nodes(const Model& model, GraphId id, const Meaning& meaning) {
    const Graph& graph = model.graph(id);
    ConstantNodes result{std::vector<bool>(graph.nodes.size(), false), {}};
    std::vector<uint32_t> waiting(graph.nodes.size(), 0);
    const auto is_ready = [&](NodeId node) {
        return waiting[node.index()] == 0 &&
               may_be_constant(model, graph.node(node), meaning.kind(id, node), meaning.traits(id, node));
    };
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        waiting[n] = open_inputs(model, graph, graph.nodes[n]);
        if (is_ready(NodeId(n))) result.order.push_back(NodeId(n));
    }
    for (size_t at = 0; at < result.order.size(); ++at) {
        const NodeId node = result.order[at];
        result.is_constant[node.index()] = true;
        for (const TensorId output : model.outputs(graph.node(node))) {
            // A value that is also stored (ONNX's Constant) was never waited for.
            if (!output.valid() || graph.tensor(output).producer != node ||
                graph.tensor(output).constant.valid())
                continue;
            for (const Use& use : graph.consumers(graph.tensor(output))) {
                --waiting[use.node.index()];
                if (is_ready(use.node)) result.order.push_back(use.node);
            }
        }
    }
    return result;
}

}  // namespace netloupe
