#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "context.h"

namespace netloupe::lint {

namespace {

/// Inputs that exporters declare for every model of a kind, used or not.
bool is_placeholder(std::string_view name) {
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    static constexpr std::array<std::string_view, 6> kParts = {"mask",     "past",       "cache",
                                                               "position", "token_type", "state"};
    return std::ranges::any_of(kParts,
                               [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

void check_graph(Context& context, const GraphFacts& graph) {
    if (graph.graph().nodes.empty()) return;
    for (const TensorId input : graph.graph().inputs) {
        if (!input.valid() || graph.tensor(input).constant.valid() || graph.is_used(input)) continue;
        const Tensor& tensor = graph.tensor(input);
        const bool optional = tensor.kind == ValueKind::kOptional;
        if (optional || is_placeholder(context.model().text(tensor.name))) continue;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "The input {} is used by nothing: callers must still feed it, and it has no effect.",
                graph.label(input)),
            .fix = "Remove the input, or connect what it was meant for.",
            .graph = graph.id(),
            .tensor = input,
        });
    }
}

void check(Context& context) {
    std::set<uint32_t> entries{0};
    for (const Signature& signature : context.model().signatures) {
        if (signature.graph.index() < context.model().graphs.size()) entries.insert(signature.graph.value);
    }
    for (const uint32_t entry : entries) check_graph(context, context.facts().graph(GraphId(entry)));
}

}  // namespace

extern const Rule s05_unused_input;
const Rule s05_unused_input{
    .id = "S05",
    .name = "unused-input",
    .summary = "Nothing uses an input of the model.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds inputs of the model, or of its signatures, that no node and no graph inside reads "
                    "and that "
                    "are no output.",
            .why = "The caller must allocate and feed a value that changes nothing. Often the export cut the "
                   "part that "
                   "used it, or constant folding took it for a constant.",
            .not_a_problem =
                "Optional inputs, initializers that are inputs too, and the placeholders of language "
                "models (masks, positions, caches, states), which all models of a family share. Inputs of "
                "loop bodies and branches are given by their operator.",
            .fix = "Remove the input. If it should matter, look for a branch or a shape that tracing froze.",
            .example = "```\ninput x, unused\nRelu(x) -> y\n```",
            .source = "https://github.com/NVIDIA/TensorRT/blob/main/tools/Polygraphy/polygraphy/tools/check/"
                      "subtool/"
                      "lint.py",
        },
    .check = check,
};

}  // namespace netloupe::lint
