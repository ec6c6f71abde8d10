#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "context.h"
#include "known_shape.h"

namespace netloupe::lint {

namespace {

/// Widths that embeddings have, too.
constexpr std::array<int64_t, 5> kEmbeddingWidths = {128, 256, 512, 768, 1024};

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

/// The file comes with the names of its classes.
bool has_labels(const Model& model) {
    return std::ranges::any_of(model.attachments, [&](const Attachment& attachment) {
        return contains_any(model.text(attachment.name), {"label"});
    });
}

/// Fully connected layer, or a matrix product with its bias, as the last operator that computes.
bool ends_in_a_layer(const GraphFacts& graph, TensorId output) {
    static constexpr int kMostSteps = 4;
    TensorId value = output;
    for (int step = 0; step < kMostSteps && value.valid(); ++step) {
        const NodeId producer = graph.tensor(value).producer;
        if (!producer.valid()) return false;
        switch (graph.kind(producer)) {
            case OpKind::kFullyConnected:
            case OpKind::kGemm:
            case OpKind::kMatMul:
                return true;
            case OpKind::kAdd:
            case OpKind::kDequantize:
            case OpKind::kQuantize:
            case OpKind::kIdentity:
                value = graph.input(producer, 0);
                break;
            default:
                return false;
        }
    }
    return false;
}

void check(Context& context) {
    const Model& model = context.model();
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    if (graph.graph().outputs.size() != 1 || !graph.graph().outputs[0].valid()) return;
    const TensorId output = graph.graph().outputs[0];
    const std::string_view name = model.text(graph.tensor(output).name);
    const auto extents = extents_of(context, graph, output);
    if (!extents || extents->size() != 2 || extents->back() < 2) return;
    if (!is_floating(type_of(context, graph, output)) || !ends_in_a_layer(graph, output)) return;
    const bool labelled = has_labels(model);
    if (contains_any(name, {"logit", "embed", "feat"})) return;
    if (!labelled && std::ranges::find(kEmbeddingWidths, extents->back()) != kEmbeddingWidths.end()) return;
    if (!labelled && !contains_any(name, {"prob", "class", "score"})) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The output {} looks like raw logits: {} classes come straight from a layer, without "
                        "softmax or sigmoid, but {}.",
                        graph.label(output), extents->back(),
                        labelled ? "the model has labels, for which applications expect probabilities"
                                 : "its name promises probabilities"),
        .fix = "Apply softmax (or sigmoid) in the model or in the application, and name the output after "
               "what it is.",
        .graph = graph.id(),
        .node = graph.tensor(output).producer,
        .tensor = output,
    });
}

}  // namespace

extern const Rule s01_missing_softmax;
const Rule s01_missing_softmax{
    .id = "S01",
    .name = "missing-softmax",
    .summary = "A classifier gives raw logits where probabilities are expected.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Looks at models with one float output of shape [N, K] that comes straight from a fully "
                    "connected "
                    "layer, when the file has labels or the output's name speaks of probabilities, classes "
                    "or scores.",
            .why = "Applications show the numbers as percentages, and thresholds on them mean nothing.",
            .not_a_problem =
                "Outputs that are called logits, embeddings or features, and widths that embeddings have "
                "(128, 256, 512, 768, 1024) in a model without labels.",
            .fix = "Apply softmax in the model or in the application.",
            .example = "`Gemm -> probabilities:float32[1,1000]`",
            .source =
                "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/models/convert/metadata.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
