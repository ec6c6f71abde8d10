#include <fmt/core.h>

#include <algorithm>

#include "context.h"

namespace netloupe::lint {

namespace {

/// Height, width and 1, 3 or 4 channels, at least as large as the smallest images that are classified.
bool is_image(const GraphFacts& graph, TensorId input) {
    static constexpr int64_t kLeastExtent = 16;
    const Shape& shape = graph.tensor(input).shape;
    const auto dims = graph.model().dims_of(shape);
    if (!shape.known || dims.size() != 4) return false;
    const int64_t channels = dims[3].value;
    const bool coloured = channels == 1 || channels == 3 || channels == 4;
    return coloured && dims[1].value >= kLeastExtent && dims[2].value >= kLeastExtent;
}

bool has_normalization(const GraphFacts& graph, TensorId input) {
    const auto entries = graph.model().metadata_of(graph.tensor(input).metadata);
    return std::ranges::any_of(entries, [&](const KeyValue& entry) {
        return graph.model().text(entry.value).find("Normalization") != std::string_view::npos;
    });
}

/// Bytes of an image need no normalization: the scale says it.
void check_tflite(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    for (const TensorId input : graph.graph().inputs) {
        if (!input.valid() || !is_image(graph, input)) continue;
        const bool described = graph.tensor(input).metadata.count > 0;
        const bool needs = is_floating(graph.tensor(input).dtype) && !has_normalization(graph, input);
        if (described && !needs) continue;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "The input {} looks like an image, but the file does not say {}: who "
                "feeds it has to guess.",
                graph.label(input),
                described ? "how its pixels are normalized" : "what it is and how its pixels are normalized"),
            .fix = "Add TFLITE_METADATA with the mean and deviation of the pixels (tflite-support's metadata "
                   "writers).",
            .graph = graph.id(),
            .tensor = input,
        });
    }
}

void check_onnx(Context& context) {
    const Model& model = context.model();
    if (!model.producer.empty() || !model.description.empty() || model.graphs[0].nodes.empty()) return;
    context.report({
        .severity = context.severity(),
        .message = "The file says neither what made it nor what it is for.",
        .fix = "Fill in producer_name and doc_string.",
    });
}

void check(Context& context) {
    if (context.model().format == Format::kTflite) check_tflite(context);
    if (context.model().format == Format::kOnnx) check_onnx(context);
}

}  // namespace

extern const Rule s06_metadata_missing;
const Rule s06_metadata_missing{
    .id = "S06",
    .name = "metadata-missing",
    .summary = "The file does not say how it is to be fed, or what made it.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "TensorFlow Lite: inputs of the shape of an image without metadata, or of floats without "
                    "normalization. ONNX: a model with neither producer nor description.",
            .why = "An image that is scaled to [0, 1] where the model was trained with [-1, 1] gives wrong "
                   "results without an error. Who looks into a problem needs to know the exporter.",
            .not_a_problem = "Models whose application knows all that.",
            .fix = "Write the metadata when the model is exported.",
            .example = "`input x:float32[1,224,224,3]` in a file without TFLITE_METADATA.",
            .source =
                "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/models/convert/metadata.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
