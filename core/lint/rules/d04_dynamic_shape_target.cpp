#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

bool is_dynamic(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
                const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && reason.topic == targets::Topic::kDynamicShape;
}

/// Inputs of the model with dynamic dimensions, and whether these are first ones only.
struct DynamicInputs {
    std::string names;
    bool only_first = true;
};

DynamicInputs dynamic_inputs(const Context& context, const GraphFacts& graph) {
    DynamicInputs found;
    for (const TensorId input : graph.graph().inputs) {
        const auto extents = extents_of(context, graph, input);
        if (!extents || graph.tensor(input).constant.valid()) continue;
        bool dynamic = false;
        for (size_t axis = 0; axis < extents->size(); ++axis) {
            if ((*extents)[axis] >= 0) continue;
            dynamic = true;
            found.only_first &= axis == 0;
        }
        if (dynamic) found.names += (found.names.empty() ? "" : ", ") + graph.label(input);
    }
    return found;
}

/// TensorFlow Lite runs with the extents in the file until somebody resizes an input, as its signature
/// allows.
void report_open_signature(Context& context, const Facts::OnTarget& on) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    const DynamicInputs inputs = dynamic_inputs(context, graph);
    if (context.model().format != Format::kTflite || !on.target->copies || inputs.names.empty()) return;
    context.report({
        .severity = inputs.only_first ? Severity::kInfo : Severity::kWarning,
        .message = fmt::format(
            "{} runs the model with the extents that the file has; the signature of {} leaves dimensions "
            "open, and once somebody resizes them, what is dynamic stays on the processor.",
            on.target->id, inputs.names),
        .fix = "Convert with fixed dimensions, or resize the inputs before the delegate is applied.",
        .graph = graph.id(),
        .tensor = graph.graph().inputs.front(),
    });
}

void check(Context& context) {
    const auto groups = target_groups(context, is_dynamic);
    for (const Facts::OnTarget& on : context.facts().targets()) {
        const auto first =
            std::ranges::find_if(groups, [&](const TargetGroup& group) { return group.on == &on; });
        if (first == groups.end()) {
            report_open_signature(context, on);
            continue;
        }
        size_t count = 0;
        for (const TargetGroup& group : groups) count += group.on == &on ? group.nodes.size() : 0;
        const DynamicInputs inputs = dynamic_inputs(context, context.facts().graph(GraphId(0U)));
        const bool batch = !inputs.names.empty() && inputs.only_first;
        context.report({
            .severity = batch ? Severity::kWarning : context.severity(),
            .message =
                fmt::format("{} needs fixed dimensions; {} nodes have dynamic ones{}.", on.target->id, count,
                            inputs.names.empty() ? std::string(", which come from inside the model")
                                                 : fmt::format(", and so have the inputs {}", inputs.names)),
            .fix = "Export with fixed dimensions, or give the runtime extents for them (here with --bind).",
            .graph = first->graph,
            .node = first->nodes.front(),
        });
    }
}

}  // namespace

extern const Rule d04_dynamic_shape_target;
const Rule d04_dynamic_shape_target{
    .id = "D04",
    .name = "dynamic-shape-target",
    .summary = "The target needs fixed dimensions, and the model has dynamic ones.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "With a chosen target that refuses dynamic shapes, names the inputs of the model with "
                    "dimensions that are not fixed. Where only first dimensions are dynamic, which is mostly "
                    "the batch, it is a warning. TensorFlow Lite models have extents to start with, so that "
                    "an open signature is a warning there, and of the batch alone information.",
            .why = "The target compiles for fixed shapes. Operators with a dynamic dimension stay on the "
                   "processor.",
            .not_a_problem = "A runtime that is given extents before it compiles: say them with `--bind`.",
            .fix = "Export with fixed dimensions, or give the runtime extents for them.",
            .example = "```\ninput x: float32 [batch, 3, height, width]\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/47168, "
                      "https://github.com/microsoft/onnxruntime/issues/11073. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
