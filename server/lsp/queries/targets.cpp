#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"
#include "cost/costs.h"
#include "lsp/query.h"
#include "targets/operator_groups.h"
#include "targets/placement.h"
#include "targets/target.h"
#include "view/view_builder.h"

namespace netloupe::lsp {

namespace {

using targets::Verdict;

/// From the verdict that a card shows before all others to the one that it shows last.
int weight(Verdict verdict) {
    static constexpr std::array<int, 4> kWeights{0, 1, 3, 2};
    return kWeights[static_cast<size_t>(verdict)];
}

/// The worst verdict on the card's nodes; null where none of them runs.
Json worst(const targets::Assessment& assessment, GraphId graph, const std::vector<NodeId>& nodes) {
    std::optional<Verdict> worst;
    for (const NodeId node : nodes) {
        const targets::NodeVerdict& verdict = assessment.node(graph, node);
        if (!verdict.folded && (!worst || weight(verdict.verdict) > weight(*worst))) worst = verdict.verdict;
    }
    return worst ? Json(name(*worst)) : Json();
}

/// The nodes that are not simply supported, each with all reasons.
Json reasons_json(const Query& query, const targets::Target& target, const targets::Assessment& assessment) {
    Json list = Json::array();
    const auto& verdicts = assessment.graphs[query.graph_id.index()];
    for (size_t n = 0; n < verdicts.size(); ++n) {
        if (verdicts[n].reasons.empty()) continue;
        Json entry{{"node", n}, {"verdict", name(verdicts[n].verdict)}, {"reasons", Json::array()}};
        for (const targets::Reason& reason : assessment.reasons_of(verdicts[n]))
            entry["reasons"].push_back(
                to_utf8(targets::reason_text(query.model, target, query.graph_id, NodeId(n), reason)));
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace

Answer answer_targets(Query& query) {
    const Graph* graph = query.graph();
    const std::string name = query.params.text("target");
    ViewOptions options;
    options.unfold = query.params.flag("unfold");
    if (graph == nullptr || query.params.failed()) return query.params.refusal();
    const auto target = targets::find_target(name);
    if (!target) {
        query.params.reject("target", target.error().message);
        return query.params.refusal();
    }
    const Document& document = query.document;
    Json result{{"generation", document.generation},
                {"id", to_utf8(target->id)},
                {"title", to_utf8(target->title)},
                {"values", Json::array()},
                {"nodes", Json::array()}};
    if (!targets::takes(*target, query.model.format)) {
        result["refusal"] = to_utf8(targets::refusal(*target, query.model));
        return result;
    }
    const targets::Assessment assessment =
        targets::assess(query.model, Meaning(query.model), *document.shapes, *target);
    const targets::Placement placement = targets::place(query.model, query.graph_id, *target, assessment,
                                                        *document.shapes, document.costs.get());
    options.shapes = document.shapes.get();
    for (const auto& nodes : nodes_of_items(query.model, query.graph_id, options))
        result["values"].push_back(worst(assessment, query.graph_id, nodes));
    result["nodes"] = reasons_json(query, *target, assessment);
    result["summary"] = {
        {"nodes", placement.nodes},
        {"nodeShare", placement.node_share()},
        {"macShare", placement.mac_share() ? Json(*placement.mac_share()) : Json()},
        {"partitions", placement.taken},
        {"replace", to_utf8(targets::operators_text(query.model, query.graph_id, placement.to_replace))}};
    return result;
}

}  // namespace netloupe::lsp
