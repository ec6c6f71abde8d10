#include <fmt/core.h>

#include "context.h"
#include "cost/costs.h"
#include "cost/text.h"

namespace netloupe::lint {

namespace {

void report_excess(Context& context, std::string_view what, int64_t amount, int64_t budget,
                   bool at_least = false) {
    const double excess = 100.0 * (static_cast<double>(amount) / static_cast<double>(budget) - 1);
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The model has {}{} {}, and its budget is {}{}.", at_least ? "at least " : "", amount,
                        what, budget, budget == 0 ? std::string() : fmt::format(" ({:.2g} % more)", excess)),
        .fix = "Make the model smaller, or raise the budget in the configuration.",
    });
}

void check_number(Context& context, std::string_view what, int64_t amount, std::optional<int64_t> budget) {
    if (budget && amount > *budget) report_excess(context, what, amount, *budget);
}

/// Says so when the budget cannot be judged: silence would be taken for agreement.
void report_unjudged(Context& context, std::string_view what, const std::string& known) {
    context.report({
        .severity = Severity::kWarning,
        .message =
            fmt::format("Whether the budget of {} is kept cannot be told: the model's are {}.", what, known),
        .fix = "Bind the dynamic dimensions to the extents that the budget is meant for.",
    });
}

void check_amount(Context& context, std::string_view what, const cost::Amount& amount, cost::Unit unit,
                  std::optional<int64_t> budget) {
    if (!budget) return;
    const auto at_least = amount.at_least.number();
    if (at_least && *at_least > *budget)
        return report_excess(context, what, *at_least, *budget, !amount.exact());
    if (!amount.number()) report_unjudged(context, what, cost::text(*context.options().costs, amount, unit));
}

void check_costs(Context& context, const Budgets& budgets) {
    const cost::Costs* costs = context.options().costs;
    if (costs == nullptr) return;
    const cost::GraphCosts& main = costs->graph(GraphId(size_t{0}));
    check_amount(context, "parameters", main.total.parameters, cost::Unit::kCount, budgets.parameters);
    check_amount(context, "bytes of weights", main.total.weight_bytes, cost::Unit::kBytes,
                 budgets.weight_bytes);
    check_amount(context, "MACs", main.total.macs, cost::Unit::kCount, budgets.macs);
    if (!budgets.peak_activation_bytes) return;
    constexpr std::string_view kPeak = "bytes of activations at the peak";
    const cost::MemoryPlan& plan = main.plan;
    if (!plan.arena_bytes) {
        std::string unbound;
        for (const std::string& symbol : plan.unbound) unbound += (unbound.empty() ? "" : ", ") + symbol;
        return report_unjudged(context, kPeak,
                               unbound.empty() ? "unknown" : "not known while " + unbound + " is open");
    }
    check_number(context, kPeak, static_cast<int64_t>(*plan.arena_bytes), budgets.peak_activation_bytes);
}

void check(Context& context) {
    const Budgets& budgets = context.options().budgets;
    const Model& model = context.model();
    uint64_t file_bytes = 0;
    for (const SourceFile& file : model.files) file_bytes += file.bytes().size();
    check_number(context, "bytes", static_cast<int64_t>(file_bytes), budgets.file_bytes);
    size_t nodes = 0;
    for (const Graph& graph : model.graphs) nodes += graph.nodes.size();
    check_number(context, "nodes", static_cast<int64_t>(nodes), budgets.nodes);
    check_costs(context, budgets);
}

}  // namespace

extern const Rule b01_over_budget;
const Rule b01_over_budget{
    .id = "B01",
    .name = "over-budget",
    .summary = "The model takes more than its budget allows.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Compares the model with the budgets that the configuration gives it: bytes of its files, "
                "nodes, parameters, bytes of weights, MACs, and bytes of activations at the peak of a run in "
                "the file's order. What depends on open dimensions and is not bound is told as a warning, "
                "because it cannot be judged.",
            .why =
                "A model grows by a layer at a time, and nobody notices before it no longer fits the device.",
            .not_a_problem = "Without budgets in the configuration the rule is silent.",
            .fix = "Make the model smaller, or raise the budget on purpose.",
            .example = "`\"budgets\": {\"fileBytes\": 4000000}` and a file of 4.2 MB.",
            .source = "The configuration of the model, `.netloupe.json`.",
        },
    .check = check,
};

}  // namespace netloupe::lint
