#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "operands.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

bool all_are(const std::optional<std::vector<double>>& values, double wanted) {
    return values && !values->empty() &&
           std::ranges::all_of(*values, [&](double value) { return value == wanted; });
}

/// The neutral element of the node's second operand, or of either where they may be swapped.
bool has_neutral_operand(const GraphFacts& graph, NodeId node, double neutral, bool either) {
    if (graph.inputs(node).size() != 2) return false;
    const TensorId first = graph.input(node, 0);
    const TensorId second = graph.input(node, 1);
    const auto is_neutral = [&](TensorId id, TensorId other) {
        // A constant of higher rank would change the shape of the result.
        const Shape& shape = id.valid() ? graph.tensor(id).shape : Shape();
        const bool fits =
            shape.known && other.valid() && !graph.is_constant(other) &&
            (shape.dims.count == 0 ||
             (graph.tensor(other).shape.known && shape.dims.count <= graph.tensor(other).shape.dims.count));
        return fits && single_value(graph, id) == neutral;
    };
    return is_neutral(second, first) || (either && is_neutral(first, second));
}

/// Both sides state one shape, all of it fixed.
bool keeps_declared_shape(const GraphFacts& graph, NodeId node) {
    const TensorId from = graph.input(node, 0);
    const TensorId to = graph.output(node);
    if (!from.valid() || !to.valid()) return false;
    const Model& model = graph.model();
    if (!element_count(model, graph.tensor(from).shape) || !element_count(model, graph.tensor(to).shape))
        return false;
    return std::ranges::equal(model.dims_of(graph.tensor(from).shape), model.dims_of(graph.tensor(to).shape),
                              {}, &Dimension::value, &Dimension::value);
}

bool keeps_declared_type(const GraphFacts& graph, NodeId node) {
    const TensorId from = graph.input(node, 0);
    const TensorId to = graph.output(node);
    if (!from.valid() || !to.valid()) return false;
    return graph.tensor(from).dtype != DataType::kUnknown &&
           graph.tensor(from).dtype == graph.tensor(to).dtype;
}

bool drops_nothing(const GraphFacts& graph, NodeId node) {
    const TensorId mask = graph.output(node, 1);
    if (mask.valid() && graph.is_used(mask)) return false;
    static constexpr int32_t kFirstWithoutIsTest = 7;
    if (graph.node(node).version < kFirstWithoutIsTest)
        return graph.model().int_attribute(graph.node(node), "is_test", 0) != 0;
    const TensorId mode = graph.input(node, 2);
    return !mode.valid() || single_value(graph, mode) == 0;
}

bool has_one_input(const GraphFacts& graph, NodeId node) {
    return graph.inputs(node).size() == 1;
}

bool resizes_nothing(const GraphFacts& graph, NodeId node) {
    const size_t slot = graph.inputs(node).size() == 2 ? 1 : 2;
    return graph.model().format != Format::kTflite &&
           all_are(small_values(graph, graph.input(node, slot)), 1);
}

/// What the node does not do; empty when it does something.
std::string_view nothing_of(const GraphFacts& graph, NodeId node) {
    switch (graph.kind(node)) {
        case OpKind::kIdentity:
            return "copies its input";
        case OpKind::kReshape:
        case OpKind::kFlatten:
            return keeps_declared_shape(graph, node) ? "gives the shape that its input has already" : "";
        case OpKind::kTranspose: {
            const auto permutation = permutation_of(graph, node);
            return permutation && is_identity(*permutation) ? "leaves every dimension where it is" : "";
        }
        case OpKind::kCast:
            return keeps_declared_type(graph, node) ? "gives the type that its input has already" : "";
        case OpKind::kPad:
            return all_are(small_values(graph, graph.input(node, 1)), 0) ? "adds nothing" : "";
        case OpKind::kConcat:
        case OpKind::kSum:
            return has_one_input(graph, node) ? "has only one input" : "";
        case OpKind::kMul:
            return has_neutral_operand(graph, node, 1, true) ? "multiplies by 1" : "";
        case OpKind::kAdd:
            return has_neutral_operand(graph, node, 0, true) ? "adds 0" : "";
        case OpKind::kSub:
            return has_neutral_operand(graph, node, 0, false) ? "subtracts 0" : "";
        case OpKind::kDiv:
            return has_neutral_operand(graph, node, 1, false) ? "divides by 1" : "";
        case OpKind::kPow:
            return has_neutral_operand(graph, node, 1, false) ? "raises to the power 1" : "";
        case OpKind::kResize:
        case OpKind::kResizeNearest:
        case OpKind::kResizeLinear:
            return resizes_nothing(graph, node) ? "scales by 1" : "";
        case OpKind::kDropout:
            return drops_nothing(graph, node) ? "drops nothing outside of training" : "";
        default:
            return "";
    }
}

/// An output must keep its name, and what comes from outside or goes inside crosses the border of a graph.
bool is_needed(const GraphFacts& graph, NodeId node) {
    const TensorId from = graph.input(node, 0);
    const TensorId to = graph.output(node);
    if (!from.valid() || !to.valid()) return true;
    if (graph.is_graph_output(to) || graph.is_used_inside(to) || graph.tensor(from).is_captured) return true;
    const bool inner = graph.graph().kind == GraphKind::kSubgraph && graph.model().format != Format::kTflite;
    return inner && std::ranges::find(graph.graph().inputs, from) != graph.graph().inputs.end();
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (graph.graph().kind == GraphKind::kTraining || graph.has(node, OpTraits::kIntegerKernel)) return;
        const std::string_view what = nothing_of(graph, node);
        // A quantized operator has scales of its own, and converts.
        if (what.empty() || is_needed(graph, node) || is_quantized(graph, graph.output(node))) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} does nothing: it {}.", graph.label(node), what),
            .fix = fmt::format("Remove {}.", graph.label(node)),
            .graph = graph.id(),
            .node = node,
            .tensor = graph.output(node),
        });
    });
}

}  // namespace

extern const Rule f06_no_op;
const Rule f06_no_op{
    .id = "F06",
    .name = "no-op",
    .summary = "A node gives what it gets.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds Identity; Reshape to the shape that the input has; Transpose that leaves every "
                    "dimension in "
                    "its place; Cast to the same type; Pad by nothing; Concat and Sum of one input; "
                    "multiplication, "
                    "division and power by 1, addition and subtraction of 0; Resize by 1; Dropout outside of "
                    "training.",
            .why = "Each is a node that a runtime may have to copy a tensor for, that an accelerator may not "
                   "know, and "
                   "that stands between operators which could be fused.",
            .not_a_problem =
                "An Identity that gives an output its name, or carries a value into or out of the body of "
                "a loop or branch.",
            .fix = "Remove the node; simplifiers do (onnxsim, onnxoptimizer's eliminate_nop passes).",
            .example = "```\nConv -> Identity -> Relu\n```",
            .source = "https://github.com/onnx/optimizer (eliminate_nop_*)",
        },
    .check = check,
};

}  // namespace netloupe::lint
