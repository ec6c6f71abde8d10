#include <fmt/core.h>

#include "context.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

bool is_softmax(OpKind kind) {
    return kind == OpKind::kSoftmax || kind == OpKind::kLogSoftmax;
}

/// The softmax whose result reaches the node through nothing but operators that move or convert values.
NodeId softmax_before(const GraphFacts& graph, NodeId node) {
    static constexpr int kMostSteps = 16;
    TensorId value = graph.input(node, 0);
    for (int step = 0; step < kMostSteps && value.valid(); ++step) {
        const NodeId producer = graph.tensor(value).producer;
        if (!producer.valid()) return {};
        if (is_softmax(graph.kind(producer))) return producer;
        const bool moves =
            graph.has(producer, OpTraits::kPassThrough) || graph.has(producer, OpTraits::kQuantize) ||
            graph.has(producer, OpTraits::kDequantize) || graph.kind(producer) == OpKind::kCast;
        if (!moves) return {};
        value = graph.input(producer, 0);
    }
    return {};
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (!is_softmax(graph.kind(node))) return;
        const NodeId before = softmax_before(graph, node);
        if (!before.valid()) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "{} is applied to the result of {}: probabilities are flattened towards equal ones.",
                graph.label(node), graph.label(before)),
            .fix = "Remove one of the two; the model may have had a softmax already when another was added "
                   "for the "
                   "export.",
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule s02_double_softmax;
const Rule s02_double_softmax{
    .id = "S02",
    .name = "double-softmax",
    .summary = "Softmax is applied twice.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds a Softmax or LogSoftmax whose input is the result of another one, with only operators "
                "between that move or convert values.",
            .why = "The second one takes probabilities for logits. The order of the classes stays, but all "
                   "of them come "
                   "out nearly equal.",
            .not_a_problem =
                "The softmax of an attention: a matrix product stands between it and the next one.",
            .fix = "Remove one of the two.",
            .example = "```\nSoftmax -> Reshape -> Softmax\n```",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
