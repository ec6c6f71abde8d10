#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "check_writers.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;

Json node_json(const ReportedNode& node) {
    return {{"id", node.id}, {"op", node.op}, {"name", node.name}};
}

Json finding_json(const ReportedFinding& finding) {
    Json json{{"rule", finding.rule->id},
              {"ruleName", finding.rule->name},
              {"severity", lint::name(finding.severity)},
              {"message", finding.message},
              {"fix", finding.fix},
              {"fingerprint", finding.fingerprint}};
    if (finding.graph) json["graph"] = {{"id", *finding.graph}, {"name", finding.graph_name}};
    if (finding.node) json["node"] = node_json(*finding.node);
    for (const ReportedNode& node : finding.nodes) json["nodes"].push_back(node_json(node));
    if (finding.tensor) json["tensor"] = {{"id", finding.tensor->id}, {"name", finding.tensor->name}};
    return json;
}

Json error_json(const Error& error) {
    Json json{{"message", to_utf8(error.message)}};
    if (error.offset != Error::kNoOffset) json["offset"] = error.offset;
    if (error.line != 0) json["line"] = error.line;
    return json;
}

class JsonWriter : public CheckWriter {
public:
    std::string begin() override { return "{\"files\": ["; }
    std::string file(const CheckedFile& file) override {
        Json entry{{"file", to_utf8(file.path)}};
        if (file.error) {
            entry["error"] = error_json(*file.error);
        } else {
            entry["format"] = file.format;
        }
        entry["findings"] = Json::array();
        for (const ReportedFinding& finding : file.findings)
            entry["findings"].push_back(finding_json(finding));
        for (const lint::Omission& omission : file.omissions)
            entry["notChecked"].push_back({{"rule", omission.rule}, {"why", omission.why}});
        const std::string text = (first_ ? "" : ",\n") + entry.dump(1);
        first_ = false;
        return text;
    }
    std::string end(const CheckTotals& totals) override {
        const Json sums{{"files", totals.files},      {"unreadable", totals.unreadable},
                        {"damaged", totals.damaged},  {"error", totals.errors},
                        {"warning", totals.warnings}, {"info", totals.infos},
                        {"known", totals.known}};
        return "],\n\"totals\": " + sums.dump() + "}\n";
    }

private:
    bool first_ = true;
};

class JsonlWriter : public CheckWriter {
public:
    std::string file(const CheckedFile& file) override {
        const Json name{{"file", to_utf8(file.path)}};
        std::string lines;
        if (file.error) {
            Json line = name;
            line["error"] = error_json(*file.error);
            lines += line.dump() + "\n";
        }
        for (const ReportedFinding& finding : file.findings) {
            Json line = name;
            line.update(finding_json(finding));
            lines += line.dump() + "\n";
        }
        return lines;
    }
    std::string end(const CheckTotals&) override { return {}; }
};

}  // namespace

std::unique_ptr<CheckWriter> json_writer() {
    return std::make_unique<JsonWriter>();
}
std::unique_ptr<CheckWriter> jsonl_writer() {
    return std::make_unique<JsonlWriter>();
}

}  // namespace netloupe::report
