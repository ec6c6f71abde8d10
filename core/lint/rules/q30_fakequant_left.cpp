#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

/// FAKE_QUANT of TensorFlow Lite, and what exporters leave of it in other domains: FakeQuantize,
/// FakeQuantWithMinMaxVars, ...
bool is_fake_quantization(const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) == OpKind::kFakeQuantize) return true;
    return graph.schema(node) == nullptr &&
           graph.model().text(graph.node(node).op).find("FakeQuant") != std::string_view::npos;
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (!is_fake_quantization(graph, node)) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "{} is left over from quantization-aware training: it rounds in float, so that the "
                "model is neither quantized nor as exact as a float one.",
                graph.label(node)),
            .fix = "Convert fake-quantize nodes to integers (or to QuantizeLinear and DequantizeLinear) when "
                   "exporting.",
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule q30_fakequant_left;
const Rule q30_fakequant_left{
    .id = "Q30",
    .name = "fakequant-left",
    .summary = "A fake-quantize operator of the training is still in the model.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds FAKE_QUANT, and FakeQuantize operators of other domains.",
            .why = "They belong to quantization-aware training. A converter turns them into quantization "
                   "parameters; "
                   "where they remain, that step was not finished, and the layers around them run in float.",
            .not_a_problem = "In formats whose own quantization is written so (OpenVINO).",
            .fix = "Run the converter with quantization enabled, or the export step of the training tool.",
            .example = "```\nCONV_2D -> FAKE_QUANT -> CONV_2D\n```",
            .source = "https://www.tensorflow.org/model_optimization/guide/quantization/training",
        },
    .check = check,
};

}  // namespace netloupe::lint
