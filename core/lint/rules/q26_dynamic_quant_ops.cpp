#include <fmt/core.h>

#include "context.h"
#include "dynamic_quantization.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_unlisted(const GraphFacts& graph, NodeId node, const targets::NodeVerdict& verdict,
                 const targets::Reason& reason) {
    return verdict.verdict == targets::Verdict::kUnsupported && reason.topic == targets::Topic::kOperator &&
           is_dynamic_quantization(graph, node);
}

/// ONNX Runtime's processor kernel of ConvInteger takes uint8 weights only.
void check_weights(Context& context) {
    const Model& model = context.model();
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (model.text(graph.node(node).op) != "ConvInteger" || graph.schema(node) == nullptr) return;
        const TensorId weights = graph.input(node, 1);
        if (!weights.valid() || graph.tensor(weights).dtype != DataType::kInt8) return;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} has int8 weights ({}): ONNX Runtime has no kernel for them on processors "
                            "(\"Could not find an implementation for ConvInteger\"), and the model cannot be "
                            "loaded there.",
                            graph.label(node), graph.label(weights)),
            .fix = "Quantize the weights to uint8 (weight_type QUInt8), or quantize statically with "
                   "QuantizeLinear "
                   "and DequantizeLinear.",
            .graph = graph.id(),
            .node = node,
            .tensor = weights,
        });
    });
}

void check(Context& context) {
    check_weights(context);
    report_groups(context, is_unlisted, Severity::kWarning, "The processor finds out scales and runs it.",
                  "Quantize statically, with QuantizeLinear and DequantizeLinear.");
}

}  // namespace

extern const Rule q26_dynamic_quant_ops;
const Rule q26_dynamic_quant_ops{
    .id = "Q26",
    .name = "dynamic-quant-ops",
    .summary = "The runtime lacks an operator of dynamic quantization, or the form of it.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds ConvInteger with int8 weights, and with a chosen target the operators of dynamic "
                    "quantization (DynamicQuantizeLinear, MatMulInteger, ConvInteger and those of "
                    "com.microsoft) that it does not run; these are warnings.",
            .why = "Dynamic quantization writes ConvInteger for convolutions. ONNX Runtime's processor "
                   "provider has a "
                   "kernel for uint8 weights only, so the model fails when a session is made.",
            .not_a_problem = "With uint8 weights. MatMulInteger takes both types.",
            .fix =
                "Use uint8 weights, leave convolutions out of dynamic quantization, or quantize statically.",
            .example = "```\nDynamicQuantizeLinear -> ConvInteger (W:int8[4,3,3,3]) -> Cast -> Mul\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/12558, "
                      "https://github.com/microsoft/onnxruntime/issues/6430",
        },
    .check = check,
};

}  // namespace netloupe::lint
