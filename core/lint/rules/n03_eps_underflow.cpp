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
/// What is left of smaller ones after a conversion has little to do with them.
constexpr double kSmallestConverted = 1e-7;

/// What an epsilon must not be below; 0 where the value stays in a wider type.
double least_epsilon(Context& context, DataType type) {
    if (type == DataType::kFloat16) return kSmallestHalf;
    if (!is_floating(type)) return 0;
    const bool converted = context.parameter("assume-float16") != 0 || context.facts().runs_in_half();
    return converted ? kSmallestConverted : 0;
}

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
        const DataType type = type_of(context, graph, constant);
        // A 0 of a wider type guards nothing there either: somebody meant it.
        if (type != DataType::kFloat16 && *epsilon == 0) continue;
        if (std::abs(*epsilon) >= least_epsilon(context, type)) continue;
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

/// The normalization adds the epsilon to a variance in the type of its input; others do it in float32.
void check_normalization(Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kInstanceNormalization || !graph.input(node, 0).valid()) return;
    const Attribute* epsilon = context.model().find_attribute(graph.node(node), "epsilon");
    if (epsilon == nullptr || epsilon->type != AttributeType::kFloat) return;
    if (epsilon->real >= least_epsilon(context, type_of(context, graph, graph.input(node, 0)))) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{} adds {:.3g} to a variance so that nothing is divided by 0, which is 0 in "
                               "float16: a channel of one value gives infinity or NaN.",
                               graph.label(node), epsilon->real),
        .fix = "Use an epsilon of at least 1e-7 in float16, better 1e-5.",
        .graph = graph.id(),
        .node = node,
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        check_node(context, graph, node);
        check_normalization(context, graph, node);
    });
}

}  // namespace

extern const Rule n03_eps_underflow;
const Rule n03_eps_underflow{
    .id = "N03",
    .name = "eps-underflow",
    .summary = "An epsilon that guards a division is 0 in float16.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds Add and Max with a float16 constant of 0 in front of a division, a logarithm or a "
                    "root that is divided by, and the epsilon of an instance normalization in float16. With "
                    "assume-float16, or for a target that computes in float16, float32 constants below 1e-7 "
                    "too.",
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
