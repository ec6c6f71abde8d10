#include <fmt/core.h>

#include <array>
#include <unordered_map>

#include "base/utf8.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "query/describe.h"
#include "query/find.h"
#include "query/key.h"
#include "query/tree.h"

/// Requests that lead from one element to another.
namespace netloupe::lsp {

namespace {

constexpr uint64_t kDefaultHits = 1000;

Json hit_json(const Model& model, const infer::KnownTypes& types, const query::Hit& hit) {
    const Graph& graph = model.graph(hit.graph);
    Json json{{"graph", hit.graph.value}};
    if (hit.node.valid()) {
        const Node& node = graph.node(hit.node);
        json["node"] = hit.node.value;
        json["label"] = to_utf8(model.text(node.op));
        json["detail"] = to_utf8(query::known_name(model, graph, node));
    } else {
        const Tensor& tensor = graph.tensor(hit.tensor);
        json["tensor"] = hit.tensor.value;
        json["label"] = to_utf8(model.text(tensor.name));
        json["detail"] = types.type_text(hit.graph, hit.tensor);
    }
    return json;
}

/// The worst severity of the findings at each node of a graph.
std::unordered_map<NodeId, lint::Severity> severities(const Document& document, GraphId graph) {
    std::unordered_map<NodeId, lint::Severity> worst;
    if (!document.findings) return worst;
    const auto note = [&worst](NodeId node, lint::Severity severity) {
        const auto [known, added] = worst.try_emplace(node, severity);
        if (!added && known->second < severity) known->second = severity;
    };
    for (const lint::Finding& finding : *document.findings) {
        if (finding.graph != graph) continue;
        if (finding.node.valid()) note(finding.node, finding.severity);
        for (const NodeId node : finding.nodes) note(node, finding.severity);
    }
    return worst;
}

Json item_json(const query::TreeItem& item, const std::unordered_map<NodeId, lint::Severity>& worst) {
    constexpr std::array<std::string_view, 6> kKinds{"graph", "scope", "node", "input", "output", "range"};
    Json json{{"id", item.id},
              {"label", item.label},
              {"description", item.description},
              {"kind", kKinds[static_cast<size_t>(item.kind)]},
              {"hasChildren", item.has_children},
              {"graph", item.graph.value}};
    if (item.node.valid()) json["node"] = item.node.value;
    if (item.tensor.valid()) json["tensor"] = item.tensor.value;
    const lint::Severity* severity = nullptr;
    const auto look = [&](NodeId node) {
        const auto found = worst.find(node);
        if (found != worst.end() && (severity == nullptr || *severity < found->second))
            severity = &found->second;
    };
    if (item.node.valid()) look(item.node);
    for (const NodeId node : item.nodes) look(node);
    if (severity != nullptr) json["severity"] = lint::name(*severity);
    return json;
}

/// By reason.
Json omissions_json(const std::vector<lint::Omission>& omissions) {
    Json list = Json::array();
    for (const lint::Omission& omission : omissions) {
        if (list.empty() || list.back()["why"] != omission.why)
            list.push_back({{"why", omission.why}, {"rules", Json::array()}});
        list.back()["rules"].push_back(omission.rule);
    }
    return list;
}

}  // namespace

Answer answer_find(Query& query) {
    const std::string text = query.params.text("query");
    const uint64_t limit = query.params.optional_number("limit").value_or(kDefaultHits);
    const bool one_graph = query.params.optional_number("graph").has_value();
    if (one_graph) query.graph();
    if (query.params.failed()) return query.params.refusal();
    const auto found = query::find(query.model, query.types, text, query.graph_id, limit, query.cancel);
    Json result{{"hits", Json::array()}, {"total", found.total}};
    for (const query::Hit& hit : found.hits)
        result["hits"].push_back(hit_json(query.model, query.types, hit));
    return result;
}

Answer answer_tree(Query& query) {
    const std::string id = query.params.optional_text("id").value_or("");
    if (query.params.failed()) return query.params.refusal();
    const auto items = query::tree_children(query.model, query.types, id);
    if (!items) {
        query.params.reject("id", items.error().message);
        return query.params.refusal();
    }
    Json result{{"items", Json::array()}};
    std::unordered_map<NodeId, lint::Severity> worst;
    if (!items->empty()) worst = severities(query.document, items->front().graph);
    for (const query::TreeItem& item : *items) result["items"].push_back(item_json(item, worst));
    return result;
}

Answer answer_findings(Query& query) {
    const bool complete = query.document.weights != nullptr;
    Json result{{"findings", Json::array()}, {"complete", complete}};
    // Before, the rules that go by weights have not been skipped: they are under way.
    if (complete) result["omissions"] = omissions_json(query.document.omissions);
    for (const lint::Finding& finding : *query.document.findings) {
        result["findings"].push_back(finding_info(query.model, finding));
    }
    return result;
}

Answer answer_resolve(Query& query) {
    const std::string key = query.params.text("key");
    if (query.params.failed()) return query.params.refusal();
    const query::Element element = query::resolve(query.model, key);
    Json result = Json::object();
    if (element.graph.valid()) result["graph"] = element.graph.value;
    if (element.node.valid()) result["node"] = element.node.value;
    if (element.tensor.valid()) result["tensor"] = element.tensor.value;
    return result;
}

}  // namespace netloupe::lsp
