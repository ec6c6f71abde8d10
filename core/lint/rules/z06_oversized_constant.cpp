#include <fmt/core.h>

#include "context.h"
#include "known_shape.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-bytes", 67108864, "Most that a node may make out of constants."},
};

/// Bytes of the node's result; 0 when they are not known.
double bytes_of(const Context& context, const GraphFacts& graph, TensorId id) {
    const auto count = elements_of(context, graph, id);
    if (!count || *count <= 0) return 0;
    const auto bytes = packed_bytes(type_of(context, graph, id), static_cast<uint64_t>(*count));
    return static_cast<double>(bytes.value_or(0));
}

bool makes_constants(const GraphFacts& graph, NodeId node) {
    switch (graph.kind(node)) {
        case OpKind::kConstant:
        case OpKind::kConstantOfShape:
            return true;
        case OpKind::kExpand:
        case OpKind::kTile:
            return graph.input(node, 0).valid() && graph.is_constant(graph.input(node, 0));
        default:
            return false;
    }
}

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    const TensorId output = graph.output(node);
    if (!output.valid() || !makes_constants(graph, node)) return;
    const double bytes = bytes_of(context, graph, output);
    if (bytes <= context.parameter("max-bytes")) return;
    const bool stored = graph.kind(node) == OpKind::kConstant;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} makes a constant of {:.1f} MiB: {}", graph.label(node), bytes / (1U << 20),
                        stored ? "as an attribute it cannot be mapped from the file or stand outside of "
                                 "it, and counts against the 2 GiB of the file."
                               : "it fills memory, or the file once a runtime folds it."),
        .fix = stored ? "Make it an initializer." : "Let operators broadcast the small value instead.",
        .graph = graph.id(),
        .node = node,
        .tensor = output,
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule z06_oversized_constant;
const Rule z06_oversized_constant{
    .id = "Z06",
    .name = "oversized-constant",
    .summary = "A node makes a very large constant.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds Constant and ConstantOfShape, and Expand and Tile of constants, whose result has "
                    "more than 64 MiB.",
            .why = "Constant folding writes the result into the optimized model, and until then it is made "
                   "for every call. A Constant node of that size is copied where an initializer would be "
                   "mapped.",
            .not_a_problem = "What is made of inputs.",
            .fix = "Broadcast, or use an initializer.",
            .example = "`Expand(0:float32, [1,4096,4096])`: 64 MiB of zeros.",
            .source = "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
