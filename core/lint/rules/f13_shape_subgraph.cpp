#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "infer/shapes.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// The elements of a tensor are numbers for every input that the model takes.
bool is_settled(const infer::Shapes& shapes, GraphId graph, TensorId id) {
    const auto value = shapes.value(shapes.tensor(graph, id));
    return value && !value->empty() && std::ranges::all_of(*value, [&](infer::DimId dim) {
               return dim.valid() && shapes.table().value(dim).has_value();
           });
}

/// What the node makes is a part of such a computation itself.
bool computes_shapes(const infer::Shapes& shapes, const GraphFacts& graph, NodeId node) {
    const TensorId output = graph.output(node);
    return !output.valid() || shapes.tensor(graph.id(), output).valued;
}

/// An operand by which the node is steered, computed of shapes although it is always the same.
bool takes_settled_shape(const infer::Shapes& shapes, const GraphFacts& graph, NodeId node) {
    for (size_t slot = 1; slot < graph.inputs(node).size(); ++slot) {
        const TensorId operand = graph.inputs(node)[slot];
        if (!operand.valid() || graph.is_constant(operand) || !graph.tensor(operand).producer.valid())
            continue;
        if (graph.input_role(node, slot) != OperandRole::kParameter) continue;
        if (is_settled(shapes, graph.id(), operand)) return true;
    }
    return false;
}

void check_graph(Context& context, const infer::Shapes& shapes, const GraphFacts& graph) {
    std::vector<NodeId> nodes;
    size_t questions = 0;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (graph.reads_only_shape(node)) ++questions;
        if (!computes_shapes(shapes, graph, node) && takes_settled_shape(shapes, graph, node))
            nodes.push_back(node);
    }
    if (nodes.empty() || questions == 0) return;
    const bool one = nodes.size() == 1;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} node{} take{} shapes that are computed when the model runs, although they are "
                        "always the same: {}. Operators that compute shapes split a network into "
                        "partitions.",
                        nodes.size(), one ? "" : "s", one ? "s" : "", list_of(graph, nodes)),
        .fix = "Simplify the model (onnxsim), so that the shapes become constants.",
        .graph = graph.id(),
        .node = nodes.front(),
        .nodes = one ? std::vector<NodeId>() : nodes,
    });
}

void check(Context& context) {
    const infer::Shapes* shapes = context.facts().own_shapes();
    if (shapes == nullptr) return;
    context.each_graph([&](const GraphFacts& graph) {
        if (graph.graph().kind != GraphKind::kFunction) check_graph(context, *shapes, graph);
    });
}

}  // namespace

extern const Rule f13_shape_subgraph;
const Rule f13_shape_subgraph{
    .id = "F13",
    .name = "shape-subgraph",
    .summary = "Shapes are computed at run time although they are fixed.",
    .severity = Severity::kInfo,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds Reshape, Resize, Expand, Slice and others whose shape, size or bounds come from a "
                    "computation that begins with Shape and always gives the same numbers.",
            .why = "Exporters write x.shape[0] as Shape and Gather, whether or not the dimension is fixed. "
                   "Accelerators do not run these operators, and each chain cuts the network.",
            .not_a_problem = "Where a dimension that goes into the result is truly open.",
            .fix = "Fix the input's shape when exporting, and simplify the model (onnxsim).",
            .example = "```\nShape(x:float32[1,64,7,7]) -> Gather (0) -> Concat (-1) -> Reshape\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/19887",
        },
    .check = check,
};

}  // namespace netloupe::lint
