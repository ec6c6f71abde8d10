#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix = "Cast to a type that the target takes, or quantize as it needs.";

bool is_type(const GraphFacts& graph, NodeId node, const targets::NodeVerdict& /*verdict*/,
             const targets::Reason& reason) {
    if (reason.kind != targets::Reason::Kind::kBroken || reason.topic != targets::Topic::kType ||
        is_about_quantization(graph, reason))
        return false;
    const DataType type = reason.tensor.valid() ? graph.tensor(reason.tensor).dtype : DataType::kUnknown;
    const bool index = type == DataType::kInt64 || type == DataType::kInt32;
    return !index || graph.is_backbone(node);
}

void check(Context& context) {
    report_groups(context, is_type, context.severity(), "The target does not take that type.", kFix);
}

}  // namespace

extern const Rule d08_dtype_target;
const Rule d08_dtype_target{
    .id = "D08",
    .name = "dtype-target",
    .summary = "The target does not take an element type.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target, finds nodes with an activation whose element type the target does "
                    "not take.",
            .why = "The node runs on the processor, or the runtime converts the values each time.",
            .not_a_problem =
                "Integers that compute shapes and indices beside the network: they stay on the processor. "
                "Integers of quantized tensors are Q28's.",
            .fix = kFix,
            .example = "```\nADD of int64, for the GPU delegate\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/51741. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
