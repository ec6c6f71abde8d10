#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"

namespace netloupe::lint {

namespace {

/// One of the dimensions is always 0. Lists of integers of a shape computation may be empty.
bool is_empty(const Context& context, const GraphFacts& graph, TensorId id) {
    if (!id.valid() || graph.is_constant(id)) return false;
    const auto extents = extents_of(context, graph, id);
    if (!extents || std::ranges::find(*extents, 0) == extents->end()) return false;
    return extents->size() != 1 || is_floating(type_of(context, graph, id));
}

/// Everybody leaves it out by giving nothing: the roi of Resize, the state that a cache begins with.
bool only_steers(const GraphFacts& graph, TensorId id) {
    const auto uses = graph.graph().consumers(graph.tensor(id));
    return !uses.empty() && std::ranges::all_of(uses, [&](const Use& use) {
        const OperandRole role = graph.input_role(use.node, use.slot);
        return role == OperandRole::kParameter || role == OperandRole::kState;
    });
}

void report(Context& context, const GraphFacts& graph, TensorId id, const std::string& whose) {
    if (only_steers(graph, id)) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} has the shape [{}], which holds no element: what is computed of it is empty, "
                        "and accelerators refuse such tensors.",
                        whose, fmt::join(*extents_of(context, graph, id), ", ")),
        .fix = "Look at the operator that cuts everything away, or export with another example input.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

/// Where emptiness begins; what follows from it is not told again.
void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.is_foldable(node)) return;
    for (const TensorId input : graph.inputs(node)) {
        if (is_empty(context, graph, input)) return;
    }
    for (const TensorId output : graph.outputs(node)) {
        if (!is_empty(context, graph, output) || !graph.is_used(output)) continue;
        return report(context, graph, output, fmt::format("The result of {}", graph.label(node)));
    }
}

void check(Context& context) {
    for (const TensorId input : context.model().graphs[0].inputs) {
        const GraphFacts& graph = context.facts().graph(GraphId(0U));
        if (is_empty(context, graph, input))
            report(context, graph, input, fmt::format("The input {}", graph.label(input)));
    }
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule h03_zero_dim;
const Rule h03_zero_dim{
    .id = "H03",
    .name = "zero-dim",
    .summary = "An activation has a dimension that is always 0.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what =
                "Finds inputs and results of nodes whose shape has a fixed dimension 0. What follows from "
                "an empty tensor is not reported again.",
            .why = "Nothing is computed, mostly because a slice begins where its input ends. NNAPI and Core "
                   "ML refuse empty tensors.",
            .not_a_problem = "Operands that are left out by being empty (roi and scales of Resize), empty "
                             "states, and empty lists of integers in computations of shapes.",
            .fix = "Correct the slice or split that cuts everything away.",
            .example = "`x:float32[1,3,8,8] -> Slice (starts 8, ends 8, axes 2)`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/ShapeInference.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
