#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-bytes", 1048576, "Smaller constants are not judged."},
    {"min-zeros", 0.9, "Share of zeros from which on a constant is reported."},
};

bool has_zero_point(Context& context, const Tensor& tensor) {
    const QuantParameters* parameters = context.parameters(tensor);
    if (parameters == nullptr) return tensor.quantization.valid();
    for (const int64_t zero : parameters->zero_points) {
        if (zero != 0) return true;
    }
    return false;
}

void check_constant(Context& context, const GraphFacts& graph, TensorId id, const Constant& constant,
                    const ConstantStatistics& values) {
    const uint64_t bytes = packed_bytes(constant.dtype, values.count).value_or(0);
    if (static_cast<double>(bytes) < context.parameter("min-bytes") || constant.sparse) return;
    const double share = static_cast<double>(values.zeros) / static_cast<double>(values.count);
    if (share <= context.parameter("min-zeros") || has_zero_point(context, graph.tensor(id))) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{:.1f}% of the values of {} are zero, and all {:.1f} MiB of it are stored.",
                               share * 100, graph.label(id), static_cast<double>(bytes) / (1U << 20)),
        .fix =
            "Store it as a sparse tensor where the runtime can read one, or make it from a shape and a value "
            "when it is all zero.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check(Context& context) {
    context.each_weight(
        [&](const GraphFacts& graph, TensorId id, const Constant& constant,
            const ConstantStatistics& values) { check_constant(context, graph, id, constant, values); });
}

}  // namespace

extern const Rule z05_mostly_zero;
const Rule z05_mostly_zero{
    .id = "Z05",
    .name = "mostly-zero",
    .summary = "A large constant consists mostly of zeros.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .reads = kTotals,
    .documentation =
        {
            .what = "Reads constants of at least 1 MiB and counts their zeros; more than 90% is reported.",
            .why = "The zeros are stored, shipped and multiplied like everything else, although a pruned "
                   "model could be a tenth of the size.",
            .not_a_problem = "Constants that are stored as sparse; runtimes that read dense weights only.",
            .fix = "Sparse initializers in ONNX and sparse buffers in TensorFlow Lite store only what is not "
                   "zero; compression of the file does the same for its size.",
            .example = "`w:float32[1024,1024]`, pruned to 5%.",
            .source = "https://github.com/NVIDIA/TensorRT/tree/main/tools/Polygraphy",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
