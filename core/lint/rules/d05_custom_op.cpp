#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "context.h"
#include "node_list.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool runs_on_all_targets(Context& context, GraphId graph, NodeId node) {
    const auto& targets = context.facts().targets();
    return !targets.empty() && std::ranges::all_of(targets, [&](const Facts::OnTarget& on) {
        return on.assessment.node(graph, node).verdict == targets::Verdict::kSupported;
    });
}

enum class Kind : uint8_t { kNone, kKnown, kTensorFlow, kOwn };

Kind kind_of(const GraphFacts& graph, NodeId id) {
    const Model& model = graph.model();
    const Dialect dialect = dialect_of(model);
    const Node& node = graph.node(id);
    const bool known = graph.schema(id) != nullptr;
    if (dialect != Dialect::kTflite) {
        const bool foreign =
            !known && !node.callee.valid() && !knows_domain(dialect, model.text(node.domain));
        return foreign ? Kind::kOwn : Kind::kNone;
    }
    if (!node.is_custom) return Kind::kNone;
    if (model.text(node.op).starts_with("Flex")) return Kind::kTensorFlow;
    return known ? Kind::kKnown : Kind::kOwn;
}

std::string message(const GraphFacts& graph, Kind kind, const std::vector<NodeId>& nodes) {
    const bool one = nodes.size() == 1;
    const std::string who =
        one ? graph.label(nodes[0]) : fmt::format("{} nodes ({})", nodes.size(), list_of(graph, nodes));
    switch (kind) {
        case Kind::kKnown:
            return fmt::format("{} {}: the runtime has to register {}.", who,
                               one ? "is a well-known custom operator" : "are well-known custom operators",
                               one ? "it" : "them");
        case Kind::kTensorFlow:
            return fmt::format(
                "{} of TensorFlow itself: only a runtime with the Flex delegate, which "
                "holds TensorFlow's kernels, runs {}.",
                who + (one ? " is an operator" : " are operators"), one ? "it" : "them");
        default:
            return fmt::format("{} {} that no table knows: a runtime without {} refuses the model.", who,
                               one ? "is a custom operator" : "are custom operators",
                               one ? "its kernel" : "their kernels");
    }
}

void check_graph(Context& context, const GraphFacts& graph) {
    // Somebody's own operators are told one by one, the others together.
    std::map<std::pair<Kind, StringId>, std::vector<NodeId>> found;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const Kind kind = kind_of(graph, NodeId(n));
        if (kind == Kind::kNone || runs_on_all_targets(context, graph.id(), NodeId(n))) continue;
        const StringId op = kind == Kind::kOwn ? graph.node(NodeId(n)).op : StringId();
        found[{kind, op}].emplace_back(n);
    }
    for (const auto& [key, nodes] : found) {
        const bool flex = key.first == Kind::kTensorFlow;
        context.report({
            .severity = key.first == Kind::kKnown ? Severity::kInfo : context.severity(),
            .message = message(graph, key.first, nodes),
            .fix = flex ? "Link the Flex delegate, which is large, or export with operators of TensorFlow "
                          "Lite alone."
                        : "Register the operator with the runtime, or export without it.",
            .graph = graph.id(),
            .node = nodes.front(),
            .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
        });
    }
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule d05_custom_op;
const Rule d05_custom_op{
    .id = "D05",
    .name = "custom-op",
    .summary = "The model needs an operator that somebody has to register.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds custom operators: TensorFlow Lite's CUSTOM and Flex operators, and ONNX operators "
                    "of domains that no table knows. Well-known ones, such as TFLite_Detection_PostProcess, "
                    "are information.",
            .why = "A runtime without that operator refuses the model; delegates and providers leave it to "
                   "the processor.",
            .not_a_problem =
                "A function that the model defines itself. An operator that every chosen target lists.",
            .fix = "Register the operator with the runtime, or export without it.",
            .example = "```\nCUSTOM FlexErf\n```",
            .source = "https://ai.google.dev/edge/litert/models/ops_custom",
        },
    .check = check,
};

}  // namespace netloupe::lint
