#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_rank(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
             const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && reason.topic == targets::Topic::kRank;
}

void check(Context& context) {
    report_groups(context, target_groups(context, is_rank), context.severity(),
                  "The target does not take that rank.",
                  "Merge dimensions before the operator, and split them behind it.");
}

}  // namespace

extern const Rule d07_rank_limit;
const Rule d07_rank_limit{
    .id = "D07",
    .name = "rank-limit",
    .summary = "A tensor has more dimensions than the target takes.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, finds nodes with a tensor whose rank the target does not take.",
            .why = "The node runs on the processor, or the target refuses the model.",
            .not_a_problem = "Constants, which are reshaped when the model is compiled.",
            .fix = "Merge dimensions before the operator, and split them behind it.",
            .example = "```\nTRANSPOSE of a tensor of rank 6, for the GPU delegate\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/14212. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
