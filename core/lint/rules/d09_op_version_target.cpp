#include <fmt/format.h>

#include <map>
#include <tuple>

#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_version(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
                const targets::Reason& reason) {
    using Kind = targets::Reason::Kind;
    return reason.topic == targets::Topic::kVersion &&
           (reason.kind == Kind::kBroken || reason.kind == Kind::kSoftlyBroken);
}

/// What holds for all operators is said once.
std::vector<TargetGroup> by_constraint(std::vector<TargetGroup> groups) {
    std::vector<TargetGroup> merged;
    std::map<std::tuple<const Facts::OnTarget*, GraphId, uint32_t>, size_t> places;
    for (TargetGroup& group : groups) {
        const auto [place, added] =
            places.try_emplace({group.on, group.graph, group.reason.constraint}, merged.size());
        if (added) {
            merged.push_back(std::move(group));
        } else {
            auto& nodes = merged[place->second].nodes;
            nodes.insert(nodes.end(), group.nodes.begin(), group.nodes.end());
        }
    }
    return merged;
}

void check(Context& context) {
    for (TargetGroup& group : by_constraint(target_groups(context, is_version))) {
        const GraphFacts& graph = context.facts().graph(group.graph);
        const bool refused = group.reason.kind == targets::Reason::Kind::kBroken;
        context.report({
            .severity = refused ? context.severity() : Severity::kWarning,
            .message = fmt::format(
                "{}: {} Here it is {}. {}", first_of(graph, group.nodes), group.text(context.model()),
                graph.node(group.nodes[0]).version,
                refused ? "The target does not run it." : "Whether the target runs it is not certain."),
            .fix = "Convert the model for the runtime's version, or use a newer runtime.",
            .graph = group.graph,
            .node = group.nodes[0],
            .nodes = group.nodes.size() > 1 ? group.nodes : std::vector<NodeId>(),
        });
    }
}

}  // namespace

extern const Rule d09_op_version_target;
const Rule d09_op_version_target{
    .id = "D09",
    .name = "op-version-target",
    .summary = "The target does not take that version of an operator.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, finds nodes whose operator version (TensorFlow Lite) or opset "
                    "(ONNX) is outside of what the target takes. Where the target may run it all the same "
                    "it is a warning.",
            .why = "Newer versions of an operator have other operands or meanings. The runtime leaves the "
                   "node to the processor or refuses the model.",
            .not_a_problem = "A runtime that is newer than the table; the table's date is in its file.",
            .fix = "Convert the model for the runtime's version, or use a newer runtime.",
            .example = "```\nFULLY_CONNECTED of version 12, for a delegate that takes up to 9\n```",
            .source = "https://onnxruntime.ai/docs/reference/compatibility.html. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
