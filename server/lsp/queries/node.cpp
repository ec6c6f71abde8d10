#include "base/utf8.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "ops/node_schema.h"
#include "query/describe.h"
#include "query/key.h"
#include "report/costs.h"

namespace netloupe::lsp {

namespace {

Json arguments(const Query& query, const Node& node, bool inputs) {
    const Model& model = query.model;
    Json list = Json::array();
    const auto operands = inputs ? model.inputs(node) : model.outputs(node);
    for (size_t i = 0; i < operands.size(); ++i) {
        Json argument{
            {"role", inputs ? query::input_name(model, node, i) : query::output_name(model, node, i)}};
        if (operands[i].valid())
            argument["tensor"] = tensor_brief(model, query.types, query.graph_id, operands[i]);
        list.push_back(std::move(argument));
    }
    return list;
}

Json graphs_of(const Model& model, const Attribute& attribute) {
    Json graphs = Json::array();
    if (attribute.graph.valid()) graphs.push_back(attribute.graph.value);
    if (attribute.type == AttributeType::kGraphs) {
        for (const uint32_t graph : Model::slice_of(model.ids, attribute.list)) graphs.push_back(graph);
    }
    return graphs;
}

Json attributes(const Model& model, const Node& node) {
    Json list = Json::array();
    for (query::AppliedAttribute& applied : query::applied_attributes(model, node)) {
        Json info{{"name", std::move(applied.name)},
                  {"type", std::move(applied.type)},
                  {"value", std::move(applied.value)},
                  {"isDefault", applied.is_default},
                  {"written", applied.written != nullptr}};
        if (applied.written != nullptr) {
            if (Json graphs = graphs_of(model, *applied.written); !graphs.empty())
                info["graphs"] = std::move(graphs);
            if (applied.written->constant.valid()) info["constant"] = applied.written->constant.value;
        }
        list.push_back(std::move(info));
    }
    return list;
}

/// Verdicts of the chosen targets that take the format; none where the value is computed on loading.
Json verdicts(const Query& query) {
    Json list = Json::array();
    for (const JudgedTarget& judged : *query.document.targets) {
        if (!judged.takes) continue;
        const targets::NodeVerdict& node = judged.assessment.node(query.graph_id, query.node_id);
        Json entry{{"id", to_utf8(judged.target->id)}, {"reasons", Json::array()}};
        if (!node.folded) entry["verdict"] = name(node.verdict);
        for (const targets::Reason& reason : judged.assessment.reasons_of(node))
            entry["reasons"].push_back(to_utf8(
                targets::reason_text(query.model, *judged.target, query.graph_id, query.node_id, reason)));
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace

Answer answer_node(Query& query) {
    const Graph* graph = query.graph();
    const Node* node = query.node(graph);
    if (node == nullptr) return query.params.refusal();
    const Model& model = query.model;
    Json result{{"graph", query.graph_id.value},
                {"node", query.node_id.value},
                {"key", query::key_of(model, query.graph_id, query.node_id)},
                {"op", to_utf8(model.text(node->op))},
                {"name", to_utf8(model.text(node->name))},
                {"domain", to_utf8(model.text(node->domain))},
                {"custom", node->is_custom},
                {"inputs", arguments(query, *node, true)},
                {"outputs", arguments(query, *node, false)},
                {"attributes", attributes(model, *node)},
                {"metadata", entries(model, node->metadata)},
                {"findings", findings_of(query.document, query.graph_id, query.node_id)}};
    if (query.document.costs) {
        result["costs"] = report::cost_json(*query.document.costs,
                                            query.document.costs->node(query.graph_id, query.node_id));
    }
    if (query.document.targets && !query.document.targets->empty()) result["targets"] = verdicts(query);
    if (node->version != 0) result["version"] = node->version;
    if (const auto doc = model.text(node->doc); !doc.empty()) result["doc"] = to_utf8(doc);
    if (const OperatorSchema* schema = schema_of(model, *node)) result["summary"] = schema->summary;
    if (node->callee.valid()) result["callee"] = node->callee.value;
    if (node->origin.offset != Error::kNoOffset) result["offset"] = node->origin.offset;
    if (node->origin.line != 0) result["line"] = node->origin.line;
    return result;
}

}  // namespace netloupe::lsp
