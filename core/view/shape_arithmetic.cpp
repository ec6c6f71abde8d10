#include "shape_arithmetic.h"

namespace netloupe::view {

std::vector<bool> find_shape_arithmetic(const Model& model, GraphId graph_id, const Meaning& meaning,
                                        const std::vector<bool>& constant_only) {
    const Graph& graph = model.graph(graph_id);
    std::vector<bool> found(graph.nodes.size(), false);
    const auto from_shapes_alone = [&](const Node& node) {
        bool any = false;
        for (const TensorId input : model.inputs(node)) {
            if (!input.valid() || graph.tensor(input).constant.valid()) continue;
            const NodeId producer = graph.tensor(input).producer;
            if (!producer.valid()) return false;
            if (constant_only[producer.index()]) continue;
            if (!found[producer.index()]) return false;
            any = true;
        }
        return any;
    };
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const OpKind kind = meaning.kind(graph_id, NodeId(n));
        found[n] = kind == OpKind::kShape || kind == OpKind::kSize || from_shapes_alone(graph.nodes[n]);
    }
    return found;
}

}  // namespace netloupe::view
