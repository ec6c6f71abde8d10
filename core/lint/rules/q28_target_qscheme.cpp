#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix = "Quantize again in the scheme that the target takes.";

bool is_refused_scheme(const GraphFacts& graph, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
                       const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && is_about_quantization(graph, reason);
}

void check(Context& context) {
    report_groups(context, is_refused_scheme, context.severity(), "The target does not take that scheme.",
                  kFix);
}

}  // namespace

extern const Rule q28_target_qscheme;
const Rule q28_target_qscheme{
    .id = "Q28",
    .name = "target-qscheme",
    .summary = "The target does not take the way in which tensors are quantized.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, finds nodes with quantized tensors whose scheme the target "
                    "refuses: zero points where it wants symmetric quantization, a scale for each channel "
                    "of an activation, integers of another width or sign, or quantization at all.",
            .why = "The model was quantized for something else. The nodes run on the processor, or the "
                   "target refuses the model.",
            .not_a_problem = "A tensor that is not quantized where the target wants integers: that is "
                             "D08's.",
            .fix = kFix,
            .example = "```\nQuantizeLinear with the zero point -3, for TensorRT\n```",
            .source = "https://github.com/onnx/onnx-tensorrt/blob/main/docs/operators.md, "
                      "https://coral.ai/docs/edgetpu/models-intro/. The tables of `core/targets/data`, each "
                      "with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
