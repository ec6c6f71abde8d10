#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "context.h"

namespace netloupe::lint {

namespace {

/// What exporters call the caches: past_key_values.0.key, past_0, present.0.key, present_key_values.0.value.
/// Without that beginning both sides have the same name; empty for other values.
std::string cache_name(std::string_view name, std::string_view beginning) {
    if (!name.starts_with(beginning)) return {};
    name.remove_prefix(beginning.size());
    static constexpr std::string_view kPairs = "_key_values";
    if (name.starts_with(kPairs)) name.remove_prefix(kPairs.size());
    const size_t begin = name.find_first_of("0123456789");
    return begin == std::string_view::npos ? std::string() : std::string(name.substr(begin));
}

using Caches = std::map<std::string, TensorId>;

Caches caches(const GraphFacts& graph, std::span<const TensorId> ends, std::string_view beginning) {
    Caches found;
    for (const TensorId id : ends) {
        if (!id.valid()) continue;
        std::string name = cache_name(graph.model().text(graph.tensor(id).name), beginning);
        if (!name.empty()) found.try_emplace(std::move(name), id);
    }
    return found;
}

/// Whether the two could be one tensor at two times: only one dimension, the tokens, may differ.
std::string difference(const GraphFacts& graph, TensorId past, TensorId present) {
    const Tensor& a = graph.tensor(past);
    const Tensor& b = graph.tensor(present);
    if (a.dtype != b.dtype && a.dtype != DataType::kUnknown && b.dtype != DataType::kUnknown)
        return fmt::format("{} and {}", name(a.dtype), name(b.dtype));
    if (!a.shape.known || !b.shape.known) return {};
    const auto of_a = graph.model().dims_of(a.shape);
    const auto of_b = graph.model().dims_of(b.shape);
    size_t different = of_a.size() == of_b.size() ? 0 : 2;
    for (size_t i = 0; i < of_a.size() && i < of_b.size(); ++i) {
        if (of_a[i].fixed() && of_b[i].fixed() && of_a[i].value != of_b[i].value) ++different;
    }
    if (different < 2) return {};
    return fmt::format("{} and {}", shape_text(graph.model(), a.shape), shape_text(graph.model(), b.shape));
}

void report(Context& context, const GraphFacts& graph, TensorId id, std::string message, std::string fix) {
    context.report({
        .severity = context.severity(),
        .message = std::move(message),
        .fix = std::move(fix),
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

bool has_float16_weights(const Model& model) {
    static constexpr uint64_t kWorthIt = 1U << 20;
    return std::ranges::any_of(model.constants, [](const Constant& constant) {
        return constant.dtype == DataType::kFloat16 && constant.length >= kWorthIt;
    });
}

void check_pairs(Context& context, const GraphFacts& graph, const Caches& past, const Caches& present) {
    for (const auto& [name, input] : past) {
        const auto output = present.find(name);
        if (output == present.end()) continue;
        const std::string other = difference(graph, input, output->second);
        if (other.empty()) continue;
        report(context, graph, input,
               fmt::format("The cache goes in as {} and comes out as {} ({}): it cannot be fed back.",
                           graph.label(input), graph.label(output->second), other),
               "Export both with one type and shape.");
    }
}

void check(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    const Caches past = caches(graph, graph.graph().inputs, "past");
    const Caches present = caches(graph, graph.graph().outputs, "present");
    // A model for the first tokens gives caches and takes none.
    if (past.empty()) return;
    const TensorId first = past.begin()->second;
    if (past.size() != present.size()) {
        report(context, graph, first,
               fmt::format("{} caches go in, beginning with {}, and {} come out: what is generated cannot be "
                           "fed back.",
                           past.size(), graph.label(first), present.size()),
               "Export the model with all of its present outputs.");
    }
    check_pairs(context, graph, past, present);
    if (graph.tensor(first).dtype == DataType::kFloat32 && has_float16_weights(context.model())) {
        report(context, graph, first,
               fmt::format("The caches ({} and {} more) are float32 in a model of float16 weights: they take "
                           "twice the memory, and casts around every layer.",
                           graph.label(first), past.size() - 1),
               "Export the caches as float16.");
    }
}

}  // namespace

extern const Rule g19_onnx_llm_kv;
const Rule g19_onnx_llm_kv{
    .id = "G19",
    .name = "onnx-llm-kv",
    .summary = "The caches that a language model takes and gives do not fit together.",
    .severity = Severity::kInfo,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Pairs inputs that begin with past and outputs that begin with present by their number, "
                    "and compares how many there are, their types and their shapes, of which only the "
                    "dimension of tokens may differ. Reports caches of float32 beside float16 weights.",
            .why = "The loop that generates text feeds the outputs back as inputs.",
            .not_a_problem = "A model of only the first tokens, which takes no caches.",
            .fix = "Export past and present together, in one type.",
            .example = "`past_key_values.0.key:float16[...]` beside `present.0.key:float32[...]`",
            .source = "https://onnxruntime.ai/docs/genai/",
        },
    .check = check,
};

}  // namespace netloupe::lint
