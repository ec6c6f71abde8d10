#include <fmt/format.h>

#include <algorithm>

#include "cost/text.h"
#include "report/targets.h"
#include "targets/operator_groups.h"

namespace netloupe::report {

namespace {

using targets::Partition;
using targets::Placement;
using targets::Verdict;

constexpr GraphId kMain(0U);
/// Partitions and groups of operators that are told; more are counted.
constexpr size_t kShown = 20;

std::string percent(std::optional<double> share) {
    return share ? fmt::format("{:.1f} %", 100 * *share) : "?";
}

std::string set_in_colour(Verdict verdict, std::string_view text, const Style& style) {
    if (verdict == Verdict::kUnsupported) return style.red(text);
    return verdict == Verdict::kConditional ? style.yellow(text) : std::string(text);
}

std::string bytes(uint64_t known, uint32_t unknown) {
    return (unknown > 0 ? "at least " : "") + cost::bytes_text(known);
}

/// "CONV_2D (node 13)" as the Problems panel counts.
std::string place_of(const Model& model, NodeId node) {
    return fmt::format("{} (node {})", printable(model.text(model.graph(kMain).node(node).op)),
                       node.value + 1);
}

class TargetText {
public:
    TargetText(const Model& model, const TargetResult& result, const Style& style)
        : model_(model), result_(result), placement_(*result.placement), style_(style) {}

    std::string write() {
        summary();
        operators();
        partitions();
        replacements();
        if (!result_.target.deprecated.empty())
            text_ += style_.dim("  " + printable(result_.target.deprecated)) + "\n";
        for (const std::string& note : result_.target.notes) text_ += style_.dim("  " + note) + "\n";
        text_ += style_.dim(fmt::format("  Facts: {}, {}", printable(result_.target.source),
                                        printable(result_.target.as_of))) +
                 "\n";
        return std::move(text_);
    }

private:
    void summary() {
        const auto& counts = placement_.verdicts;
        text_ += style_.bold(printable(result_.target.title)) +
                 fmt::format(" ({})\n", printable(result_.target.id));
        text_ += fmt::format("  {} nodes: {} supported, {} conditional, {} unsupported, {} unknown\n",
                             placement_.nodes, counts[0], counts[1], counts[2], counts[3]);
        text_ += fmt::format("  On the target: {} of nodes, {} of MACs, {} partition{}\n",
                             percent(placement_.node_share()), percent(placement_.mac_share()),
                             placement_.taken, placement_.taken == 1 ? "" : "s");
    }

    void operators() {
        const auto groups = targets::group_operators(model_, kMain, result_.assessment);
        const auto worth = std::ranges::count_if(
            groups, [](const auto& group) { return group.verdict != Verdict::kSupported; });
        if (worth == 0) return;
        text_ += style_.bold("\nOperators that are not simply supported\n");
        size_t shown = 0;
        for (const auto& group : groups) {
            if (group.verdict == Verdict::kSupported || shown++ >= kShown) continue;
            const std::string why = group.reason ? targets::reason_text(model_, result_.target, kMain,
                                                                        group.nodes[0], *group.reason)
                                                 : "";
            text_ += fmt::format("  {}  {} ×{}: {}\n",
                                 set_in_colour(group.verdict, padded(name(group.verdict), 11), style_),
                                 printable(group.op), group.nodes.size(), printable(why));
        }
        if (static_cast<size_t>(worth) > kShown)
            text_ += style_.dim(fmt::format("  and {} more; --format json has all\n", worth - kShown));
    }

    void partitions() {
        if (placement_.partitions.empty()) return;
        text_ += style_.bold("\nPartitions\n");
        for (size_t p = 0; p < placement_.partitions.size() && p < kShown; ++p) {
            const Partition& part = placement_.partitions[p];
            text_ += fmt::format("  {}: {} nodes, {} to {}", p + 1, part.nodes.size(),
                                 place_of(model_, part.nodes.front()), place_of(model_, part.nodes.back()));
            if (!part.taken) {
                text_ += "; left to the processor\n";
            } else if (result_.target.copies) {
                text_ += fmt::format("; {} in, {} out\n", bytes(part.bytes_in, part.unknown),
                                     bytes(part.bytes_out, part.unknown));
            } else {
                text_ += "\n";
            }
        }
        if (placement_.partitions.size() > kShown)
            text_ += style_.dim(fmt::format("  and {} more\n", placement_.partitions.size() - kShown));
    }

    void replacements() {
        if (!placement_.to_replace.empty()) {
            text_ += style_.bold("\nTo become one partition, replace\n");
            text_ += "  " + printable(targets::operators_text(model_, kMain, placement_.to_replace)) + "\n";
        }
        text_ += "\n";
    }

    const Model& model_;
    const TargetResult& result_;
    const Placement& placement_;
    const Style& style_;
    std::string text_;
};

}  // namespace

std::string targets_table(const Model& model, std::span<const TargetResult> results, const Style& style) {
    size_t width = 6;
    for (const TargetResult& result : results) width = std::max(width, columns(printable(result.target.id)));
    std::string text =
        style.bold(fmt::format("{}  {:>9}  {:>11}  {:>11}  {:>7}  {:>8}  {:>8}  {:>10}",
                               padded("Target", width), "supported", "conditional", "unsupported", "unknown",
                               "of nodes", "of MACs", "partitions")) +
        "\n";
    for (const TargetResult& result : results) {
        text += padded(printable(result.target.id), width) + "  ";
        if (!result.placement) {
            text += style.dim(printable(targets::refusal(result.target, model))) + "\n";
            continue;
        }
        const Placement& p = *result.placement;
        text += fmt::format("{:>9}  {:>11}  {:>11}  {:>7}  {:>8}  {:>8}  {:>10}\n", p.verdicts[0],
                            p.verdicts[1], p.verdicts[2], p.verdicts[3], percent(p.node_share()),
                            percent(p.mac_share()), p.taken);
    }
    return text;
}

std::string target_text(const Model& model, const TargetResult& result, const Style& style) {
    if (!result.placement)
        return fmt::format("{} {}.\n", style.bold(printable(result.target.title)),
                           printable(targets::refusal(result.target, model)));
    return TargetText(model, result, style).write();
}

}  // namespace netloupe::report
