#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

using targets::Topic;

/// Other topics have rules of their own, but for quantization where there is none.
bool is_broken(const GraphFacts& graph, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
               const targets::Reason& reason) {
    const bool own = reason.topic == Topic::kOther || reason.topic == Topic::kQuantization;
    return reason.kind == targets::Reason::Kind::kBroken && own && !is_about_quantization(graph, reason);
}

bool is_undecided(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& verdict,
                  const targets::Reason& reason) {
    const bool elsewhere = reason.topic == Topic::kRank || reason.topic == Topic::kType ||
                           reason.topic == Topic::kDynamicShape || reason.topic == Topic::kBody;
    return verdict.verdict == targets::Verdict::kConditional &&
           reason.kind == targets::Reason::Kind::kUndecided && !elsewhere;
}

void check(Context& context) {
    report_groups(context, is_broken, context.severity(), "The target does not run it as it is.",
                  "Change what the target does not take.");
    report_groups(context, is_undecided, Severity::kInfo,
                  "The file does not settle whether the target runs it.", "Check it on the target.");
}

}  // namespace

extern const Rule d02_op_constraint;
const Rule d02_op_constraint{
    .id = "D02",
    .name = "op-constraint",
    .summary = "An operator does not have what the target needs of it.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target, finds nodes whose operator the target runs in principle, but not "
                    "with these attributes, constants or extents. What the file does not "
                    "settle is reported as information.",
            .why = "The node runs on the processor, although its operator is in the list.",
            .not_a_problem = "Constraints that nobody can check are not reported; `netloupe targets` shows "
                             "them as conditional. Ranks, element types, dynamic shapes, versions and "
                             "quantization have rules of their own (D07, D08, D04, D09, Q28).",
            .fix = "Change the attribute or operand that the message names.",
            .example = "```\nSTRIDED_SLICE with a shrink-axis mask, for the GPU delegate\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/51741. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
