#include <fmt/format.h>

#include "base/utf8.h"
#include "query/describe.h"
#include "report/check.h"

namespace netloupe::report {

ReportedFinding reported(const Model& model, const lint::Finding& finding, lint::Severity fail_on) {
    ReportedFinding out{.rule = lint::find_rule(finding.rule),
                        .severity = finding.severity,
                        .fails = finding.severity >= fail_on,
                        .message = to_utf8(finding.message),
                        .fix = to_utf8(finding.fix),
                        .fingerprint = fmt::format("{:016x}", finding.fingerprint),
                        .graph = {},
                        .graph_name = {},
                        .node = {},
                        .nodes = {},
                        .tensor = {}};
    if (!finding.graph.valid()) return out;
    const Graph& graph = model.graph(finding.graph);
    out.graph = finding.graph.value;
    out.graph_name = to_utf8(model.text(graph.name));
    const auto node = [&](NodeId id) -> ReportedNode {
        const Node& of = graph.node(id);
        return {id.value, to_utf8(model.text(of.op)), to_utf8(query::known_name(model, graph, of))};
    };
    if (finding.node.valid()) out.node = node(finding.node);
    for (const NodeId id : finding.nodes) out.nodes.push_back(node(id));
    if (finding.tensor.valid())
        out.tensor = {finding.tensor.value, to_utf8(model.text(graph.tensor(finding.tensor).name))};
    return out;
}

void CheckTotals::add(const CheckedFile& file) {
    ++files;
    unreadable += file.error ? 1 : 0;
    damaged += file.damaged ? 1 : 0;
    known += file.known;
    for (const ReportedFinding& finding : file.findings) {
        errors += finding.severity == lint::Severity::kError ? 1 : 0;
        warnings += finding.severity == lint::Severity::kWarning ? 1 : 0;
        infos += finding.severity == lint::Severity::kInfo ? 1 : 0;
        failing += finding.fails ? 1 : 0;
    }
}

}  // namespace netloupe::report
