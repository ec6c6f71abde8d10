#include "target_groups.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "quantized_layer.h"

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
                    break;  // One reason a node; the first is the one that decides.
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

bool is_about_quantization(const GraphFacts& graph, const targets::Reason& reason) {
    const bool type = reason.topic == targets::Topic::kType;
    if (!type && reason.topic != targets::Topic::kQuantization) return false;
    if (!reason.tensor.valid()) return !type;
    if (type) return is_quantized(graph, reason.tensor);
    return stored_source(graph, reason.tensor).valid() || stored_result(graph, reason.tensor).valid();
}

void report_group(Context& context, TargetGroup group, Severity severity, std::string_view message,
                  std::string_view fix) {
    const GraphFacts& graph = context.facts().graph(group.graph);
    Finding finding;
    finding.severity = severity;
    finding.message = fmt::format("{} on {}: {} {}", first_of(graph, group.nodes), group.on->target->id,
                                  group.text(context.model()), message);
    finding.fix = fix;
    finding.graph = group.graph;
    finding.node = group.nodes[0];
    finding.tensor = group.reason.tensor;
    if (group.nodes.size() > 1) finding.nodes = std::move(group.nodes);
    context.report(std::move(finding));
}

void report_groups(Context& context, WantedReason wanted, Severity severity, std::string_view message,
                   std::string_view fix) {
    for (TargetGroup& group : target_groups(context, wanted))
        report_group(context, std::move(group), severity, message, fix);
}

}  // namespace netloupe::lint
