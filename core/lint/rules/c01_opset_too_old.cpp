#include <fmt/core.h>

#include "context.h"
#include "onnx_versions.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-opset", 7, "Oldest version of ai.onnx that runtimes promise to run."},
};

/// The first version whose QuantizeLinear and DequantizeLinear have an axis.
constexpr int64_t kPerChannel = 13;

void check_age(Context& context, int64_t opset) {
    const auto oldest = static_cast<int64_t>(context.parameter("min-opset"));
    if (opset >= oldest) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The model imports opset {}; runtimes promise to run {} and later. Older operators "
                        "broadcast differently and have other attributes.",
                        opset, oldest),
        .fix = "Export again, or convert the model to a current opset (onnx.version_converter).",
    });
}

void check_axis(Context& context, const GraphFacts& graph, NodeId id) {
    const Node& node = graph.node(id);
    const OpKind kind = graph.kind(id);
    if (kind != OpKind::kQuantize && kind != OpKind::kDequantize) return;
    if (node.version <= 0 || node.version >= kPerChannel || !context.model().text(node.domain).empty())
        return;
    const TensorId scale = graph.input(id, 1);
    if (!scale.valid() || !graph.tensor(scale).shape.known) return;
    if (element_count(context.model(), graph.tensor(scale).shape).value_or(1) == 1) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} has a scale for every channel, which exists from opset 13 on, but the model imports "
            "opset {}.",
            graph.label(id), node.version),
        .fix = "Upgrade to opset 13.",
        .graph = graph.id(),
        .node = id,
        .tensor = scale,
    });
}

void check(Context& context) {
    const Model& model = context.model();
    const int64_t opset = standard_opset(model);
    if (opset <= 0 || model.graphs[0].nodes.empty()) return;
    check_age(context, opset);
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_axis(context, graph, node); });
}

}  // namespace

extern const Rule c01_opset_too_old;
const Rule c01_opset_too_old{
    .id = "C01",
    .name = "opset-too-old",
    .summary = "The model is made for an operator set that runtimes no longer promise to run.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Reports an import of ai.onnx below 7, and QuantizeLinear and DequantizeLinear with "
                    "several scales "
                    "below 13.",
            .why = "ONNX Runtime guarantees opset 7 and later. Per-channel quantization came with opset 13; "
                   "an older "
                   "one has no axis to say which dimension the scales run along.",
            .not_a_problem = "For a runtime that is known to run the model.",
            .fix = "Export again with a current opset, or convert the model (onnx.version_converter).",
            .example = "`opset_import: ai.onnx 3`",
            .source = "https://onnxruntime.ai/docs/reference/compatibility.html, "
                      "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
