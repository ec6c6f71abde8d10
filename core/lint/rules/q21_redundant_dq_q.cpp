#include <fmt/core.h>

#include "context.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

/// A dequantization and the quantization behind it, and the operator that moves the values between, if any.
struct Pair {
    NodeId dequantize;
    NodeId quantize;
    NodeId between;
    TensorId from;
    TensorId to;
    bool same = false;  ///< Type, scale and zero point are the same on both sides.
};

std::optional<Pair> direct_pair(Context& context, const GraphFacts& graph, NodeId quantize) {
    const auto converted = requantization(context, graph, quantize);
    if (!converted || !converted->dequantize.valid()) return std::nullopt;
    return Pair{converted->dequantize, quantize, {}, converted->from, converted->to, converted->same};
}

/// With a pair around it the operator is a quantized node unit, which runtimes know to run on integers.
bool is_node_unit(const GraphFacts& graph, NodeId move) {
    return graph.model().format != Format::kTflite && graph.has(move, OpTraits::kSameScale);
}

/// Dequantize, one operator that moves values of a single input, quantize.
std::optional<Pair> pair_around_move(Context& context, const GraphFacts& graph, NodeId quantize) {
    const TensorId moved = graph.input(quantize, 0);
    const NodeId move = moved.valid() ? graph.tensor(moved).producer : NodeId();
    if (!move.valid() || !graph.has(move, OpTraits::kPassThrough) || graph.only_consumer(moved) != quantize)
        return std::nullopt;
    if (is_node_unit(graph, move)) return std::nullopt;
    TensorId source;
    for (size_t slot = 0; slot < graph.inputs(move).size(); ++slot) {
        if (!graph.is_data_input(move, slot)) continue;
        if (source.valid()) return std::nullopt;
        source = graph.inputs(move)[slot];
    }
    if (graph.kind_of_producer(source) != OpKind::kDequantize) return std::nullopt;
    const NodeId dequantize = graph.tensor(source).producer;
    Pair pair{dequantize, quantize, move, graph.input(dequantize, 0), graph.output(quantize)};
    if (!range_width(context, graph, pair.from) || !range_width(context, graph, pair.to)) return std::nullopt;
    const Model& model = graph.model();
    const Tensor& from = graph.tensor(pair.from);
    const Tensor& to = graph.tensor(pair.to);
    pair.same =
        model.quantization(from.quantization).storage == model.quantization(to.quantization).storage &&
        same_parameters(*context.parameters(from), *context.parameters(to));
    return pair;
}

std::string text(const GraphFacts& graph, const Pair& pair) {
    const std::string ends =
        fmt::format("{} and {}", graph.label(pair.dequantize), graph.label(pair.quantize));
    if (pair.between.valid()) {
        return fmt::format(
            "{} stand around {}, which only moves values, with equal parameters: it can move the "
            "integers themselves.",
            ends, graph.label(pair.between));
    }
    return pair.same ? fmt::format("{} undo each other: both have the same parameters.", ends)
                     : fmt::format("{} convert integers to integers through float.", ends);
}

void check_node(Context& context, const GraphFacts& graph, NodeId quantize) {
    if (graph.kind(quantize) != OpKind::kQuantize) return;
    const bool tflite = context.model().format == Format::kTflite;
    auto pair = direct_pair(context, graph, quantize);
    // Different parameters are another matter in ONNX, which has no other way to convert (Q22).
    if (pair && !pair->same && !tflite) return;
    if (!pair) pair = pair_around_move(context, graph, quantize);
    if (!pair || (pair->between.valid() && !pair->same)) return;
    if (!graph.only_consumer(graph.output(pair->dequantize)).valid()) return;
    context.report({
        .severity = context.severity(),
        .message = text(graph, *pair),
        .fix = pair->same ? "Remove this pair." : "Convert with one QUANTIZE.",
        .graph = graph.id(),
        .node = pair->dequantize,
        .tensor = pair->from,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule q21_redundant_dq_q;
const Rule q21_redundant_dq_q{
    .id = "Q21",
    .name = "redundant-dq-q",
    .summary = "A dequantization and a quantization behind it undo each other.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds a dequantization followed by a quantization to the same type, scale and zero point, "
                "with "
                "nothing or one operator that only moves values between; in TensorFlow Lite also DEQUANTIZE "
                "directly before QUANTIZE with other parameters, which one QUANTIZE does as well.",
            .why = "Every conversion is a pass over memory, and between an operator such as Pad and the "
                   "convolution "
                   "behind it a pair keeps runtimes from fusing the two.",
            .not_a_problem =
                "Around Reshape, Transpose, MaxPool and the other operators that ONNX Runtime knows as "
                "quantized node units, a pair is how ONNX says that they run on integers. A dequantized "
                "value that others read too is needed.",
            .fix = "Remove both nodes; the operator between moves the integers.",
            .example = "```\nRelu -> QuantizeLinear -> DequantizeLinear -> Pad -> QuantizeLinear -> "
                       "DequantizeLinear "
                       "-> Conv\n```",
            .source = "https://github.com/NVIDIA/TensorRT/issues/2592, "
                      "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html",
        },
    .check = check,
};

}  // namespace netloupe::lint
