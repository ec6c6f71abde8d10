#include <fmt/core.h>

#include "context.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// A normalization has one variance a channel.
constexpr uint64_t kMaxChannels = 1U << 16;
constexpr size_t kVariance = 4;
constexpr double kDefaultEpsilon = 1e-5;

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kBatchNormalization) return;
    const TensorId variance = graph.input(node, kVariance);
    const auto values = small_values(graph, variance, kMaxChannels);
    if (!values) return;
    const Attribute* given = context.model().find_attribute(graph.node(node), "epsilon");
    const double epsilon = given == nullptr ? kDefaultEpsilon : given->real;
    for (size_t c = 0; c < values->size(); ++c) {
        if ((*values)[c] + epsilon > 0) continue;  // Not so for NaN.
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("The variance of channel {} of {} is {:.4g} (epsilon {:.4g}): the square root of "
                            "their sum is no divisor, and the channel becomes infinite or NaN.",
                            c, graph.label(node), (*values)[c], epsilon),
            .fix = "Check the checkpoint; a variance is a mean of squares and never negative.",
            .graph = graph.id(),
            .node = node,
            .tensor = variance,
        });
        return;
    }
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule n07_bn_variance;
const Rule n07_bn_variance{
    .id = "N07",
    .name = "bn-variance",
    .summary = "The variance of a batch normalization is negative, zero without epsilon, or NaN.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Reads the stored variances of BatchNormalization: variance + epsilon must be positive "
                    "in every "
                    "channel.",
            .why = "The operator divides by the square root of variance + epsilon. Otherwise the channel is "
                   "NaN or "
                   "infinite, and so is everything behind it.",
            .not_a_problem = "A variance of 0 (a channel that never changes) with an epsilon above 0.",
            .fix = "Check the checkpoint and its conversion: mean and variance may have been swapped.",
            .example = "`var = [0.4, -0.1, 1.2]`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
