#pragma once

#include "base/cancellation.h"
#include "infer/known_types.h"
#include "lsp/document.h"
#include "lsp/params.h"
#include "lsp/rpc.h"
#include "model/model.h"

namespace netloupe::lsp {

/// One request about a document that was read. Runs on a thread of the pool.
struct Query {
    const Document& document;
    const Model& model;
    infer::KnownTypes types;
    Params params;
    const CancelToken& cancel;

    /// The graph, node, tensor or constant that the params name; null, remembered in `params`, when the model
    /// has none such.
    const Graph* graph();
    const Node* node(const Graph* graph);
    const Tensor* tensor(const Graph* graph);
    const Constant* constant();
    GraphId graph_id{};
    NodeId node_id{};
    TensorId tensor_id{};
    ConstantId constant_id{};
};

using QueryHandler = Answer (*)(Query&);

Answer answer_view(Query& query);
Answer answer_node(Query& query);
Answer answer_tensor(Query& query);
Answer answer_costs(Query& query);
Answer answer_overlay(Query& query);
Answer answer_targets(Query& query);
Answer answer_target_choices(Query& query);
Answer answer_size(Query& query);
Answer answer_values(Query& query);
Answer answer_quantization(Query& query);
Answer answer_model(Query& query);
Answer answer_signature(Query& query);
Answer answer_code(Query& query);
Answer answer_find(Query& query);
Answer answer_tree(Query& query);
Answer answer_findings(Query& query);
Answer answer_resolve(Query& query);

/// Needs no document.
Answer answer_rule(Params params);

}  // namespace netloupe::lsp
