#include "cost/costs.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "cost/text.h"
#include "lsp/messages.h"
#include "lsp/query.h"
#include "report/costs.h"
#include "view/view_builder.h"

namespace netloupe::lsp {

namespace {

using cost::Metric;

/// Nodes that are named of each metric.
constexpr size_t kTop = 10;
/// Tensors that are named of the peak.
constexpr size_t kPeakTensors = 20;

struct NamedMetric {
    const char* name;
    Metric metric;
};
constexpr std::array<NamedMetric, 3> kOverlays{{{"macs", Metric::kMacs},
                                                {"weightBytes", Metric::kWeightBytes},
                                                {"activationBytes", Metric::kActivationBytes}}};

Json top_json(const Query& query, const cost::Costs& costs, Metric metric) {
    Json list = Json::array();
    for (const cost::TopNode& top : cost::top_nodes(costs, query.graph_id, metric, kTop)) {
        const auto amount = static_cast<uint64_t>(top.amount);
        list.push_back({{"node", node_brief(query.model, query.model.graph(query.graph_id), top.node)},
                        {"value", amount},
                        {"text", unit_of(metric) == cost::Unit::kBytes ? cost::bytes_text(amount)
                                                                       : cost::count_text(amount)},
                        {"share", top.share}});
    }
    return list;
}

Json peak_tensors(const Query& query, const cost::MemoryPlan& plan) {
    Json list = Json::array();
    for (const TensorId id : plan.peak_tensors) {
        if (list.size() == kPeakTensors) break;
        const auto found = std::ranges::lower_bound(plan.tensors, id, {}, &cost::MemoryPlan::Tensor::tensor);
        const Tensor& tensor = query.model.graph(query.graph_id).tensor(id);
        list.push_back({{"tensor", id.value},
                        {"name", to_utf8(query.model.text(tensor.name))},
                        {"bytes", found->bytes},
                        {"text", cost::bytes_text(found->bytes)}});
    }
    return list;
}

Json plan_json(const Query& query, const cost::MemoryPlan& plan) {
    Json json{{"unbound", Json::array()}, {"unknown", plan.unknown}, {"peakTensors", Json::array()}};
    for (const std::string& symbol : plan.unbound) json["unbound"].push_back(to_utf8(symbol));
    if (!plan.arena_bytes) return json;
    const Graph& graph = query.model.graph(query.graph_id);
    json["arenaBytes"] = *plan.arena_bytes;
    json["arenaText"] = cost::bytes_text(*plan.arena_bytes);
    json["liveBytes"] = plan.live_bytes;
    json["liveText"] = cost::bytes_text(plan.live_bytes);
    if (plan.peak.index() < graph.nodes.size()) json["peak"] = node_brief(query.model, graph, plan.peak);
    json["peakTensors"] = peak_tensors(query, plan);
    json["peakTensorCount"] = plan.peak_tensors.size();
    return json;
}

/// What the card's nodes cost together; null where that is no number.
Json sum(const cost::GraphCosts& costs, const std::vector<NodeId>& nodes, Metric metric) {
    int64_t sum = 0;
    for (const NodeId node : nodes) {
        const auto number = amount_of(costs.nodes[node.index()], metric).number();
        if (!number || __builtin_add_overflow(sum, *number, &sum)) return nullptr;
    }
    return nodes.empty() ? Json() : Json(sum);
}

}  // namespace

Answer answer_costs(Query& query) {
    if (query.graph() == nullptr) return query.params.refusal();
    const auto& costs = query.document.costs;
    const cost::GraphCosts& graph = costs->graph(query.graph_id);
    Json result{{"generation", query.document.generation},
                {"totals", report::cost_json(*costs, graph.total)},
                {"plan", plan_json(query, graph.plan)},
                {"symbols", Json::array()}};
    for (const NamedMetric& named : kOverlays) {
        result["top"][named.name] = top_json(query, *costs, named.metric);
    }
    for (const std::string& symbol : infer::symbols_of(query.model)) {
        result["symbols"].push_back(to_utf8(symbol));
    }
    return result;
}

Answer answer_overlay(Query& query) {
    const Graph* graph = query.graph();
    const std::string metric = query.params.text("metric");
    const auto* named = std::ranges::find(kOverlays, metric, &NamedMetric::name);
    if (named == kOverlays.end())
        query.params.reject("metric",
                            fmt::format("{} is none of macs, weightBytes, activationBytes.", metric));
    ViewOptions options;
    options.unfold = query.params.flag("unfold");
    if (graph == nullptr || query.params.failed()) return query.params.refusal();
    options.shapes = query.document.shapes.get();
    const auto& costs = query.document.costs;
    Json values = Json::array();
    for (const auto& nodes : nodes_of_items(query.model, query.graph_id, options)) {
        values.push_back(sum(costs->graph(query.graph_id), nodes, named->metric));
    }
    return Json{{"generation", query.document.generation}, {"values", std::move(values)}};
}

}  // namespace netloupe::lsp
