#include <fmt/core.h>

#include "context.h"
#include "mask.h"

namespace netloupe::lint {

namespace {

/// Operands that are scales of a quantization are Q04's matter.
bool is_scale(const GraphFacts& graph, TensorId id) {
    for (const Use& use : graph.graph().consumers(graph.tensor(id))) {
        if (graph.input_role(use.node, use.slot) != OperandRole::kScale) return false;
    }
    return graph.tensor(id).consumers.count > 0;
}

std::string counts_text(const ConstantStatistics& values) {
    if (values.count == 1) return values.nan == 1 ? "is NaN" : "is infinite";
    const std::string infinite =
        fmt::format("{} infinite value{}", values.infinite, values.infinite == 1 ? "" : "s");
    if (values.infinite == 0) return fmt::format("contains {} NaN", values.nan);
    return "contains " + (values.nan == 0 ? infinite : fmt::format("{} NaN and {}", values.nan, infinite));
}

void check_constant(Context& context, const GraphFacts& graph, TensorId id, DataType dtype,
                    const ConstantStatistics& values) {
    if (values.nan + values.infinite == 0 || is_scale(graph, id)) return;
    // What float16 could not express is N02's matter.
    if (values.nan == 0 && dtype == DataType::kFloat16) return;
    // Zero or minus infinity, or the same everywhere: somebody meant it.
    const bool two_valued = values.zeros + values.infinite == values.count;
    const bool meant = values.nan == 0 && (two_valued || is_mask(graph, id));
    context.report({
        .severity = meant ? Severity::kInfo : context.severity(),
        .message = fmt::format("The constant {} ({} element{} of {}) {}{}", graph.label(id), values.count,
                               values.count == 1 ? "" : "s", name(dtype), counts_text(values),
                               meant ? ". It seems to be a mask or a bound; a row that is masked as a whole "
                                       "gives NaN in a Softmax."
                                     : ": everything that is computed from them is lost."),
        .fix = meant ? "Use a large finite value, such as -1e4 in float16 and -1e9 in float32."
                     : "Check the checkpoint; training has diverged, or a conversion has overflowed.",
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

extern const Rule n01_nan_inf_weight;
const Rule n01_nan_inf_weight{
    .id = "N01",
    .name = "nan-inf-weight",
    .summary = "A stored constant contains NaN or infinite values.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .reads = kTotals,
    .documentation =
        {
            .what = "Reads every floating constant that a node uses, and counts what is not a finite number.",
            .why = "NaN spreads: one in a weight matrix makes a whole output channel NaN, and the next layer "
                   "makes everything NaN. Infinite weights become NaN at the first zero.",
            .not_a_problem = "Minus infinity in attention masks, and in what Clip, Pad, Where and TopK fill "
                             "or bound with, is information.",
            .fix = "Export again from a checkpoint whose weights are finite.",
            .example = "`w:float32[64,64]` with one NaN.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/8661",
        },
    .check = check,
};

}  // namespace netloupe::lint
