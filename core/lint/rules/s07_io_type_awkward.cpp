#include <fmt/core.h>

#include <algorithm>

#include "context.h"

namespace netloupe::lint {

namespace {

/// All that reads the input takes it as indices, lengths or masks, which ONNX wants in int64.
bool only_steers(const GraphFacts& graph, TensorId input) {
    const auto uses = graph.graph().consumers(graph.tensor(input));
    return std::ranges::all_of(uses,
                               [&](const Use& use) { return !graph.is_data_input(use.node, use.slot); });
}

/// All that reads the input converts it to integers first.
bool is_only_quantized(const GraphFacts& graph, TensorId input) {
    const auto uses = graph.graph().consumers(graph.tensor(input));
    return !uses.empty() && std::ranges::all_of(uses, [&](const Use& use) {
        return graph.kind(use.node) == OpKind::kQuantize;
    });
}

struct Awkward {
    std::string_view what;
    std::string_view fix;
};

/// What is awkward about the type of an input; empty when nothing is.
Awkward awkward(const GraphFacts& graph, TensorId input) {
    const Tensor& tensor = graph.tensor(input);
    const bool tflite = graph.model().format == Format::kTflite;
    switch (tensor.dtype) {
        case DataType::kFloat64:
            return {"is float64, which accelerators do not take", "Use float32."};
        case DataType::kInt64:
            if (only_steers(graph, input)) return {};
            return {"is int64, which accelerators do not take, and is computed with", "Use int32."};
        case DataType::kInt8:
        case DataType::kInt16:
            if (!tflite || tensor.quantization.valid() || only_steers(graph, input)) return {};
            return {"is of quantized integers without a scale: nobody can tell what they stand for",
                    "Convert again with a converter that writes the scale and zero point."};
        case DataType::kFloat32:
            if (!tflite || !is_only_quantized(graph, input)) return {};
            return {
                "is float32 and only quantized: integers have to be made floats for it, and it makes "
                "them integers again",
                "Convert with inference_input_type int8 or uint8, and feed the integers."};
        default:
            return {};
    }
}

/// What language models share; their runtimes feed it so.
bool is_convention(std::string_view name) {
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{"mask", "position", "token_type", "ids"},
        [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

void check(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    for (const TensorId input : graph.graph().inputs) {
        if (!input.valid() || graph.is_constant(input) || !graph.is_used(input)) continue;
        if (is_convention(context.model().text(graph.tensor(input).name))) continue;
        const Awkward found = awkward(graph, input);
        if (found.what.empty()) continue;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("The input {} {}.", graph.label(input), found.what),
            .fix = std::string(found.fix),
            .graph = graph.id(),
            .node = graph.node_of(input),
            .tensor = input,
        });
    }
}

}  // namespace

extern const Rule s07_io_type_awkward;
const Rule s07_io_type_awkward{
    .id = "S07",
    .name = "io-type-awkward",
    .summary = "An input has a type that is awkward to feed.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds inputs of float64; of int64 that the network computes with; in TensorFlow Lite of "
                    "int8 and int16 without a scale, and of float32 that is only quantized.",
            .why = "Whoever feeds the model has to convert, and mostly the model then converts back. "
                   "Accelerators take neither 64-bit type.",
            .not_a_problem = "Ids, masks and positions of language models, and indices. A float input on "
                             "purpose, where the application has floats.",
            .fix = "Export with the type that the data have.",
            .example = "```\ninput x:float32[1,224,224,3] -> QUANTIZE -> CONV_2D\n```",
            .source = "https://ai.google.dev/edge/litert/models/model_optimization, "
                      "https://github.com/onnx/onnx-tensorrt/blob/main/docs/operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
