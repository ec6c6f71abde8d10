#include <fmt/format.h>

#include <algorithm>

#include "query/describe.h"
#include "report/check.h"

namespace netloupe::report {

namespace {

std::string severity_text(lint::Severity severity, const Style& style) {
    const std::string text = padded(lint::name(severity), 7);
    switch (severity) {
        case lint::Severity::kError:
            return style.red(text);
        case lint::Severity::kWarning:
            return style.yellow(text);
        case lint::Severity::kInfo:
            break;
    }
    return style.blue(text);
}

/// "node 12 CONV_2D (conv1)", counted from 1 as the Problems panel and the graph do.
std::string place_text(const Model& model, const lint::Finding& finding) {
    if (!finding.graph.valid()) return {};
    const Graph& graph = model.graph(finding.graph);
    std::string place;
    if (finding.node.valid()) {
        const Node& node = graph.node(finding.node);
        const std::string name = printable(query::known_name(model, graph, node));
        place = fmt::format("node {} {}", finding.node.value + 1, printable(model.text(node.op)));
        if (!name.empty()) place += fmt::format(" ({})", name);
        if (finding.nodes.size() > 1) place += fmt::format(" and {} more", finding.nodes.size() - 1);
    } else if (finding.tensor.valid()) {
        place = fmt::format("tensor {}", printable(model.text(graph.tensor(finding.tensor).name)));
    }
    if (finding.graph.index() == 0 || place.empty()) return place;
    return fmt::format("graph {}, {}", printable(model.text(graph.name)), place);
}

std::string counted(size_t count, std::string_view singular) {
    return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

}  // namespace

std::string check_text(const std::string& path, const Model& model, std::span<const lint::Finding> findings,
                       const Style& style) {
    if (findings.empty()) return {};
    std::string text = style.bold(printable(path)) + "\n";
    for (const lint::Finding& finding : findings) {
        text += fmt::format("  {} {}  {}\n", severity_text(finding.severity, style), finding.rule,
                            printable(finding.message));
        if (const std::string place = place_text(model, finding); !place.empty())
            text += fmt::format("               {}\n", style.dim("at " + place));
        if (!finding.fix.empty())
            text += fmt::format("               {}\n", style.dim(printable(finding.fix)));
    }
    return text + "\n";
}

std::string totals_text(const CheckTotals& totals, const Style& style) {
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (totals.errors > 0) add(style.red(counted(totals.errors, "error")));
    if (totals.warnings > 0) add(style.yellow(counted(totals.warnings, "warning")));
    if (totals.infos > 0) add(style.blue(fmt::format("{} info", totals.infos)));
    if (text.empty()) text = "No findings";
    text += fmt::format(" in {}", counted(totals.files, "file"));
    if (totals.unreadable > 0) text += fmt::format("; {} could not be read", totals.unreadable);
    if (totals.damaged > 0) text += fmt::format("; {} could be read in part only", totals.damaged);
    return text + ".\n";
}

}  // namespace netloupe::report
