#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"

namespace netloupe::lint {

namespace {

/// Before this version of ai.onnx Softmax flattened all dimensions from its axis on.
constexpr int32_t kFirstWithOneAxis = 13;

struct Axis {
    int64_t index = 0;
    bool given = false;
    bool flattens = false;
};

Axis axis_of(const GraphFacts& graph, NodeId node) {
    const Model& model = graph.model();
    if (model.format == Format::kTflite) return {-1, true, false};
    Axis axis;
    axis.given = model.find_attribute(graph.node(node), "axis") != nullptr;
    const int32_t version = graph.node(node).version;
    axis.flattens = version > 0 && version < kFirstWithOneAxis;
    axis.index = model.int_attribute(graph.node(node), "axis", axis.flattens ? 1 : -1);
    return axis;
}

/// More than one of the dimensions that are flattened from the axis on says something.
bool mixes(const std::vector<int64_t>& extents, int64_t from) {
    return std::count_if(extents.begin() + from, extents.end(), [](int64_t extent) { return extent != 1; }) >
           1;
}

std::string fault(const std::vector<int64_t>& extents, const Axis& axis, std::string_view only_result) {
    const auto rank = static_cast<int64_t>(extents.size());
    const int64_t index = axis.index < 0 ? axis.index + rank : axis.index;
    if (index < 0 || index >= rank) return {};
    if (axis.flattens && index + 1 < rank) {
        if (axis.given || !mixes(extents, index)) return {};
        return fmt::format(
            "normalizes all {} dimensions from the second on together, because its axis is not given and "
            "the opset is older than 13",
            rank - 1);
    }
    if (extents[static_cast<size_t>(index)] != 1) return {};
    return fmt::format(
        "normalizes over axis {}, which has the extent 1: every result is {}, whatever the input", axis.index,
        only_result);
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (graph.kind(node) != OpKind::kSoftmax && graph.kind(node) != OpKind::kLogSoftmax) return;
        if (graph.is_foldable(node)) return;
        const auto extents = extents_of(context, graph, graph.input(node, 0));
        if (!extents) return;
        const bool log = graph.kind(node) == OpKind::kLogSoftmax;
        const std::string what = fault(*extents, axis_of(graph, node), log ? "0" : "1");
        if (what.empty()) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} {}.", graph.label(node), what),
            .fix = "Give the axis of the classes.",
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule s03_softmax_axis;
const Rule s03_softmax_axis{
    .id = "S03",
    .name = "softmax-axis",
    .summary = "Softmax runs over an axis that is surely not meant.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds Softmax and LogSoftmax over a dimension of extent 1, and, in ONNX before opset "
                    "13, without an "
                    "axis on more than two dimensions.",
            .why = "Over one element the result is always 1 (its logarithm 0). Before opset 13 the operator "
                   "flattened "
                   "its input to two dimensions at its axis, by default the second: of a sequence or an "
                   "image it "
                   "normalizes everything at once.",
            .not_a_problem =
                "With an axis that is given, the flattening is taken as meant. Where all but one of the "
                "flattened dimensions are 1, it changes nothing.",
            .fix = "Give the axis of the classes, and export with opset 13 or later.",
            .example = "`Softmax (x[8,1], axis=-1)`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
