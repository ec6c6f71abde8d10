#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

/// ONNX Runtime's processor kernel of ConvInteger takes uint8 weights only.
void check(Context& context) {
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

}  // namespace

extern const Rule q26_dynamic_quant_ops;
const Rule q26_dynamic_quant_ops{
    .id = "Q26",
    .name = "dynamic-quant-ops",
    .summary = "A dynamically quantized operator has a form that its runtime lacks.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds ConvInteger with int8 weights.",
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
