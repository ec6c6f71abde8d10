#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-share", 0.01, "Share of the weights that are not zero."},
    {"min-elements", 1024, "Smaller constants are not judged."},
};

void check_constant(Context& context, const GraphFacts& graph, TensorId id, DataType dtype,
                    const ConstantStatistics& values) {
    if (values.subnormal == 0) return;
    if (static_cast<double>(values.count) < context.parameter("min-elements")) return;
    const double share =
        static_cast<double>(values.subnormal) / static_cast<double>(values.count - values.zeros);
    if (share <= context.parameter("max-share")) return;
    context.report({
        .severity = dtype == DataType::kFloat16 ? context.severity() : Severity::kWarning,
        .message =
            fmt::format("{:.1f}% of the values of {} that are not zero are too small for {} to hold them "
                        "with full precision (subnormal): processors compute them slowly, or as zero.",
                        share * 100, graph.label(id), name(dtype)),
        .fix = dtype == DataType::kFloat16 ? "Scale the layer up, or store it as bfloat16 or float32."
                                           : "Set such values to zero; they contribute nothing.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check(Context& context) {
    context.each_weight([&](const GraphFacts& graph, TensorId id, const Constant& constant,
                            const ConstantStatistics& values) {
        check_constant(context, graph, id, constant.dtype, values);
    });
}

}  // namespace

extern const Rule n04_subnormal_weights;
const Rule n04_subnormal_weights{
    .id = "N04",
    .name = "subnormal-weights",
    .summary = "Many weights are smaller than the smallest normal number of their type.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .reads = kTotals,
    .documentation =
        {
            .what =
                "Reads every floating constant of at least 1024 elements; more than 1% of subnormal values "
                "(below 1.18e-38 in float32, 6.1e-5 in float16) among those that are not zero is "
                "reported: float32 as a warning, float16 as information.",
            .why = "Subnormal numbers have fewer digits. Processors handle them in microcode, a hundred "
                   "times slower, and accelerators take them for zero, so that results differ between "
                   "devices.",
            .not_a_problem = "Where the runtime sets subnormal numbers to zero and accuracy holds.",
            .fix = "Set them to zero before the export, or use a type of wider range.",
            .example = "float16 weights of which 4% lie between 6e-8 and 6e-5.",
            .source = "https://github.com/NVIDIA/TensorRT/issues/2600",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
