#include "lsp/messages.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "containers/json_document.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "query/describe.h"

namespace netloupe::lsp {

namespace {

constexpr std::array<std::string_view, 4> kGraphKinds{"main", "subgraph", "function", "training"};
/// LSP DiagnosticSeverity, by lint::Severity.
constexpr std::array<int, 3> kDiagnosticSeverities{3, 2, 1};
/// The rule under which an unreadable file is published.
constexpr std::string_view kUnreadableRule = "V06";

Json graph_info(const Model& model, size_t index) {
    const Graph& graph = model.graphs[index];
    Json info{{"id", index},
              {"name", to_utf8(model.text(graph.name))},
              {"kind", kGraphKinds[static_cast<size_t>(graph.kind)]},
              {"nodes", graph.nodes.size()}};
    if (graph.parent.valid()) info["parent"] = graph.parent.value;
    if (graph.owner.valid()) info["owner"] = graph.owner.value;
    if (const auto attribute = model.text(graph.owner_attribute); !attribute.empty())
        info["ownerAttribute"] = to_utf8(attribute);
    return info;
}

Json summary(const Document& document) {
    const Model* model = document.model.get();
    const query::Totals totals = model != nullptr ? query::totals(*model) : query::Totals{};
    const lint::Counts counts = document.findings ? lint::count(*document.findings) : lint::Counts{};
    std::string format;
    if (model != nullptr)
        format = model->format_name + (model->format_version.empty() ? "" : " ") + model->format_version;
    return {{"format", format},
            {"nodes", totals.nodes},
            {"tensors", totals.tensors},
            {"parameters", totals.parameters},
            {"weightBytes", totals.weight_bytes},
            {"fileBytes", document.file_bytes},
            {"findings", {{"error", counts.errors}, {"warning", counts.warnings}, {"info", counts.infos}}}};
}

Json diagnostic(const lint::Finding& finding) {
    const uint32_t line = finding.node.valid() ? finding.node.value : 0;
    Json data = Json::object();
    if (finding.graph.valid()) data["graph"] = finding.graph.value;
    if (finding.node.valid()) data["node"] = finding.node.value;
    if (finding.tensor.valid()) data["tensor"] = finding.tensor.value;
    const Json position{{"line", line}, {"character", 0}};
    return {{"range", {{"start", position}, {"end", position}}},
            {"severity", kDiagnosticSeverities[static_cast<size_t>(finding.severity)]},
            {"code", finding.rule},
            {"source", "netloupe"},
            {"message", finding.fix.empty() ? finding.message : finding.message + " " + finding.fix},
            {"data", data}};
}

/// What is known of a chosen target at a glance.
Json target_brief(const Model& model, const JudgedTarget& judged) {
    Json brief{{"id", to_utf8(judged.target->id)}, {"title", to_utf8(judged.target->title)}};
    if (!judged.takes) {
        brief["refusal"] = to_utf8(targets::refusal(*judged.target, model));
        return brief;
    }
    const auto macs = judged.placement.mac_share();
    brief["nodeShare"] = judged.placement.node_share();
    brief["macShare"] = macs ? Json(*macs) : Json();
    brief["partitions"] = judged.placement.taken;
    return brief;
}

void add_targets(const Document& document, Json& result) {
    if (!document.targets || document.targets->empty()) return;
    result["targetsFrom"] = document.targets_of_settings ? "settings" : "configuration";
    result["targets"] = Json::array();
    for (const JudgedTarget& judged : *document.targets)
        result["targets"].push_back(target_brief(*document.model, judged));
}

template <typename Names>
Json findings_that(const Document& document, Names names) {
    Json found = Json::array();
    if (!document.findings) return found;
    for (const lint::Finding& finding : *document.findings) {
        if (names(finding)) found.push_back(finding_info(*document.model, finding));
    }
    return found;
}

}  // namespace

Json open_result(const Document& document) {
    Json result{
        {"generation", document.generation}, {"summary", summary(document)}, {"graphs", Json::array()}};
    if (document.error) result["error"] = read_error(*document.error);
    if (!document.model) return result;
    for (size_t g = 0; g < document.model->graphs.size(); ++g) {
        result["graphs"].push_back(graph_info(*document.model, g));
    }
    add_targets(document, result);
    if (document.model->damages.empty()) return result;
    result["damages"] = Json::array();
    for (const Damage& damage : document.model->damages)
        result["damages"].push_back(read_error(damage.error));
    return result;
}

Json diagnostics_message(const Document& document) {
    Json diagnostics = Json::array();
    if (document.findings) {
        for (const lint::Finding& finding : *document.findings) diagnostics.push_back(diagnostic(finding));
    }
    // A file that is gone has no problems; one that cannot be read has one.
    if (document.error && document.error->code != ErrorCode::kNotFound) {
        diagnostics.push_back(diagnostic({.rule = kUnreadableRule,
                                          .severity = lint::Severity::kError,
                                          .message = document.error->message}));
    }
    return {{"uri", document.uri}, {"diagnostics", std::move(diagnostics)}};
}

Json configuration_diagnostics(const std::string& path, const std::optional<Error>& error) {
    Json diagnostics = Json::array();
    if (error) {
        const TextPlace place = place_of(*error).value_or(TextPlace());
        const Json start{{"line", place.line - 1}, {"character", place.column - 1}};
        diagnostics.push_back(
            {{"range", {{"start", start}, {"end", start}}},
             {"severity", kDiagnosticSeverities[static_cast<size_t>(lint::Severity::kError)]},
             {"source", "netloupe"},
             {"message", to_utf8(error->text())}});
    }
    return {{"uri", uri_of_path(path)}, {"diagnostics", std::move(diagnostics)}};
}

Json read_error(const Error& error) {
    Json json{{"message", to_utf8(error.message)}};
    if (error.offset != Error::kNoOffset) json["offset"] = error.offset;
    if (error.line != 0) json["line"] = error.line;
    return json;
}

Json finding_info(const Model& model, const lint::Finding& finding) {
    const lint::Rule* rule = lint::find_rule(finding.rule);
    Json info{{"rule", finding.rule},
              {"ruleName", rule == nullptr ? finding.rule : rule->name},
              {"severity", lint::name(finding.severity)},
              {"message", finding.message}};
    if (!finding.fix.empty()) info["fix"] = finding.fix;
    if (finding.graph.valid()) info["graph"] = finding.graph.value;
    if (finding.node.valid()) info["node"] = finding.node.value;
    if (finding.tensor.valid()) info["tensor"] = finding.tensor.value;
    if (finding.nodes.empty() || !finding.graph.valid()) return info;
    info["nodes"] = Json::array();
    for (const NodeId node : finding.nodes) {
        info["nodes"].push_back(node_brief(model, model.graph(finding.graph), node));
    }
    return info;
}

Json findings_of(const Document& document, GraphId graph, NodeId node) {
    return findings_that(document, [&](const lint::Finding& finding) {
        return finding.graph == graph &&
               (finding.node == node || std::ranges::find(finding.nodes, node) != finding.nodes.end());
    });
}

Json findings_of(const Document& document, GraphId graph, TensorId tensor) {
    return findings_that(document, [&](const lint::Finding& finding) {
        return finding.graph == graph && finding.tensor == tensor;
    });
}

Json node_brief(const Model& model, const Graph& graph, NodeId id) {
    const Node& node = graph.node(id);
    return {{"node", id.value},
            {"op", to_utf8(model.text(node.op))},
            {"name", to_utf8(query::known_name(model, graph, node))}};
}

Json tensor_brief(const Model& model, const infer::KnownTypes& types, GraphId graph, TensorId id) {
    const Tensor& tensor = model.graph(graph).tensor(id);
    Json brief{{"tensor", id.value},
               {"name", to_utf8(model.text(tensor.name))},
               {"dtype", name(types.dtype(graph, id))},
               {"shape", types.shape_text(graph, id)},
               {"constant", tensor.constant.valid()}};
    if (!tensor.quantization.valid()) return brief;
    std::string text = query::quantization_text(model, model.quantization(tensor.quantization));
    if (!text.empty()) brief["quantization"] = std::move(text);
    return brief;
}

Json entries(const Model& model, Range metadata) {
    Json list = Json::array();
    for (const KeyValue& entry : model.metadata_of(metadata)) {
        list.push_back(
            {{"key", to_utf8(model.text(entry.key))}, {"value", to_utf8(model.text(entry.value))}});
    }
    return list;
}

}  // namespace netloupe::lsp
