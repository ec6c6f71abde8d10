#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "known_shape.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"assume-float16", 0, "1 judges float32 constants as if the model ran in float16."},
};

/// The smallest number that float16 tells from 0, subnormal ones included.
constexpr double kSmallestHalf = 6e-8;

/// What cannot bear 0: a divisor, what a root is taken of to divide by, what a logarithm is taken of.
bool needs_positive(const GraphFacts& graph, TensorId value) {
    return std::ranges::any_of(graph.graph().consumers(graph.tensor(value)), [&](const Use& use) {
        switch (graph.kind(use.node)) {
            case OpKind::kDiv:
                return use.slot == 1;
            case OpKind::kLog:
            case OpKind::kRsqrt:
            case OpKind::kReciprocal:
                return true;
            case OpKind::kSqrt:
            case OpKind::kPow: {
                const TensorId root = graph.output(use.node);
                return root.valid() &&
                       std::ranges::any_of(graph.graph().consumers(graph.tensor(root)), [&](const Use& next) {
                           const OpKind kind = graph.kind(next.node);
                           return kind == OpKind::kReciprocal || (kind == OpKind::kDiv && next.slot == 1);
                       });
            }
            default:
                return false;
        }
    });
}

/// Values that are positive without help.
bool is_positive(OpKind producer) {
    return producer == OpKind::kExp || producer == OpKind::kSigmoid || producer == OpKind::kSoftplus ||
           producer == OpKind::kSoftmax;
}

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    const OpKind kind = graph.kind(node);
    if (kind != OpKind::kAdd && kind != OpKind::kMax) return;
    const TensorId result = graph.output(node);
    if (graph.inputs(node).size() != 2 || !result.valid() || !needs_positive(graph, result)) return;
    for (const size_t slot : {size_t{0}, size_t{1}}) {
        const TensorId constant = graph.input(node, slot);
        const auto epsilon = single_value(graph, constant);
        if (!epsilon) continue;
        const bool half = type_of(context, graph, constant) == DataType::kFloat16;
        const bool assumed = context.parameter("assume-float16") != 0 && *epsilon != 0;
        if ((!half && !assumed) || std::abs(*epsilon) >= kSmallestHalf) continue;
        if (is_positive(graph.kind_of_producer(graph.input(node, 1 - slot)))) continue;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} keeps a divisor or the operand of a logarithm from 0 by {:.3g}, which is 0 "
                            "in float16: the first 0 gives infinity or NaN.",
                            graph.label(node), *epsilon),
            .fix = "Use at least 1e-7 in float16, better 1e-4, or keep this part in float32.",
            .graph = graph.id(),
            .node = node,
            .tensor = constant,
        });
    }
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule n03_eps_underflow;
const Rule n03_eps_underflow{
    .id = "N03",
    .name = "eps-underflow",
    .summary = "An epsilon that guards a division is 0 in float16.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds Add and Max with a float16 constant of 0 in front of a division, a logarithm or a "
                    "root that is divided by. With assume-float16, float32 constants below 6e-8 too.",
            .why = "1e-12 was there so that nothing is divided by 0. Float16 has no number between 0 and "
                   "6e-8, so a conversion made it 0, and the guard is gone.",
            .not_a_problem = "Divisors that are positive anyway: behind Exp, Sigmoid, Softplus, Softmax.",
            .fix = "Choose an epsilon that the type can hold before converting.",
            .example = "`x:float16 -> Add(0) -> Sqrt -> Div`",
            .source = "https://github.com/microsoft/onnxconverter-common/pull/153",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
