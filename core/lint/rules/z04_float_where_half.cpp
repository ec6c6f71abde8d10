#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-bytes", 1048576, "Of all float32 constants together; less is not judged."},
};

/// Bytes of the float32 constants that nodes use.
uint64_t float_bytes(const Context& context) {
    const Model& model = context.model();
    std::vector<bool> seen(model.constants.size());
    uint64_t bytes = 0;
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        const Tensor& tensor = graph.tensor(id);
        if (!tensor.constant.valid() || seen[tensor.constant.index()] || tensor.consumers.count == 0) return;
        seen[tensor.constant.index()] = true;
        const Constant& constant = model.constant(tensor.constant);
        if (constant.dtype == DataType::kFloat32) bytes += constant.length;
    });
    return bytes;
}

void check(Context& context) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        if (!on.target->half_precision) continue;
        const auto bytes = static_cast<double>(float_bytes(context));
        if (bytes <= context.parameter("min-bytes")) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} computes in float16, and the model keeps {:.1f} MiB of weights in "
                                   "float32: half of it is shipped and loaded to be rounded away.",
                                   on.target->id, bytes / (1U << 20)),
            .fix = "Store the weights as float16.",
        });
    }
}

}  // namespace

extern const Rule z04_float_where_half;
const Rule z04_float_where_half{
    .id = "Z04",
    .name = "float-where-half",
    .summary = "Weights are float32 although the target computes in float16.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target that computes in float16 (`halfPrecision` in its table), adds up "
                    "the float32 constants; more than 1 MiB is reported.",
            .why = "The target rounds them when it loads the model. float16 gives the same result from half "
                   "the file.",
            .not_a_problem = "A model that also runs where float32 is wanted, or is trained further.",
            .fix = "Convert with float16 weights (TensorFlow Lite: target_spec.supported_types; ONNX: "
                   "onnxconverter-common's float16).",
            .example = "```\n14 MiB of float32 weights, for the GPU delegate\n```",
            .source = "https://ai.google.dev/edge/litert/models/model_optimization, "
                      "https://onnxruntime.ai/docs/performance/model-optimizations/float16.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
