#include <fmt/format.h>

#include "context.h"
#include "target_groups.h"
#include "targets/operator_groups.h"

namespace netloupe::lint {

namespace {

void report_cuts(Context& context, const Facts::OnTarget& on) {
    const targets::Placement& placement = on.placement;
    const size_t parts = placement.partitions.size();
    const double share = placement.node_share();
    const auto unknown = placement.verdicts[static_cast<size_t>(targets::Verdict::kUnknown)];
    if (!on.target->copies || placement.nodes == 0 || 2 * unknown > placement.nodes) return;
    if (parts <= 2 && (parts <= 1 || share >= 0.75) && share >= 0.5) return;
    const auto& cuts = placement.to_replace;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} would run {:.0f} % of the nodes, in {} part{}.{}", on.target->id, 100 * share, parts,
            parts == 1 ? "" : "s",
            cuts.empty() ? std::string()
                         : fmt::format(" What cuts: {}.",
                                       targets::operators_text(context.model(), GraphId(0U), cuts))),
        .fix = cuts.empty() ? "Choose another target, or operators that this one runs."
                            : "Replace the operators that cut by some that the target runs.",
        .graph = GraphId(0U),
        .node = cuts.empty() ? NodeId() : cuts.front(),
        .nodes = cuts.size() > 1 ? cuts : std::vector<NodeId>(),
    });
}

void check(Context& context) {
    for (const Facts::OnTarget& on : context.facts().targets()) report_cuts(context, on);
}

}  // namespace

extern const Rule d03_partition_count;
const Rule d03_partition_count{
    .id = "D03",
    .name = "partition-count",
    .summary = "The target runs the model in many parts, or little of it.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, cuts the main graph as the runtime would and reports more than "
                    "two parts, more than one that hold less than 75 % of the nodes together, or less than "
                    "half of the nodes on the target.",
            .why = "Values are copied and processors wait for each other at every border; in many parts an "
                   "accelerator is often slower than the processor alone.",
            .not_a_problem = "A target that is the processor itself, where nothing is copied. A target whose "
                             "table is silent about most operators.",
            .fix = "Replace the operators that cut; the message names them.",
            .example = "```\nCONV_2D -> SIN -> CONV_2D -> SIN -> CONV_2D, for a target without SIN\n```",
            .source = "The thresholds of ONNX Runtime's mobile usability checker; "
                      "https://github.com/microsoft/onnxruntime/issues/19887. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
