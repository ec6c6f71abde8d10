#include <fmt/format.h>

#include "context.h"
#include "target_groups.h"
#include "targets/operator_groups.h"
#include "targets/placement.h"

namespace netloupe::lint {

namespace {

bool runs_badly(const targets::Placement& placement) {
    const double share = placement.node_share();
    const size_t parts = placement.partitions.size();
    return share < 0.5 || parts > 2 || (parts == 2 && share < 0.75);
}

std::string outcome(const targets::Placement& placement) {
    const size_t parts = placement.partitions.size();
    if (parts == 0) return "none of the nodes";
    return fmt::format("{:.0f} % of the nodes, in {} part{}", 100 * placement.node_share(), parts,
                       parts == 1 ? "" : "s");
}

std::vector<NodeId> nodes_or_none(const std::vector<NodeId>& nodes) {
    return nodes.size() > 1 ? nodes : std::vector<NodeId>();
}

void report_cuts(Context& context, const Facts::OnTarget& on) {
    const auto& cuts = on.placement.to_replace;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} would run {}.{}", on.target->id, outcome(on.placement),
            cuts.empty() ? std::string()
                         : fmt::format(" What cuts: {}.",
                                       targets::operators_text(context.model(), GraphId(0U), cuts))),
        .fix = cuts.empty() ? "Choose another target, or operators that this one runs."
                            : "Replace the operators that cut by some that the target runs.",
        .graph = GraphId(0U),
        .node = cuts.empty() ? NodeId() : cuts.front(),
        .nodes = nodes_or_none(cuts),
    });
}

/// Cuts the graph once more as if what the file does not settle kept nodes from running.
void report_doubt(Context& context, const Facts::OnTarget& on) {
    using enum targets::Verdict;
    if (on.placement.verdicts[static_cast<size_t>(kConditional)] == 0) return;
    targets::Assessment doubtful = on.assessment;
    std::vector<NodeId> open;
    auto& verdicts = doubtful.graphs[0];
    for (size_t n = 0; n < verdicts.size(); ++n) {
        if (verdicts[n].folded || verdicts[n].verdict != kConditional) continue;
        verdicts[n].verdict = kUnsupported;
        open.emplace_back(n);
    }
    const targets::Placement worst =
        targets::place(context.model(), GraphId(0U), *on.target, doubtful, *context.facts().shapes());
    if (!runs_badly(worst)) return;
    context.report({
        .severity = Severity::kInfo,
        .message = fmt::format(
            "{} runs {} only if it takes {}, which the file does not settle; else {}.", on.target->id,
            on.placement.on_target == on.placement.nodes
                ? fmt::format("all {} nodes", on.placement.nodes)
                : fmt::format("{} of {} nodes", on.placement.on_target, on.placement.nodes),
            targets::operators_text(context.model(), GraphId(0U), open), outcome(worst)),
        .fix = "See what the target asks of these operators with `netloupe targets FILE --target "
               "X`, and try the model there.",
        .graph = GraphId(0U),
        .node = open.front(),
        .nodes = nodes_or_none(open),
    });
}

void check(Context& context) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        const targets::Placement& placement = on.placement;
        const auto unknown = placement.verdicts[static_cast<size_t>(targets::Verdict::kUnknown)];
        if (!on.target->copies || placement.nodes == 0 || 2 * unknown > placement.nodes) continue;
        if (runs_badly(placement)) {
            report_cuts(context, on);
        } else {
            report_doubt(context, on);
        }
    }
}

}  // namespace

extern const Rule d03_partition_count;
const Rule d03_partition_count{
    .id = "D03",
    .name = "partition-count",
    .summary = "The target runs the model in many parts, or little of it.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target, cuts the main graph as the runtime would and reports more than "
                    "two parts, more than one that hold less than 75 % of the nodes together, or less than "
                    "half of the nodes on the target. Where that hangs on something that the file does not "
                    "settle, it is information.",
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
