#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "known_shape.h"
#include "mask.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

constexpr double kLargestHalf = 65504;

constexpr Parameter kParameters[] = {
    {"assume-float16", 0, "1 judges float32 constants as if the model ran in float16."},
    {"max-summands", kLargestHalf,
     "Elements that a sum in float16 may have: so many ones are its largest number."},
};

/// The constant is stored in float16, becomes float16 in the graph, or is judged as if it were.
bool becomes_half(const Context& context, const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    const DataType stored = context.model().constant(tensor.constant).dtype;
    if (stored == DataType::kFloat16) return true;
    if (!is_floating(stored)) return false;
    if (context.parameter("assume-float16") != 0 || context.facts().runs_in_half()) return true;
    return std::ranges::any_of(graph.graph().consumers(tensor), [&](const Use& use) {
        return graph.kind(use.node) == OpKind::kCast &&
               type_of(context, graph, graph.output(use.node)) == DataType::kFloat16;
    });
}

/// The largest magnitude in the constant, infinite included.
double largest(const ConstantStatistics& values) {
    if (values.infinite > 0) return std::numeric_limits<double>::infinity();
    return values.min > values.max ? 0 : std::max(std::abs(values.min), std::abs(values.max));
}

void check_constant(Context& context, const GraphFacts& graph, TensorId id,
                    const ConstantStatistics& values) {
    if (largest(values) <= kLargestHalf || !becomes_half(context, graph, id)) return;
    const bool hides = feeds_softmax(graph, id);
    const bool fills = !hides && is_mask(graph, id);
    const double value = -values.min > values.max ? values.min : values.max;
    context.report({
        .severity = fills ? Severity::kInfo : context.severity(),
        .message = fmt::format(
            "The constant {} {} in float16, whose largest number is 65504{}", graph.label(id),
            values.infinite > 0 ? std::string("is infinite") : fmt::format("reaches {:.4g}, infinite", value),
            hides ? ": a row of scores that such a mask hides as a whole becomes NaN in the Softmax." : "."),
        .fix = hides ? "Use a mask value that float16 can hold, such as -1e4."
                     : "Keep this part of the model in float32, or scale the values.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

/// Elements that each result of the reduction is made of; 0 when unknown.
int64_t summands(const Context& context, const GraphFacts& graph, NodeId node) {
    const auto in = elements_of(context, graph, graph.input(node, 0));
    const auto out = elements_of(context, graph, graph.output(node));
    return in && out && *out > 0 ? *in / *out : 0;
}

void check_reduction(Context& context, const GraphFacts& graph, NodeId node) {
    const OpKind kind = graph.kind(node);
    if (kind != OpKind::kReduceSum && kind != OpKind::kReduceMean && kind != OpKind::kReduceSumSquare) return;
    const TensorId input = graph.input(node, 0);
    if (!input.valid() || type_of(context, graph, input) != DataType::kFloat16) return;
    const int64_t count = summands(context, graph, node);
    if (static_cast<double>(count) <= context.parameter("max-summands")) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} adds up {} elements in float16: with values around 1 the sum passes 65504, "
                        "and the result is infinite, or 0 where the mean divides first.",
                        graph.label(node), count),
        .fix = "Cast to float32 for the reduction, or reduce one axis after the other.",
        .graph = graph.id(),
        .node = node,
        .tensor = input,
    });
}

void check(Context& context) {
    context.each_weight(
        [&](const GraphFacts& graph, TensorId id, const Constant& /*constant*/,
            const ConstantStatistics& values) { check_constant(context, graph, id, values); });
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_reduction(context, graph, node); });
}

}  // namespace

extern const Rule n02_fp16_overflow;
const Rule n02_fp16_overflow{
    .id = "N02",
    .name = "fp16-overflow",
    .summary = "A constant or a sum does not fit into float16.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .reads = kTotals,
    .documentation =
        {
            .what = "Finds constants beyond ±65504 that are stored in float16 (they are infinite then) or "
                    "cast to it, and sums and means in float16 of more than 65504 elements. With "
                    "assume-float16, or for a target that computes in float16, all float32 constants are "
                    "judged as if the model were converted.",
            .why = "Beyond 65504 float16 is infinite. An attention mask of -3.4e38, the smallest float32, "
                   "becomes minus infinity; a row of scores that is masked as a whole then has no largest "
                   "element, and the Softmax gives NaN.",
            .not_a_problem = "Bounds of Clip and what Pad and Where fill with: information. Runtimes that "
                             "add up in float32 whatever the type says.",
            .fix = "Use -1e4 in masks; reduce in float32.",
            .example = "`ReduceMean(x:float16[1,3,512,512]) { axes=[2,3] }`",
            .source = "https://github.com/microsoft/onnxconverter-common/issues/323, "
                      "https://github.com/apple/coremltools/pull/2669, "
                      "https://github.com/microsoft/onnxruntime/issues/11384",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
