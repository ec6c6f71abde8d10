#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// Larger constants are not read: they hold weights, which other rules stream.
constexpr uint64_t kMostValues = 4096;

template <typename Bad>
bool has_value(const GraphFacts& graph, TensorId id, Bad bad) {
    const auto values = small_values(graph, id, kMostValues);
    return values && std::ranges::any_of(*values, bad);
}

struct Fault {
    std::string what;
    TensorId tensor;
};

Fault fault_of(const GraphFacts& graph, NodeId node) {
    const TensorId first = graph.input(node, 0);
    const TensorId second = graph.input(node, 1);
    switch (graph.kind(node)) {
        case OpKind::kDiv:
        case OpKind::kFloorDiv:
        case OpKind::kMod:
            if (has_value(graph, second, [](double value) { return value == 0; }))
                return {"divides by a constant that contains 0", second};
            break;
        case OpKind::kLog:
        case OpKind::kRsqrt:
            if (has_value(graph, first, [](double value) { return value <= 0; }))
                return {"is given a constant that is not positive", first};
            break;
        case OpKind::kClip: {
            const auto low = single_value(graph, second);
            const auto high = single_value(graph, graph.input(node, 2));
            if (low && high && *low > *high)
                return {fmt::format("has a lower bound ({:.6g}) above its upper bound ({:.6g})", *low, *high),
                        second};
            break;
        }
        default:
            break;
    }
    return {};
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const Fault fault = fault_of(graph, node);
        if (fault.what.empty()) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} {}: its result is infinite, NaN or the same for every input.",
                                   graph.label(node), fault.what),
            .fix = "Correct the constant; an epsilon that became 0 is the usual cause.",
            .graph = graph.id(),
            .node = node,
            .tensor = fault.tensor,
        });
    });
}

}  // namespace

extern const Rule n09_div_by_const_zero;
const Rule n09_div_by_const_zero{
    .id = "N09",
    .name = "div-by-const-zero",
    .summary = "A constant makes the operator's result infinite, NaN or always the same.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Reads small constant operands: a divisor of Div or Mod that contains 0, a constant "
                    "input of Log or "
                    "Rsqrt that is not positive, a Clip whose lower bound is above its upper bound.",
            .why =
                "The operator cannot give what was meant; everything behind it is NaN, infinite or constant.",
            .not_a_problem = "Divisors that are computed.",
            .fix = "Correct the constant.",
            .example = "`Div (x, 0.0)`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
