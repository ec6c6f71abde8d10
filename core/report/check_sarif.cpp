#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/percent.h"
#include "base/utf8.h"
#include "check_writers.h"

/// SARIF 2.1.0, OASIS standard of 27 March 2020. Results are written as they come; the list of rules stands
/// before them, what could not be read behind them.
namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;

std::string_view level(lint::Severity severity) {
    return severity == lint::Severity::kInfo ? "note" : lint::name(severity);
}

std::string_view category(const lint::Rule& rule) {
    switch (rule.id.front()) {
        case 'B':
            return "budget";
        case 'Q':
            return "quantization";
        case 'F':
            return "fusion";
        case 'D':
            return "deployment";
        case 'S':
            return "signature";
        case 'H':
            return "shapes";
        case 'T':
            return "structure";
        case 'Z':
            return "size";
        case 'N':
            return "numerics";
        case 'V':
            return "validity";
        case 'C':
            return "compatibility";
        case 'X':
            return "security";
        default:
            return "model";
    }
}

Json rule_json(const lint::Rule& rule) {
    const lint::Documentation& doc = rule.documentation;
    return {{"id", rule.id},
            {"name", rule.name},
            {"shortDescription", {{"text", rule.summary}}},
            {"fullDescription", {{"text", std::string(doc.what) + " " + std::string(doc.why)}}},
            {"help", {{"text", std::string(doc.fix)}, {"markdown", lint::rule_page(rule)}}},
            {"defaultConfiguration", {{"level", level(rule.severity)}}},
            {"properties", {{"tags", Json::array({category(rule)})}}}};
}

size_t rule_index(const lint::Rule& rule) {
    const auto all = lint::rules();
    return static_cast<size_t>(std::ranges::find(all, &rule) - all.begin());
}

/// Relative to the place of the run when it is below it, as code scanning wants it.
std::string path_from_here(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    const fs::path relative = whole.lexically_relative(fs::current_path(error));
    const bool below = !error && !relative.empty() && *relative.begin() != "..";
    return (below ? relative : whole).generic_string();
}

/// RFC 3986: a path relative to the place of the run, or a file URI.
Json artifact_json(const std::string& path) {
    const std::string uri = percent_encoded(path_from_here(path));
    if (uri.starts_with('/')) return {{"uri", "file://" + uri}};
    return {{"uri", uri}, {"uriBaseId", "%SRCROOT%"}};
}

Json logical_location(const ReportedFinding& finding, const ReportedNode& node) {
    const std::string name =
        node.name.empty() ? node.op + " (node " + std::to_string(node.id + 1) + ")" : node.name;
    return {{"name", name}, {"fullyQualifiedName", finding.graph_name + "/" + name}, {"kind", "node"}};
}

Json location_json(const std::string& path, const ReportedFinding& finding) {
    // GitHub wants a line; a model has none, so it is the node's number, as in the Problems panel.
    Json location{
        {"physicalLocation",
         {{"artifactLocation", artifact_json(path)}, {"region", {{"startLine", line_of(finding)}}}}}};
    if (finding.node) {
        location["logicalLocations"] = Json::array({logical_location(finding, *finding.node)});
    } else if (finding.tensor) {
        location["logicalLocations"] =
            Json::array({{{"name", finding.tensor->name},
                          {"fullyQualifiedName", finding.graph_name + "/" + finding.tensor->name},
                          {"kind", "tensor"}}});
    }
    return location;
}

Json result_json(const std::string& path, const ReportedFinding& finding) {
    const std::string message = finding.message + (finding.fix.empty() ? "" : " ") + finding.fix;
    Json result{{"ruleId", finding.rule->id},
                {"ruleIndex", rule_index(*finding.rule)},
                {"level", level(finding.severity)},
                {"message", {{"text", message}}},
                {"locations", Json::array({location_json(path, finding)})},
                {"partialFingerprints", {{"netloupe/v1", finding.fingerprint}}}};
    for (const ReportedNode& node : finding.nodes) {
        if (finding.node && node.id == finding.node->id) continue;
        result["relatedLocations"].push_back(
            {{"logicalLocations", Json::array({logical_location(finding, node)})}});
    }
    return result;
}

class SarifWriter : public CheckWriter {
public:
    explicit SarifWriter(std::string_view version) : version_(version) {}

    std::string begin() override {
        Json driver{{"name", "netloupe"}, {"semanticVersion", version_}, {"rules", Json::array()}};
        for (const lint::Rule* rule : lint::rules()) driver["rules"].push_back(rule_json(*rule));
        return "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
               "\"runs\": [{\"tool\": {\"driver\": " +
               driver.dump() + "},\n\"results\": [";
    }
    std::string file(const CheckedFile& file) override {
        if (file.error) {
            unread_.push_back(
                {{"level", "error"},
                 {"message", {{"text", to_utf8(file.error->text())}}},
                 {"locations",
                  Json::array({{{"physicalLocation", {{"artifactLocation", artifact_json(file.path)}}}}})}});
        }
        std::string text;
        for (const ReportedFinding& finding : file.findings) {
            text += (first_ ? "\n" : ",\n") + result_json(file.path, finding).dump();
            first_ = false;
        }
        return text;
    }
    std::string end(const CheckTotals& totals) override {
        Json invocation{{"executionSuccessful", totals.unreadable + totals.damaged == 0}};
        if (!unread_.empty()) invocation["toolExecutionNotifications"] = unread_;
        return "],\n\"invocations\": [" + invocation.dump() + "]}]}\n";
    }

private:
    std::string version_;
    Json unread_ = Json::array();
    bool first_ = true;
};

}  // namespace

std::unique_ptr<CheckWriter> sarif_writer(std::string_view version) {
    return std::make_unique<SarifWriter>(version);
}

}  // namespace netloupe::report
