#include <fmt/core.h>

#include "attribute_fault.h"
#include "context.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const auto fault = attribute_fault(context, graph, node);
        if (!fault) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} has {} {}. Runtimes refuse the model.", graph.label(node),
                                   fault->attribute, fault->text),
            .fix = fmt::format("Correct {}.", fault->attribute),
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule v07_attr_range;
const Rule v07_attr_range{
    .id = "V07",
    .name = "attr-range",
    .summary = "An attribute has a value that its operator cannot have.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Checks that strides, dilations and kernel extents are positive, that the permutation of "
                    "a transpose "
                    "has every dimension once, that the groups of a convolution divide its output channels, "
                    "that axes "
                    "are the input's and are named once, and that negative padding cuts away no more than "
                    "there is.",
            .why = "Runtimes check the same when they prepare the node, and refuse the model.",
            .not_a_problem = "Attributes that an operator does not use.",
            .fix = "Correct the attribute; it was mostly written by a script.",
            .example = "`Transpose (perm=[0, 2, 2, 1])`",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc, "
                      "https://github.com/onnx/onnx/blob/main/docs/ShapeInference.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
