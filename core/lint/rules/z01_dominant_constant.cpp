#include <fmt/core.h>

#include <algorithm>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-share", 0.25, "Of the model's bytes that one constant may take."},
    {"min-bytes", 16777216, "Smaller constants are not judged."},
};

/// Tables of language models are large by nature.
bool is_only_looked_up(const GraphFacts& graph, TensorId id) {
    const auto uses = graph.graph().consumers(graph.tensor(id));
    return !uses.empty() && std::ranges::all_of(uses, [&](const Use& use) {
        return graph.kind(use.node) == OpKind::kGather || graph.kind(use.node) == OpKind::kEmbeddingLookup;
    });
}

void check(Context& context) {
    const Model& model = context.model();
    uint64_t total = 0;
    for (const SourceFile& file : model.files) total += file.bytes().size();
    const double least =
        std::max(context.parameter("min-bytes"), context.parameter("max-share") * static_cast<double>(total));
    std::vector<bool> seen(model.constants.size());
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        const ConstantId constant = graph.tensor(id).constant;
        if (!constant.valid() || seen[constant.index()]) return;
        seen[constant.index()] = true;
        const auto bytes = static_cast<double>(model.constant(constant).length);
        if (bytes <= least) return;
        context.report({
            .severity = is_only_looked_up(graph, id) ? Severity::kInfo : context.severity(),
            .message = fmt::format("{} takes {:.0f}% of the model: {:.1f} of {:.1f} MiB.", graph.label(id),
                                   bytes / static_cast<double>(total) * 100, bytes / (1U << 20),
                                   static_cast<double>(total) / (1U << 20)),
            .fix =
                "Look at this layer first when the model has to become smaller: a smaller layer, pooling in "
                "front of it, or 8-bit weights.",
            .graph = graph.id(),
            .node = graph.node_of(id),
            .tensor = id,
        });
    });
}

}  // namespace

extern const Rule z01_dominant_constant;
const Rule z01_dominant_constant{
    .id = "Z01",
    .name = "dominant-constant",
    .summary = "One constant makes up much of the model's size.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Compares each constant's stored bytes with those of the file and its external data. One "
                    "of more than 16 MiB that takes more than a quarter is reported; tables that are only "
                    "looked up are information.",
            .why = "Size is downloaded and held in memory. When one layer holds most of it, that layer is "
                   "often an accident: a fully connected layer behind an image that was never pooled.",
            .not_a_problem = "Embeddings of language models. Budgets for whole models are B01's.",
            .fix = "Pool before the layer, factor it, or quantize it.",
            .example = "`Gemm` with `w:float32[4096,25088]`: 392 of 528 MiB.",
            .source = "https://ai.google.dev/edge/litert/models/model_optimization",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
