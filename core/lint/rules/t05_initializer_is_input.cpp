#include <fmt/core.h>

#include "context.h"
#include "onnx_versions.h"

namespace netloupe::lint {

namespace {

/// Since this version an initializer need not be an input too.
constexpr int64_t kFreeInitializers = 4;

void check(Context& context) {
    const Model& model = context.model();
    if (model.format != Format::kOnnx || ir_version(model) < kFreeInitializers) return;
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    size_t count = 0;
    TensorId first;
    for (const TensorId input : graph.graph().inputs) {
        if (!input.valid() || !graph.tensor(input).constant.valid()) continue;
        if (count++ == 0) first = input;
    }
    if (count == 0) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} of the {} inputs have an initializer too, beginning with {}: it is only a default "
            "value, which runtimes may not treat as constant, fold or fuse.",
            count, graph.graph().inputs.size(), graph.label(first)),
        .fix = "Remove the initializers from the graph's inputs (keep_initializers_as_inputs=False when "
               "exporting).",
        .graph = graph.id(),
        .node = graph.node_of(first),
        .tensor = first,
    });
}

}  // namespace

extern const Rule t05_initializer_is_input;
const Rule t05_initializer_is_input{
    .id = "T05",
    .name = "initializer-is-input",
    .summary = "Weights are inputs of the graph as well.",
    .severity = Severity::kInfo,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Counts graph inputs that have an initializer, in files of IR version 4 or later.",
            .why = "A caller may replace the value of an input, so a runtime cannot fold it into other "
                   "constants. ONNX "
                   "Runtime then leaves batch normalizations and the like unfused.",
            .not_a_problem =
                "Files of IR version 3 must list every initializer as an input. Inputs with a default "
                "value on purpose.",
            .fix = "Export with keep_initializers_as_inputs=False, or remove them with ONNX Runtime's "
                   "remove_initializer_from_input.py.",
            .example = "`input: x, conv.weight, conv.bias` with initializers for the last two.",
            .source = "https://github.com/onnx/onnx/issues/2198",
        },
    .check = check,
};

}  // namespace netloupe::lint
