#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "training.h"

namespace netloupe::lint {

namespace {

bool folds_batch_normalization(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kConvTranspose ||
           kind == OpKind::kGemm;
}

void check_node(Context& context, const GraphFacts& graph, NodeId normalization) {
    if (graph.kind(normalization) != OpKind::kBatchNormalization) return;
    const auto inputs = context.model().inputs(graph.node(normalization));
    if (inputs.size() < 2 || !inputs[0].valid()) return;
    const NodeId layer = graph.tensor(inputs[0]).producer;
    if (!layer.valid() || !folds_batch_normalization(graph.kind(layer))) return;
    if (graph.only_consumer(inputs[0]) != normalization || normalizes_by_batch(graph, normalization)) return;
    const auto is_constant = [&](TensorId id) { return !id.valid() || graph.is_constant(id); };
    if (!std::ranges::all_of(inputs.subspan(1), is_constant)) return;
    // Nothing can be folded into weights that are computed at run time.
    const auto layer_inputs = context.model().inputs(graph.node(layer));
    if (layer_inputs.size() < 2 || !is_constant(layer_inputs[1])) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} behind {} is not folded into its weights: it costs a pass over the activation in runtimes "
            "that do not "
            "fold it while loading, and a quantizer sees the ranges before it instead of those behind it.",
            graph.label(normalization), graph.label(layer)),
        .fix = fmt::format("Fold it into {} before quantizing (the exporter's evaluation mode, or a graph "
                           "optimizer).",
                           graph.label(layer)),
        .graph = graph.id(),
        .node = normalization,
        .tensor = inputs[0],
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule f01_bn_not_folded;
const Rule f01_bn_not_folded{
    .id = "F01",
    .name = "bn-not-folded",
    .summary = "A batch normalization behind a convolution is not folded into its weights.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds BatchNormalization nodes whose input is the result of a Conv, ConvTranspose or "
                    "Gemm that "
                    "nothing else uses, with constant weights and constant statistics.",
            .why = "The normalization is a scale and a shift of each channel, which the weights can absorb "
                   "at no "
                   "cost. Some runtimes fold it while loading and others never do. Before quantization it "
                   "must be "
                   "folded, or the ranges are those of a value that no longer exists at run time.",
            .not_a_problem =
                "When the convolution's result is also a model output or used elsewhere; when the "
                "normalization stands before the convolution (pre-activation networks); in training "
                "mode, which is a matter of its own.",
            .fix =
                "Export in evaluation mode with constant folding, or run a graph optimizer or ONNX Runtime's "
                "quantization pre-processing.",
            .example = "```\nConv -> BatchNormalization -> Relu\n```",
            .source = "https://github.com/onnx/optimizer/tree/96ddf59917d8ba381e0627522d09077e66b8bbf6/"
                      "onnxoptimizer/passes, https://github.com/microsoft/onnxruntime/issues/14185",
        },
    .check = check,
};

}  // namespace netloupe::lint
