#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    const auto place = context.facts().compiled_network();
    if (!place) return;
    const GraphFacts& graph = context.facts().graph(place->graph);
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} holds a network that is compiled for one accelerator: its operators and weights "
                        "cannot be seen, and the rules about graphs are not run.",
                        graph.label(place->node)),
        .fix = "Check the model that it was compiled from.",
        .graph = place->graph,
        .node = place->node,
    });
}

}  // namespace

extern const Rule c04_compiled_model;
const Rule c04_compiled_model{
    .id = "C04",
    .name = "compiled-model",
    .summary = "The model is compiled for an accelerator and cannot be looked into.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Reports edgetpu-custom-op, ethos-u and EPContext nodes: each is a whole network, compiled.",
            .why = "What is left to see around it is not the network. Findings about it would mislead.",
            .not_a_problem = "Always, as long as the original model is checked.",
            .fix = "Keep the original model, and check that.",
            .example = "A `.tflite` of one `edgetpu-custom-op` between its input and output.",
            .source = "https://coral.ai/docs/edgetpu/models-intro/",
        },
    .check = check,
};

}  // namespace netloupe::lint
