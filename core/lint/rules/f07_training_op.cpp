#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "operands.h"
#include "training.h"

namespace netloupe::lint {

namespace {

/// A model that is meant to be trained on the device: it says so, or it adds up gradients in the way of ONNX
/// Runtime's training.
bool is_training_artefact(const Model& model) {
    const auto trains = [](const Graph& graph) { return graph.kind == GraphKind::kTraining; };
    const auto accumulates = [&](const Node& node) {
        const std::string_view op = model.text(node.op);
        return model.text(node.domain) == "com.microsoft" &&
               (op.starts_with("InPlaceAccumulator") || op.ends_with("Optimizer"));
    };
    return std::ranges::any_of(model.graphs, trains) ||
           std::ranges::any_of(model.graphs[0].nodes, accumulates);
}

bool drops_out(const GraphFacts& graph, NodeId node) {
    const TensorId mode = graph.input(node, 2);
    if (mode.valid()) return single_value(graph, mode).value_or(0) != 0;
    static constexpr int32_t kLastOpsetWithIsTest = 6;
    const Node& of = graph.node(node);
    const bool old = of.version > 0 && of.version <= kLastOpsetWithIsTest;
    return old && graph.model().int_attribute(of, "is_test", 0) == 0;
}

/// What the node does only while training; empty for others.
std::string_view training_of(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kTraining)) return "computes losses, gradients or updates of weights";
    if (graph.model().text(graph.node(node).domain) == "ai.onnx.preview.training")
        return "is an operator of training";
    if (graph.kind(node) == OpKind::kBatchNormalization && normalizes_by_batch(graph, node))
        return "normalizes with the statistics of each batch, so that a result depends on what else is in "
               "the batch, "
               "and cannot be folded into a convolution";
    if (graph.kind(node) == OpKind::kDropout && drops_out(graph, node)) return "drops values at random";
    return {};
}

void check(Context& context) {
    if (is_training_artefact(context.model())) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const std::string_view what = training_of(graph, node);
        if (what.empty()) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} runs as in training: it {}.", graph.label(node), what),
            .fix = "Export in eval mode (model.eval() in PyTorch).",
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule f07_training_op;
const Rule f07_training_op{
    .id = "F07",
    .name = "training-op",
    .summary = "An operator runs as in training.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds BatchNormalization with training_mode or with more outputs in use than the first, "
                    "Dropout "
                    "that drops (training_mode, or without is_test before opset 7), losses, gradients and "
                    "optimizers.",
            .why =
                "The model was exported while it was in training mode. Its results depend on the batch or on "
                "chance, and normalizations cannot be folded.",
            .not_a_problem =
                "Models for training on the device: they bear training information, or add up gradients "
                "with the operators of ONNX Runtime's training.",
            .fix = "Call model.eval() before the export, or export with training=TrainingMode.EVAL.",
            .example = "`BatchNormalization` with `training_mode=1` and three outputs",
            .source = "https://github.com/microsoft/onnxruntime/issues/14185",
        },
    .check = check,
};

}  // namespace netloupe::lint
