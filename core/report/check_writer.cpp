#include <fmt/format.h>

#include "check_writers.h"

namespace netloupe::report {

std::unique_ptr<CheckWriter> check_writer(CheckFormat format, const Style& style, std::string_view version) {
    switch (format) {
        case CheckFormat::kJson:
            return json_writer();
        case CheckFormat::kJsonl:
            return jsonl_writer();
        case CheckFormat::kSarif:
            return sarif_writer(version);
        case CheckFormat::kGithub:
            return github_writer();
        case CheckFormat::kJunit:
            return junit_writer();
        case CheckFormat::kMarkdown:
            return markdown_writer();
        default:
            return text_writer(style);
    }
}

std::string place_text(const ReportedFinding& finding) {
    std::string place;
    if (finding.node) {
        place = fmt::format("node {} {}", finding.node->id + 1, printable(finding.node->op));
        if (!finding.node->name.empty()) place += fmt::format(" ({})", printable(finding.node->name));
        if (finding.nodes.size() > 1) place += fmt::format(" and {} more", finding.nodes.size() - 1);
    } else if (finding.tensor) {
        place = fmt::format("tensor {}", printable(finding.tensor->name));
    }
    if (!finding.graph || *finding.graph == 0 || place.empty()) return place;
    return fmt::format("graph {}, {}", printable(finding.graph_name), place);
}

}  // namespace netloupe::report
