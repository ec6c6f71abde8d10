#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

void report(Context& context, const GraphFacts& graph, NodeId node, TensorId tensor, std::string_view other) {
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} gives {} a value, which {} already: every name may be given a value only once, and "
            "runtimes refuse the model.",
            graph.label(node), graph.label(tensor), other),
        .fix = "Rename one of the two, and its uses.",
        .graph = graph.id(),
        .node = node,
        .tensor = tensor,
    });
}

void check_graph(Context& context, const GraphFacts& graph) {
    enum : uint8_t { kFree, kGiven, kProduced };
    std::vector<uint8_t> state(graph.graph().tensors.size(), kFree);
    for (const TensorId input : graph.graph().inputs) {
        if (input.valid()) state[input.index()] = kGiven;
    }
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        for (const TensorId output : graph.outputs(node)) {
            if (!output.valid() || context.model().text(graph.tensor(output).name).empty()) continue;
            uint8_t& known = state[output.index()];
            // The value of a Constant node is its tensor's constant; any other constant is stored beside.
            const bool stored =
                graph.tensor(output).constant.valid() && graph.kind(node) != OpKind::kConstant;
            if (known == kProduced) {
                report(context, graph, node, output,
                       fmt::format("{} does", graph.label(graph.tensor(output).producer)));
            } else if (known == kGiven) {
                report(context, graph, node, output, "is an input of the graph");
            } else if (stored) {
                report(context, graph, node, output, "is a stored constant");
            }
            known = kProduced;
        }
    }
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule t03_not_ssa;
const Rule t03_not_ssa{
    .id = "T03",
    .name = "not-ssa",
    .summary = "A value is produced twice.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds outputs of nodes whose name another node of the same graph produces, or is a "
                    "graph input or "
                    "an initializer.",
            .why = "ONNX graphs are in single static assignment form: a name stands for one value. With two, "
                   "nobody "
                   "knows which one a consumer reads; checkers and runtimes refuse the model.",
            .not_a_problem = "The same name in the two branches of an If, or in different functions.",
            .fix = "Rename one of the two outputs and its uses. Merging models with equal names is the usual "
                   "cause: give "
                   "each a prefix.",
            .example = "```\nRelu(x) -> a\nSigmoid(x) -> a\n```",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc, "
                      "https://github.com/onnx/onnx/blob/main/docs/IR.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
