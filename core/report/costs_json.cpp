#include <array>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "cost/text.h"
#include "report/costs.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;
using cost::Metric;

constexpr std::array<std::pair<const char*, Metric>, 7> kMetrics{
    {{"macs", Metric::kMacs},
     {"flops", Metric::kFlops},
     {"bytesRead", Metric::kBytesRead},
     {"bytesWritten", Metric::kBytesWritten},
     {"activationBytes", Metric::kActivationBytes},
     {"parameters", Metric::kParameters},
     {"weightBytes", Metric::kWeightBytes}}};

Json amount_json(const cost::Costs& costs, const cost::Amount& amount, cost::Unit unit) {
    Json json{{"text", to_utf8(cost::text(costs, amount, unit))}};
    if (const auto number = amount.number()) json["value"] = *number;
    if (amount.unknown != 0) json["unknown"] = amount.unknown;
    return json;
}

Json plan_json(const Model& model, GraphId graph, const cost::MemoryPlan& plan) {
    Json json = Json::object();
    if (plan.arena_bytes) {
        json["arenaBytes"] = *plan.arena_bytes;
        json["liveBytes"] = plan.live_bytes;
        json["peakNode"] = plan.peak.value;
        json["peakTensors"] = Json::array();
        for (const TensorId tensor : plan.peak_tensors) json["peakTensors"].push_back(tensor.value);
        json["tensors"] = Json::array();
        for (const auto& placed : plan.tensors) {
            json["tensors"].push_back(
                {{"tensor", placed.tensor.value},
                 {"name", to_utf8(model.text(model.graph(graph).tensor(placed.tensor).name))},
                 {"offset", placed.offset},
                 {"bytes", placed.bytes},
                 {"first", placed.first},
                 {"last", placed.last}});
        }
    }
    json["unbound"] = Json::array();
    for (const std::string& symbol : plan.unbound) json["unbound"].push_back(to_utf8(symbol));
    json["unknown"] = plan.unknown;
    return json;
}

}  // namespace

Json cost_json(const cost::Costs& costs, const cost::Cost& cost) {
    Json json = Json::object();
    for (const auto& [name, metric] : kMetrics) {
        json[name] = amount_json(costs, amount_of(cost, metric), cost::unit_of(metric));
    }
    json["intensity"] = {{"text", to_utf8(cost::intensity_text(costs, cost))}};
    if (const auto number = cost::Costs::intensity(cost)) json["intensity"]["value"] = *number;
    return json;
}

Json costs_json(const Model& model, const cost::Costs& costs) {
    Json list = Json::array();
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const cost::GraphCosts& graph = costs.graph(GraphId(g));
        Json nodes = Json::array();
        for (const cost::Cost& node : graph.nodes) nodes.push_back(cost_json(costs, node));
        list.push_back({{"graph", g},
                        {"totals", cost_json(costs, graph.total)},
                        {"plan", plan_json(model, GraphId(g), graph.plan)},
                        {"nodes", std::move(nodes)}});
    }
    return list;
}

}  // namespace netloupe::report
