#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool runs_on_all_targets(Context& context, GraphId graph, NodeId node) {
    const auto& targets = context.facts().targets();
    return !targets.empty() && std::ranges::all_of(targets, [&](const Facts::OnTarget& on) {
        return on.assessment.node(graph, node).verdict == targets::Verdict::kSupported;
    });
}

void check(Context& context) {
    const Model& model = context.model();
    const Dialect dialect = dialect_of(model);
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        const Node& node = graph.node(id);
        const std::string_view op = model.text(node.op);
        const bool flex = dialect == Dialect::kTflite && op.starts_with("Flex");
        const bool foreign = dialect == Dialect::kOnnx && graph.schema(id) == nullptr &&
                             !node.callee.valid() && !knows_domain(dialect, model.text(node.domain));
        if ((dialect == Dialect::kTflite ? !node.is_custom : !foreign) ||
            runs_on_all_targets(context, graph.id(), id))
            return;
        const bool known = graph.schema(id) != nullptr && !flex;
        context.report({
            .severity = known ? Severity::kInfo : context.severity(),
            .message = fmt::format("{} is {}: the runtime has to register it.", graph.label(id),
                                   known  ? "a well-known custom operator"
                                   : flex ? "an operator of TensorFlow, which needs the Flex delegate"
                                          : "somebody's own operator"),
            .fix = "Register the operator with the runtime, or export without it.",
            .graph = graph.id(),
            .node = id,
        });
    });
}

}  // namespace

extern const Rule d05_custom_op;
const Rule d05_custom_op{
    .id = "D05",
    .name = "custom-op",
    .summary = "The model needs an operator that somebody has to register.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
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
