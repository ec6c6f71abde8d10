#include "cost/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace netloupe::cost {

namespace {

constexpr std::array<std::string_view, 7> kDecimal{"", " k", " M", " G", " T", " P", " E"};
constexpr std::array<std::string_view, 7> kBinary{" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};

/// Three digits and a unit, whole numbers below the first unit as they are.
std::string scaled(uint64_t number, double step, const std::array<std::string_view, 7>& units) {
    auto value = static_cast<double>(number);
    if (value < step) return fmt::format("{}{}", number, units[0]);
    size_t unit = 0;
    while (value >= step && unit + 1 < units.size()) {
        value /= step;
        ++unit;
    }
    return fmt::format("{:.{}f}{}", value, value < 10 ? 2 : value < 100 ? 1 : 0, units[unit]);
}

std::string quantity_text(const Costs& costs, Quantity quantity, Unit unit) {
    if (const auto number = quantity.number()) {
        const auto value = static_cast<uint64_t>(*number);
        return unit == Unit::kBytes ? bytes_text(value) : count_text(value);
    }
    if (!quantity.known()) return "too long a formula; bind its symbols";
    return costs.table().text(quantity.formula()) + (unit == Unit::kBytes ? " B" : "");
}

/// Without unit and prefix.
std::string formula(const Costs& costs, const Amount& amount) {
    const auto number = amount.number();
    return number ? fmt::format("{}", *number) : costs.table().text(amount.at_least.formula());
}

}  // namespace

Unit unit_of(Metric metric) {
    switch (metric) {
        case Metric::kMacs:
        case Metric::kFlops:
        case Metric::kParameters:
            return Unit::kCount;
        default:
            return Unit::kBytes;
    }
}

std::string count_text(uint64_t count) {
    return scaled(count, 1000, kDecimal);
}
std::string bytes_text(uint64_t bytes) {
    return scaled(bytes, 1024, kBinary);
}

std::string text(const Costs& costs, const Amount& amount, Unit unit) {
    if (amount.unknown == 0) return quantity_text(costs, amount.at_least, unit);
    if (amount.at_least == Quantity(int64_t{0}) && amount.unknown == 1) return "unknown";
    return fmt::format("{}{}; {} node{} unknown", amount.at_least.known() ? "at least " : "",
                       quantity_text(costs, amount.at_least, unit), amount.unknown,
                       amount.unknown == 1 ? "" : "s");
}

std::string intensity_text(const Costs& costs, const Cost& cost) {
    if (const auto number = Costs::intensity(cost)) return fmt::format("{:.3g} FLOPs/B", *number);
    const bool exact = cost.flops.exact() && cost.bytes_read.exact() && cost.bytes_written.exact();
    const Quantity none(int64_t{0});
    if (!exact || (cost.bytes_read.at_least == none && cost.bytes_written.at_least == none)) return "unknown";
    if (cost.flops.number() == 0) return "0 FLOPs/B";
    return fmt::format("({}) FLOPs / ({}+{}) B", formula(costs, cost.flops), formula(costs, cost.bytes_read),
                       formula(costs, cost.bytes_written));
}

std::vector<TopNode> top_nodes(const Costs& costs, GraphId graph, Metric metric, size_t limit) {
    std::vector<TopNode> top;
    double all = 0;
    const auto& nodes = costs.graph(graph).nodes;
    for (size_t n = 0; n < nodes.size(); ++n) {
        const auto number = amount_of(nodes[n], metric).number();
        if (!number || *number == 0) continue;
        top.push_back({NodeId(n), *number, 0});
        all += static_cast<double>(*number);
    }
    const auto total = amount_of(costs.graph(graph).total, metric).number();
    if (total && *total > 0) all = static_cast<double>(*total);
    const size_t kept = std::min(limit, top.size());
    std::ranges::partial_sort(top, top.begin() + static_cast<ptrdiff_t>(kept),
                              [](const auto& a, const auto& b) {
                                  return a.amount != b.amount ? a.amount > b.amount : a.node < b.node;
                              });
    top.resize(kept);
    for (TopNode& node : top) node.share = static_cast<double>(node.amount) / all;
    return top;
}

}  // namespace netloupe::cost
