#include <fmt/core.h>

#include <unordered_set>

#include "context.h"

namespace netloupe::lint {

namespace {

void report(Context& context, const GraphFacts& graph, TensorId tensor, Severity severity, std::string text) {
    context.report({
        .severity = severity,
        .message = std::move(text),
        .fix = "Give each input and output a name of its own (an Identity gives a value a second one).",
        .graph = graph.id(),
        .node = graph.node_of(tensor),
        .tensor = tensor,
    });
}

void check_names(Context& context, const GraphFacts& graph, std::span<const TensorId> tensors,
                 std::string_view what) {
    std::unordered_set<std::string_view> seen;
    for (const TensorId id : tensors) {
        const std::string_view name = id.valid() ? context.model().text(graph.tensor(id).name) : "";
        if (name.empty() || seen.insert(name).second) continue;
        report(
            context, graph, id, context.severity(),
            fmt::format("Two {} of the model are named {}: who feeds or reads the model by name gets one of "
                        "them, and checkers refuse it.",
                        what, graph.label(id)));
    }
}

void check(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    check_names(context, graph, graph.graph().inputs, "inputs");
    check_names(context, graph, graph.graph().outputs, "outputs");
}

}  // namespace

extern const Rule s04_duplicate_io_name;
const Rule s04_duplicate_io_name{
    .id = "S04",
    .name = "duplicate-io-name",
    .summary = "Two inputs or two outputs of the model have the same name.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Compares the names of the main graph's inputs, and those of its outputs.",
            .why = "Runtimes bind values by name. One of the two cannot be fed or read, and the checkers of "
                   "ONNX refuse the model.",
            .not_a_problem = "Tensors without a name; several signatures over the same tensor.",
            .fix = "Rename one of them.",
            .example = "Outputs `y` and `y`.",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc",
        },
    .check = check,
};

}  // namespace netloupe::lint
