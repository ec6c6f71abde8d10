#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_other_topic(const targets::Reason& reason) {
    return reason.topic == targets::Topic::kOther || reason.topic == targets::Topic::kVersion;
}

bool is_broken(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
               const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && is_other_topic(reason);
}

bool is_undecided(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& verdict,
                  const targets::Reason& reason) {
    return verdict.verdict == targets::Verdict::kConditional &&
           reason.kind == targets::Reason::Kind::kUndecided && is_other_topic(reason);
}

void check(Context& context) {
    report_groups(context, target_groups(context, is_broken), context.severity(),
                  "The target does not run it as it is.", "Change what the target does not take.");
    report_groups(context, target_groups(context, is_undecided), Severity::kInfo,
                  "The file does not settle whether the target runs it.", "Check it on the target.");
}

}  // namespace

extern const Rule d02_op_constraint;
const Rule d02_op_constraint{
    .id = "D02",
    .name = "op-constraint",
    .summary = "An operator does not have what the target needs of it.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, finds nodes whose operator the target runs in principle, but not "
                    "with these attributes, constants, versions or quantization. What the file does not "
                    "settle is reported as information.",
            .why = "The node runs on the processor, although its operator is in the list.",
            .not_a_problem = "Constraints that nobody can check are not reported; `netloupe targets` shows "
                             "them as conditional. Ranks, element types and dynamic shapes have rules of "
                             "their own (D07, D08, D04).",
            .fix = "Change the attribute or operand that the message names.",
            .example = "```\nSTRIDED_SLICE with a shrink-axis mask, for the GPU delegate\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/51741. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
