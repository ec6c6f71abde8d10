#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "report/targets.h"
#include "targets/operator_groups.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;
using targets::Placement;

constexpr GraphId kMain(0U);

Json ids(std::span<const NodeId> nodes) {
    Json list = Json::array();
    for (const NodeId node : nodes) list.push_back(node.value);
    return list;
}

Json tensors(const Model& model, std::span<const TensorId> list) {
    Json names = Json::array();
    for (const TensorId id : list) names.push_back(to_utf8(model.text(model.graph(kMain).tensor(id).name)));
    return names;
}

void add_summary(Json& json, const Placement& placement) {
    for (size_t v = 0; v < placement.verdicts.size(); ++v)
        json["verdicts"][std::string(name(static_cast<targets::Verdict>(v)))] = placement.verdicts[v];
    json["nodes"] = placement.nodes;
    json["nodesOnTarget"] = placement.on_target;
    json["nodeShare"] = placement.node_share();
    json["macShare"] = placement.mac_share() ? Json(*placement.mac_share()) : Json();
    json["partitions"] = placement.taken;
}

void add_details(Json& json, const Model& model, const TargetResult& result) {
    json["operators"] = Json::array();
    for (const auto& group : targets::group_operators(model, kMain, result.assessment)) {
        Json entry{{"op", group.op}, {"verdict", name(group.verdict)}, {"nodes", ids(group.nodes)}};
        entry["reasons"] = Json::array();
        for (const targets::Reason& reason :
             result.assessment.reasons_of(result.assessment.node(kMain, group.nodes[0])))
            entry["reasons"].push_back(
                to_utf8(targets::reason_text(model, result.target, kMain, group.nodes[0], reason)));
        json["operators"].push_back(std::move(entry));
    }
    json["parts"] = Json::array();
    for (const targets::Partition& part : result.placement->partitions) {
        json["parts"].push_back({{"nodes", ids(part.nodes)},
                                 {"taken", part.taken},
                                 {"inputs", tensors(model, part.inputs)},
                                 {"outputs", tensors(model, part.outputs)},
                                 {"bytesIn", part.bytes_in},
                                 {"bytesOut", part.bytes_out},
                                 {"tensorsOfUnknownSize", part.unknown}});
    }
    json["replace"] = ids(result.placement->to_replace);
}

}  // namespace

std::string targets_json(const std::string& path, const Model& model, std::span<const TargetResult> results,
                         bool details) {
    Json document{{"file", to_utf8(path)},
                  {"format", model.format_name + " " + model.format_version},
                  {"targets", Json::array()}};
    for (const TargetResult& result : results) {
        Json entry{{"id", to_utf8(result.target.id)},
                   {"title", to_utf8(result.target.title)},
                   {"source", to_utf8(result.target.source)},
                   {"asOf", to_utf8(result.target.as_of)},
                   {"takesFormat", result.placement.has_value()}};
        if (result.placement) {
            add_summary(entry, *result.placement);
            if (details) add_details(entry, model, result);
        } else {
            entry["why"] = to_utf8(targets::refusal(result.target, model));
        }
        document["targets"].push_back(std::move(entry));
    }
    return document.dump(1) + "\n";
}

}  // namespace netloupe::report
