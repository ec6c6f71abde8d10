#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "lint/rule.h"
#include "query/describe.h"
#include "report/check.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;

Json finding_json(const Model& model, const lint::Finding& finding) {
    const lint::Rule* rule = lint::find_rule(finding.rule);
    Json json{{"rule", finding.rule},
              {"ruleName", rule == nullptr ? finding.rule : rule->name},
              {"severity", lint::name(finding.severity)},
              {"message", to_utf8(finding.message)},
              {"fix", to_utf8(finding.fix)},
              {"fingerprint", fmt::format("{:016x}", finding.fingerprint)}};
    if (!finding.graph.valid()) return json;
    const Graph& graph = model.graph(finding.graph);
    json["graph"] = {{"id", finding.graph.value}, {"name", to_utf8(model.text(graph.name))}};
    const auto node_json = [&](NodeId id) -> Json {
        const Node& node = graph.node(id);
        return {{"id", id.value},
                {"op", to_utf8(model.text(node.op))},
                {"name", to_utf8(query::known_name(model, graph, node))}};
    };
    if (finding.node.valid()) json["node"] = node_json(finding.node);
    for (const NodeId node : finding.nodes) json["nodes"].push_back(node_json(node));
    if (finding.tensor.valid())
        json["tensor"] = {{"id", finding.tensor.value},
                          {"name", to_utf8(model.text(graph.tensor(finding.tensor).name))}};
    return json;
}

}  // namespace

std::string check_json(const std::string& path, const Model& model, std::span<const lint::Finding> findings) {
    Json entry{{"file", to_utf8(path)},
               {"format", model.format_name + " " + model.format_version},
               {"findings", Json::array()}};
    for (const lint::Finding& finding : findings) entry["findings"].push_back(finding_json(model, finding));
    return entry.dump(1);
}

std::string check_json(const std::string& path, const Error& error) {
    Json entry{{"file", to_utf8(path)},
               {"error", {{"message", to_utf8(error.message)}}},
               {"findings", Json::array()}};
    if (error.offset != Error::kNoOffset) entry["error"]["offset"] = error.offset;
    if (error.line != 0) entry["error"]["line"] = error.line;
    return entry.dump(1);
}

std::string check_json_document(std::span<const std::string> entries, const CheckTotals& totals) {
    std::string document = "{\"files\": [";
    for (const std::string& entry : entries) {
        if (&entry != entries.data()) document += ",\n";
        document += entry;
    }
    const Json sums{{"files", totals.files},  {"unreadable", totals.unreadable}, {"damaged", totals.damaged},
                    {"error", totals.errors}, {"warning", totals.warnings},      {"info", totals.infos}};
    return document + "],\n\"totals\": " + sums.dump() + "}\n";
}

}  // namespace netloupe::report
