#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

/// What to write instead; empty where nothing has taken the operator's place.
std::string_view successor(std::string_view op) {
    if (op == "Upsample") return "Resize";
    if (op == "Scatter") return "ScatterElements";
    if (op == "DynamicSlice") return "Slice";
    if (op == "ConstantFill") return "ConstantOfShape";
    if (op == "GivenTensorFill") return "Constant";
    if (op == "Affine" || op == "Scale" || op == "ImageScaler") return "Mul and Add";
    if (op == "ParametricSoftplus") return "Softplus with Mul";
    if (op == "ScaledTanh") return "Tanh with Mul";
    if (op == "Crop") return "Slice";
    return {};
}

void check(Context& context) {
    const Model& model = context.model();
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        const OperatorSchema* schema = graph.schema(id);
        const Node& node = graph.node(id);
        if (schema == nullptr || node.version <= 0 || !schema->deprecated_at(node.version)) return;
        const std::string_view other = successor(model.text(node.op));
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} was withdrawn in version {} of its domain, and the model imports version {}: "
                            "runtimes need not know it any more.",
                            graph.label(id), schema->deprecated_since, node.version),
            .fix = other.empty() ? "Export again with a current exporter." : fmt::format("Use {}.", other),
            .graph = graph.id(),
            .node = id,
        });
    });
}

}  // namespace

extern const Rule v03_deprecated_op;
const Rule v03_deprecated_op{
    .id = "V03",
    .name = "deprecated-op",
    .summary = "An operator is used that its operator set has withdrawn.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds operators that the imported version of their domain no longer has: Upsample from "
                    "10, Scatter "
                    "from 11, and the experimental operators of early versions.",
            .why = "A runtime that follows the specification refuses the node. Where it still runs, a later "
                   "version "
                   "may end that.",
            .not_a_problem = "In a model that imports a version from before the withdrawal.",
            .fix = "Use Resize, ScatterElements and so on: export again, or convert the model's version "
                   "(onnx.version_converter).",
            .example = "`Upsample` in a model of opset 13.",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
