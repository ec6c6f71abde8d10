#include "lsp/query.h"

#include <fmt/core.h>

namespace netloupe::lsp {

const Graph* Query::graph() {
    const uint32_t index = params.index("graph");
    if (params.failed()) return nullptr;
    if (index >= model.graphs.size()) {
        params.reject("graph",
                      fmt::format("there is no graph {}; the model has {}.", index, model.graphs.size()));
        return nullptr;
    }
    graph_id = GraphId(index);
    return &model.graph(graph_id);
}

const Node* Query::node(const Graph* graph) {
    const uint32_t index = params.index("node");
    if (graph == nullptr || params.failed()) return nullptr;
    if (index >= graph->nodes.size()) {
        params.reject("node",
                      fmt::format("there is no node {}; the graph has {}.", index, graph->nodes.size()));
        return nullptr;
    }
    node_id = NodeId(index);
    return &graph->node(node_id);
}

const Tensor* Query::tensor(const Graph* graph) {
    const uint32_t index = params.index("tensor");
    if (graph == nullptr || params.failed()) return nullptr;
    if (index >= graph->tensors.size()) {
        params.reject("tensor",
                      fmt::format("there is no tensor {}; the graph has {}.", index, graph->tensors.size()));
        return nullptr;
    }
    tensor_id = TensorId(index);
    return &graph->tensor(tensor_id);
}

const Constant* Query::constant() {
    const uint32_t index = params.index("constant");
    if (params.failed()) return nullptr;
    if (index >= model.constants.size()) {
        params.reject("constant", fmt::format("there is no constant {}; the model has {}.", index,
                                              model.constants.size()));
        return nullptr;
    }
    constant_id = ConstantId(index);
    return &model.constant(constant_id);
}

}  // namespace netloupe::lsp
