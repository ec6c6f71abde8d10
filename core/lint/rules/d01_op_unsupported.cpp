#include "context.h"
#include "dynamic_quantization.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_unlisted(const GraphFacts& graph, NodeId node, const targets::NodeVerdict& verdict,
                 const targets::Reason& reason) {
    using enum targets::Reason::Kind;
    return verdict.verdict == targets::Verdict::kUnsupported &&
           (reason.kind == kUnlisted || reason.kind == kListedAsNot) && !graph.node(node).is_custom &&
           !graph.has(node, OpTraits::kControlFlow) && !graph.is_boundary(node) &&
           !is_dynamic_quantization(graph, node);
}

void check(Context& context) {
    report_groups(context, is_unlisted, context.severity(), "The processor runs it.",
                  "Replace it by operators that the target runs.");
}

}  // namespace

extern const Rule d01_op_unsupported;
const Rule d01_op_unsupported{
    .id = "D01",
    .name = "op-unsupported",
    .summary = "The target does not run an operator.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "With a chosen target, finds nodes whose operator is not in the target's list of operators.",
            .why = "They run on the processor. In the middle of a model each cuts it: values go back and "
                   "forth, and what is left for the target comes in parts.",
            .not_a_problem = "An operator at the border of the model, where it does not cut anything; one "
                             "that is computed when the model is loaded; operators of control flow (D06) and "
                             "of somebody's own (D05).",
            .fix = "Replace it by operators that the target runs; `netloupe targets FILE --target X` says "
                   "which replacements would leave one partition.",
            .example = "```\nnetloupe check model.tflite --target edgetpu\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/57610. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
