#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cost/text.h"
#include "report/costs.h"

namespace netloupe::report {

namespace {

using cost::Metric;

/// Nodes that are named of each metric, and tensors of the peak.
constexpr size_t kTop = 5;
constexpr size_t kNameColumns = 60;
constexpr size_t kFormulaColumns = 120;
constexpr GraphId kMain(0U);

class CostsText {
public:
    CostsText(const Model& model, const cost::Costs& costs, const Style& style)
        : model_(model), costs_(costs), style_(style) {}

    std::string write() {
        if (model_.graphs[0].nodes.empty()) return {};
        totals();
        memory();
        top("Most MACs", Metric::kMacs);
        top("Most weight bytes", Metric::kWeightBytes);
        top("Most activation bytes, read and written", Metric::kActivationBytes);
        return std::move(text_);
    }

private:
    void heading(std::string_view title) { text_ += "\n" + style_.bold(title) + "\n"; }
    void row(std::string_view title, std::string_view value) {
        text_ += fmt::format("  {}  {}\n", padded(title, 18), first_line(value, kFormulaColumns));
    }

    void totals() {
        constexpr std::array<std::pair<std::string_view, Metric>, 7> kRows{
            {{"MACs", Metric::kMacs},
             {"FLOPs", Metric::kFlops},
             {"Parameters", Metric::kParameters},
             {"Weight bytes", Metric::kWeightBytes},
             {"Bytes read", Metric::kBytesRead},
             {"Bytes written", Metric::kBytesWritten},
             {"Activation traffic", Metric::kActivationBytes}}};
        const cost::Cost& total = costs_.graph(kMain).total;
        heading("Costs of one run");
        for (const auto& [title, metric] : kRows) {
            row(title, cost::text(costs_, amount_of(total, metric), cost::unit_of(metric)));
        }
        row("Intensity", cost::intensity_text(costs_, total));
    }

    void memory() {
        const cost::MemoryPlan& plan = costs_.graph(kMain).plan;
        if (!plan.arena_bytes) return row("Peak memory", why_unplanned(plan));
        row("Peak memory",
            fmt::format("{} of activations in one block; at least {} are alive at once",
                        cost::bytes_text(*plan.arena_bytes), cost::bytes_text(plan.live_bytes)));
        if (plan.peak_tensors.empty()) return;
        heading(fmt::format("Alive at the peak, {}", label(plan.peak)));
        for (size_t i = 0; i < plan.peak_tensors.size() && i < kTop; ++i) {
            const TensorId id = plan.peak_tensors[i];
            const auto placed =
                std::ranges::lower_bound(plan.tensors, id, {}, &cost::MemoryPlan::Tensor::tensor);
            text_ += fmt::format("  {:>9}  {}\n", cost::bytes_text(placed->bytes),
                                 first_line(model_.text(model_.graph(kMain).tensor(id).name), kNameColumns));
        }
        if (plan.peak_tensors.size() > kTop)
            text_ += style_.dim(fmt::format("  {:>9}  and {} more\n", "", plan.peak_tensors.size() - kTop));
    }

    static std::string why_unplanned(const cost::MemoryPlan& plan) {
        if (plan.unknown > 0)
            return fmt::format("unknown: {} tensor{} of unknown size", plan.unknown,
                               plan.unknown == 1 ? " is" : "s are");
        if (plan.unbound.empty()) return "unknown: more than 64 bits";
        std::string names;
        for (size_t i = 0; i < plan.unbound.size() && i < kTop; ++i) {
            names += fmt::format("{}{}=…", i == 0 ? "" : ",", plan.unbound[i]);
        }
        return fmt::format("needs extents: --bind {}{}", names, plan.unbound.size() > kTop ? ",…" : "");
    }

    void top(std::string_view title, Metric metric) {
        const auto nodes = cost::top_nodes(costs_, kMain, metric, kTop);
        if (nodes.empty()) return formulas(title, metric);
        heading(title);
        for (const cost::TopNode& node : nodes) {
            const auto amount = static_cast<uint64_t>(node.amount);
            const bool bytes = cost::unit_of(metric) == cost::Unit::kBytes;
            text_ += fmt::format("  {:>9}  {:>5.1f} %  {}\n",
                                 bytes ? cost::bytes_text(amount) : cost::count_text(amount),
                                 100 * node.share, label(node.node));
        }
    }

    /// Which of them is the largest, nobody knows while symbols are not bound: the first ones.
    void formulas(std::string_view title, Metric metric) {
        const auto& nodes = costs_.graph(kMain).nodes;
        size_t shown = 0;
        for (size_t n = 0; n < nodes.size() && shown < kTop; ++n) {
            const cost::Amount& amount = amount_of(nodes[n], metric);
            if (!amount.exact() || amount.number() == 0) continue;
            if (shown++ == 0)
                heading(fmt::format("{}: hangs on symbols that are not bound; the first", title));
            text_ += fmt::format(
                "  {}  {}\n", first_line(cost::text(costs_, amount, cost::unit_of(metric)), kFormulaColumns),
                style_.dim(label(NodeId(n))));
        }
    }

    [[nodiscard]] std::string label(NodeId id) const {
        const Node& node = model_.graph(kMain).node(id);
        const std::string name = first_line(model_.text(node.name), kNameColumns);
        return fmt::format("{} {}", printable(model_.text(node.op)),
                           name.empty() ? fmt::format("node {}", id.value) : name);
    }

    const Model& model_;
    const cost::Costs& costs_;
    const Style& style_;
    std::string text_;
};

}  // namespace

std::string costs_text(const Model& model, const cost::Costs& costs, const Style& style) {
    return CostsText(model, costs, style).write();
}

}  // namespace netloupe::report
