#include <fmt/format.h>
#include <fmt/ranges.h>

#include "context.h"
#include "damage_kind.h"
#include "reshape_fault.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    if (is_damaged(context.model())) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const auto fault = reshape_fault(context, graph, node);
        if (!fault) return;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} cannot give the {} elements of {} the shape [{}]: the node cannot be run.",
                            graph.label(node), fault->elements, graph.label(graph.input(node, 0)),
                            fmt::join(fault->shape, ", ")),
            .fix = "Correct the shape, or write -1 where it depends on the input; an edited input shape is "
                   "the usual cause.",
            .graph = graph.id(),
            .node = node,
            .tensor = graph.input(node, 0),
        });
    });
}

}  // namespace

extern const Rule h05_reshape_element_mismatch;
const Rule h05_reshape_element_mismatch{
    .id = "H05",
    .name = "reshape-element-mismatch",
    .summary = "A Reshape asks for another number of elements than it gets.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Compares the elements of inputs of fixed shape with what a constant target shape asks "
                    "for; -1 must divide what the others leave.",
            .why = "The node fails when it is run, or when the runtime prepares it.",
            .not_a_problem = "Dimensions that are open, and shapes that are computed.",
            .fix = "Correct the shape constant. It mostly kept the numbers of another input size.",
            .example = "`x:float32[1,64,7,7] -> Reshape [1, 4096]`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md (Reshape)",
        },
    .check = check,
};

}  // namespace netloupe::lint
