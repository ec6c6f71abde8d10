#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-listed", 4, "Inputs that the message lists."},
};

/// Names by which exporters call the dimensions that are open on purpose: the batch, wherever it stands, and
/// what a language model must leave open.
bool is_open_on_purpose(std::string_view symbol) {
    std::string lower(symbol);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::any_of(std::initializer_list<std::string_view>{"batch", "seq", "past", "token"},
                               [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

std::string dimension_text(const Model& model, const Dimension& dim) {
    if (dim.fixed()) return std::to_string(dim.value);
    return dim.symbol.valid() && !model.text(dim.symbol).empty() ? std::string(model.text(dim.symbol)) : "?";
}

/// The dynamic inputs of one graph, as text, and whether more than the batch is dynamic.
struct Dynamic {
    std::string inputs;
    TensorId first;
    size_t count = 0;
    bool beyond_batch = false;
};

void add_input(const GraphFacts& graph, TensorId id, size_t max_listed, Dynamic& dynamic) {
    const Model& model = graph.model();
    const Tensor& tensor = graph.tensor(id);
    if (tensor.constant.valid() || !tensor.shape.known) return;
    const auto dims = model.dims_of(tensor.shape);
    std::string shape;
    bool is_dynamic = false;
    for (size_t i = 0; i < dims.size(); ++i) {
        if (i > 0) shape += "×";
        shape += dimension_text(model, dims[i]);
        if (dims[i].fixed()) continue;
        is_dynamic = true;
        if (i > 0 && !is_open_on_purpose(model.text(dims[i].symbol))) dynamic.beyond_batch = true;
    }
    if (!is_dynamic) return;
    if (!dynamic.first.valid()) dynamic.first = id;
    if (++dynamic.count > max_listed) return;
    if (!dynamic.inputs.empty()) dynamic.inputs += ", ";
    dynamic.inputs += fmt::format("{} ({})", graph.label(id), shape);
}

void check_graph(Context& context, const GraphFacts& graph) {
    Dynamic dynamic;
    const auto max_listed = static_cast<size_t>(context.parameter("max-listed"));
    for (const TensorId id : graph.graph().inputs) {
        if (id.valid()) add_input(graph, id, max_listed, dynamic);
    }
    if (dynamic.count > max_listed) dynamic.inputs += fmt::format(" and {} more", dynamic.count - max_listed);
    // TensorFlow Lite's delegates take static tensors only; elsewhere an open batch is what people want.
    const bool matters = dynamic.beyond_batch || context.model().format == Format::kTflite;
    if (!dynamic.first.valid() || !matters) return;
    const auto uses = graph.graph().consumers(graph.tensor(dynamic.first));
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("Inputs have dynamic dimensions: {}. Accelerators and delegates mostly need static "
                        "shapes, and memory cannot be planned before the first run.",
                        dynamic.inputs),
        .fix = context.model().format == Format::kTflite ? "Fix the dimensions when converting for a device, "
                                                           "or resize the inputs before the delegate is "
                                                           "applied."
                                                         : "Fix the dimensions when exporting for a device, "
                                                           "or give them values when the session is made "
                                                           "(free dimension overrides of ONNX Runtime).",
        .graph = graph.id(),
        .node = uses.empty() ? NodeId() : uses[0].node,
        .tensor = dynamic.first,
    });
}

void check(Context& context) {
    std::set<uint32_t> entries{0};
    for (const Signature& signature : context.model().signatures) {
        if (signature.graph.valid()) entries.insert(signature.graph.value);
    }
    for (const uint32_t graph : entries) {
        if (graph < context.model().graphs.size())
            check_graph(context, context.facts().graph(GraphId(graph)));
    }
}

}  // namespace

extern const Rule h01_dynamic_dim;
const Rule h01_dynamic_dim{
    .id = "H01",
    .name = "dynamic-dim",
    .summary = "An input of the model has dimensions that are known only at run time.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Lists the inputs of the model, or of its signatures, that have symbolic or unknown "
                    "dimensions. "
                    "For ONNX, a dynamic batch alone (the first dimension) is not reported.",
            .why = "Delegates and NPU compilers mostly need static shapes: with a dynamic dimension the "
                   "whole model "
                   "stays on the processor, or is compiled again for every shape.",
            .not_a_problem =
                "Batch dimensions of ONNX models, the sequence dimensions of language models, and "
                "models that run on processors only.",
            .fix =
                "Export with fixed shapes for the device. Otherwise resize the inputs before the delegate is "
                "applied (TensorFlow Lite), or override the free dimensions when the session is made (ONNX "
                "Runtime).",
            .example = "`x:float32[1,3,height,width]`",
            .source = "https://github.com/tensorflow/tensorflow/issues/47168, "
                      "https://onnxruntime.ai/docs/tutorials/mobile/helpers/model-usability-checker.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
