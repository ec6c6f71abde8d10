#include "target_groups.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace netloupe::lint {

std::vector<TargetGroup> target_groups(Context& context, WantedReason wanted) {
    std::vector<TargetGroup> groups;
    const Model& model = context.model();
    for (const Facts::OnTarget& on : context.facts().targets()) {
        context.each_graph([&](const GraphFacts& graph) {
            using Key = std::tuple<StringId, StringId, targets::Reason::Kind, uint32_t>;
            std::map<Key, size_t> numbers;
            for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
                const targets::NodeVerdict& verdict = on.assessment.node(graph.id(), NodeId(n));
                if (verdict.folded) continue;
                for (const targets::Reason& reason : on.assessment.reasons_of(verdict)) {
                    if (!wanted(graph, NodeId(n), verdict, reason)) continue;
                    const Node& node = graph.graph().nodes[n];
                    const auto [at, added] = numbers.try_emplace(
                        {node.op, node.domain, reason.kind, reason.constraint}, groups.size());
                    if (added)
                        groups.push_back({&on, graph.id(), std::string(model.text(node.op)), reason, {}});
                    groups[at->second].nodes.emplace_back(n);
                }
            }
        });
    }
    return groups;
}

std::string first_of(const GraphFacts& graph, const std::vector<NodeId>& nodes) {
    if (nodes.size() == 1) return graph.label(nodes[0]);
    return fmt::format("{} and {} more", graph.label(nodes[0]), nodes.size() - 1);
}

void report_groups(Context& context, std::vector<TargetGroup> groups, Severity severity,
                   const std::string& message, const std::string& fix) {
    for (TargetGroup& group : groups) {
        const GraphFacts& graph = context.facts().graph(group.graph);
        Finding finding;
        finding.severity = severity;
        finding.message =
            fmt::format("{}: {} {}", first_of(graph, group.nodes), group.text(context.model()), message);
        finding.fix = fix;
        finding.graph = group.graph;
        finding.node = group.nodes[0];
        finding.tensor = group.reason.tensor;
        if (group.nodes.size() > 1) finding.nodes = std::move(group.nodes);
        context.report(std::move(finding));
    }
}

}  // namespace netloupe::lint
