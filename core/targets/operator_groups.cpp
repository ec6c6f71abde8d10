#include "targets/operator_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/utf8.h"
#include "table.h"

namespace netloupe::targets {

namespace {

/// Order in which people want to read verdicts.
int rank(Verdict verdict) {
    static constexpr std::array<int, 4> kRanks{3, 2, 0, 1};
    return kRanks[static_cast<size_t>(verdict)];
}

}  // namespace

std::vector<OperatorGroup> group_operators(const Model& model, GraphId graph, const Assessment& assessment) {
    using Key = std::tuple<int, std::string, int, uint32_t>;
    std::map<Key, OperatorGroup> groups;
    const auto& nodes = model.graph(graph).nodes;
    for (size_t n = 0; n < nodes.size(); ++n) {
        const NodeVerdict& node = assessment.node(graph, NodeId(n));
        if (node.folded) continue;
        std::string op = to_utf8(key_of(model, nodes[n]));
        const auto reasons = assessment.reasons_of(node);
        const int kind = reasons.empty() ? -1 : static_cast<int>(reasons[0].kind);
        const uint32_t constraint = reasons.empty() ? 0 : reasons[0].constraint;
        OperatorGroup& group = groups[{rank(node.verdict), op, kind, constraint}];
        if (group.nodes.empty()) {
            group.op = std::move(op);
            group.verdict = node.verdict;
            if (!reasons.empty()) group.reason = reasons[0];
        }
        group.nodes.emplace_back(n);
    }
    std::vector<OperatorGroup> sorted;
    sorted.reserve(groups.size());
    for (auto& [key, group] : groups) sorted.push_back(std::move(group));
    return sorted;
}

std::vector<OperatorNodes> by_operator(const Model& model, GraphId graph, std::span<const NodeId> nodes) {
    std::map<std::string, std::vector<NodeId>> lists;
    for (const NodeId node : nodes)
        lists[to_utf8(key_of(model, model.graph(graph).node(node)))].push_back(node);
    std::vector<OperatorNodes> sorted;
    sorted.reserve(lists.size());
    for (auto& [op, list] : lists) sorted.push_back({op, std::move(list)});
    std::ranges::stable_sort(sorted, std::ranges::greater(),
                             [](const OperatorNodes& entry) { return entry.nodes.size(); });
    return sorted;
}

std::string operators_text(const Model& model, GraphId graph, std::span<const NodeId> nodes) {
    std::string text;
    for (const auto& [op, list] : by_operator(model, graph, nodes)) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", op);
        if (list.size() > 1) text += fmt::format(" ×{}", list.size());
    }
    return text;
}

}  // namespace netloupe::targets
