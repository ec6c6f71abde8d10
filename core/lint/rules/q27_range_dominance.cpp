#include <fmt/core.h>

#include <optional>

#include "context.h"
#include "quantized_layer.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-share", 0.015625, "Share of the joint range that an input's own range must have."},
};

/// Width of the values that the operator can give; nothing for most operators.
std::optional<double> fixed_width(OpKind kind) {
    switch (kind) {
        case OpKind::kSigmoid:
        case OpKind::kSoftmax:
        case OpKind::kHardSigmoid:
            return 1;
        case OpKind::kTanh:
        case OpKind::kL2Normalization:
            return 2;
        default:
            return std::nullopt;
    }
}

/// Keeps the values of its only data input.
bool keeps_values(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kQuantize) || graph.has(node, OpTraits::kDequantize)) return true;
    return graph.has(node, OpTraits::kPassThrough) && graph.kind(node) != OpKind::kConcat &&
           graph.kind(node) != OpKind::kPack;
}

/// The width that an input had before it was brought to the scale of the others.
std::optional<double> own_width(const Context& context, const GraphFacts& graph, TensorId input) {
    static constexpr int kMostSteps = 8;
    std::optional<double> width;
    for (int step = 0; step < kMostSteps; ++step) {
        const NodeId producer = graph.tensor(input).producer;
        if (!producer.valid()) break;
        if (const auto fixed = fixed_width(graph.kind(producer))) return fixed;
        if (!keeps_values(graph, producer) || !graph.input(producer, 0).valid()) break;
        input = graph.input(producer, 0);
        if (graph.is_constant(input)) return std::nullopt;
        if (const auto of_source = range_width(context, graph, input)) width = of_source;
    }
    return width;
}

bool joins(OpKind kind) {
    return kind == OpKind::kConcat || kind == OpKind::kPack || kind == OpKind::kAdd;
}

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    if (!joins(graph.kind(node)) || !graph.output(node).valid()) return;
    const TensorId result = stored_result(graph, graph.output(node));
    const auto joint = result.valid() ? range_width(context, graph, result) : std::nullopt;
    if (!joint) return;
    for (size_t slot = 0; slot < graph.inputs(node).size(); ++slot) {
        if (!graph.is_data_input(node, slot)) continue;
        const TensorId input = graph.inputs(node)[slot];
        const auto own = own_width(context, graph, input);
        if (!own || *own >= context.parameter("min-share") * *joint) continue;
        const DataType storage = context.model().quantization(graph.tensor(result).quantization).storage;
        const double codes = static_cast<double>(integer_limits(storage)->max - integer_limits(storage)->min);
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} is {:.3g} wide by itself, but {} brings it to a common range {:.3g} wide: it "
                            "keeps only about {:.0f} levels.",
                            graph.label(input), *own, graph.label(node), *joint, *own / *joint * codes + 1),
            .fix = "Give the values outputs of their own, or join them after the dequantization.",
            .graph = graph.id(),
            .node = node,
            .tensor = input,
        });
    }
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule q27_range_dominance;
const Rule q27_range_dominance{
    .id = "Q27",
    .name = "range-dominance",
    .summary = "A value of small range shares the quantization of a much wider one.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Compares the range of every input of a concatenation or addition, as it was before it "
                    "was brought "
                    "to the common scale (known where a Sigmoid, Softmax or Tanh gives it, or where it is "
                    "quantized "
                    "again), with the range of the result. Less than 1/64 is reported.",
            .why = "All inputs share the steps of the widest. Scores between 0 and 1 beside box coordinates "
                   "up to 640 "
                   "keep one or two levels, and a detector finds nothing or everything.",
            .not_a_problem =
                "Flags and one-hot values need few levels. Constants that are added are not compared.",
            .fix = "Split the outputs: boxes and scores as tensors of their own, or let the last "
                   "concatenation run in "
                   "float.",
            .example = "```\nboxes:int8 (2.5, -128), LOGISTIC -> QUANTIZE (2.5, -128) -> CONCATENATION\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/62923",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
