#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"
#include "cost/text.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "targets/operator_groups.h"
#include "view/view_builder.h"

namespace netloupe::lsp {

namespace {

using targets::Placement;
using targets::Verdict;

/// Rows of a list that are sent; how many there are is told.
constexpr size_t kMostRows = 100;
/// Nodes that are named of a row.
constexpr size_t kMostNamed = 50;

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

/// Where the card's own node runs: the place of its partition in "parts"; null for the processor.
Json partition(const Placement& placement, const std::vector<NodeId>& nodes) {
    if (nodes.empty()) return nullptr;
    const uint32_t number = placement.partition_of[nodes.front().index()];
    return number != Placement::kProcessor && placement.partitions[number].taken ? Json(number) : Json();
}

Json named(const Query& query, const std::vector<NodeId>& nodes) {
    Json list = Json::array();
    for (const NodeId node : nodes) {
        if (list.size() == kMostNamed) break;
        list.push_back(node_brief(query.model, query.model.graph(query.graph_id), node));
    }
    return list;
}

/// The operators that are not simply supported, worst first, each with what decides.
Json operators_json(const Query& query, const JudgedTarget& judged) {
    Json list = Json::array();
    for (const auto& group : targets::group_operators(query.model, query.graph_id, judged.assessment)) {
        if (group.verdict == Verdict::kSupported) continue;
        if (list.size() == kMostRows) break;
        Json row{{"op", group.op},
                 {"verdict", name(group.verdict)},
                 {"count", group.nodes.size()},
                 {"nodes", named(query, group.nodes)}};
        if (group.reason)
            row["reason"] = to_utf8(targets::reason_text(query.model, *judged.target, query.graph_id,
                                                         group.nodes[0], *group.reason));
        list.push_back(std::move(row));
    }
    return list;
}

std::string bytes(uint64_t known, uint32_t unknown) {
    return (unknown > 0 ? "at least " : "") + cost::bytes_text(known);
}

Json parts_json(const Query& query, const targets::Target& target, const Placement& placement) {
    const Graph& graph = query.model.graph(query.graph_id);
    Json list = Json::array();
    for (const targets::Partition& part : placement.partitions) {
        if (list.size() == kMostRows) break;
        Json row{{"count", part.nodes.size()},
                 {"taken", part.taken},
                 {"first", node_brief(query.model, graph, part.nodes.front())},
                 {"last", node_brief(query.model, graph, part.nodes.back())}};
        if (part.taken && target.copies) {
            row["in"] = bytes(part.bytes_in, part.unknown);
            row["out"] = bytes(part.bytes_out, part.unknown);
        }
        list.push_back(std::move(row));
    }
    return list;
}

Json summary_json(const Placement& placement) {
    Json summary{{"nodes", placement.nodes},
                 {"nodeShare", placement.node_share()},
                 {"macShare", placement.mac_share() ? Json(*placement.mac_share()) : Json()},
                 {"partitions", placement.taken},
                 {"parts", placement.partitions.size()}};
    for (size_t v = 0; v < placement.verdicts.size(); ++v)
        summary["verdicts"][name(static_cast<Verdict>(v))] = placement.verdicts[v];
    return summary;
}

Json replace_json(const Query& query, const Placement& placement) {
    Json list = Json::array();
    for (const auto& [op, nodes] : targets::by_operator(query.model, query.graph_id, placement.to_replace)) {
        if (list.size() == kMostRows) break;
        list.push_back({{"op", op}, {"count", nodes.size()}, {"nodes", named(query, nodes)}});
    }
    return list;
}

const JudgedTarget* find(const Document& document, const std::string& id) {
    const auto found = std::ranges::find(*document.targets, id,
                                         [](const JudgedTarget& judged) { return judged.target->id; });
    return found == document.targets->end() ? nullptr : &*found;
}

}  // namespace

Answer answer_targets(Query& query) {
    const Graph* graph = query.graph();
    const std::string id = query.params.text("target");
    const JudgedTarget* judged = find(query.document, id);
    if (judged == nullptr) query.params.reject("target", id + " is none of the chosen targets.");
    ViewOptions options;
    options.unfold = query.params.flag("unfold");
    if (graph == nullptr || query.params.failed()) return query.params.refusal();
    const Document& document = query.document;
    const targets::Target& target = *judged->target;
    Json result{{"generation", document.generation},
                {"id", to_utf8(target.id)},
                {"title", to_utf8(target.title)},
                {"source", to_utf8(target.source)},
                {"asOf", to_utf8(target.as_of)}};
    if (!judged->takes) {
        result["refusal"] = to_utf8(targets::refusal(target, query.model));
        return result;
    }
    const GraphId main(0U);
    const Placement placement = query.graph_id == main
                                    ? judged->placement
                                    : targets::place(query.model, query.graph_id, target, judged->assessment,
                                                     *document.shapes, document.costs.get());
    options.shapes = document.shapes.get();
    result["values"] = Json::array();
    result["partitions"] = Json::array();
    for (const auto& nodes : nodes_of_items(query.model, query.graph_id, options)) {
        result["values"].push_back(worst(judged->assessment, query.graph_id, nodes));
        result["partitions"].push_back(partition(placement, nodes));
    }
    result["summary"] = summary_json(placement);
    result["operators"] = operators_json(query, *judged);
    result["parts"] = parts_json(query, target, placement);
    result["replace"] = replace_json(query, placement);
    return result;
}

Answer answer_target_choices(Query& query) {
    Json choices = Json::array();
    for (const std::string_view id : targets::target_ids()) {
        const auto target = targets::find_target(std::string(id));
        if (target)
            choices.push_back({{"id", target->id},
                               {"title", target->title},
                               {"takes", targets::takes(*target, query.model.format)}});
    }
    return Json{{"choices", std::move(choices)}};
}

}  // namespace netloupe::lsp
