#include <utility>

#include "context.h"
#include "known_shape.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix = "Merge dimensions before the operator, and split them behind it.";

bool is_rank(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
             const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && reason.topic == targets::Topic::kRank;
}

/// Beyond what most targets take; less is a matter of this operator alone.
bool is_high(const Context& context, const TargetGroup& group) {
    static constexpr size_t kMostCommon = 4;
    if (!group.reason.tensor.valid()) return true;
    const auto extents = extents_of(context, context.facts().graph(group.graph), group.reason.tensor);
    return !extents || extents->size() > kMostCommon;
}

void check(Context& context) {
    for (TargetGroup& group : target_groups(context, is_rank)) {
        const bool high = is_high(context, group);
        report_group(context, std::move(group), high ? context.severity() : Severity::kWarning,
                     "The target does not take that rank.",
                     high ? kFix : "Reshape to the rank that it takes.");
    }
}

}  // namespace

extern const Rule d07_rank_limit;
const Rule d07_rank_limit{
    .id = "D07",
    .name = "rank-limit",
    .summary = "A tensor has more dimensions than the target takes.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target, finds nodes with a tensor whose rank the target does not take. "
                    "It is an error above 4 dimensions, else a warning.",
            .why = "The node runs on the processor, or the target refuses the model.",
            .not_a_problem = "Constants, which are reshaped when the model is compiled.",
            .fix = kFix,
            .example = "```\nTRANSPOSE of a tensor of rank 6, for the GPU delegate\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/14212. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
