#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-bytes", 67108864, "Results larger than this are better computed than stored."},
};

/// Stored in a compact form on purpose, or made of such: dequantized weights, and what is done with them.
bool is_stored_form(const GraphFacts& graph, NodeId node) {
    if (graph.has(node, OpTraits::kQuantize) || graph.has(node, OpTraits::kDequantize)) return true;
    switch (graph.kind(node)) {
        case OpKind::kConstant:
        case OpKind::kDensify:
        case OpKind::kSequence:  // No constant can hold these.
        case OpKind::kOptional:
        case OpKind::kMap:
            return true;
        default:
            return false;
    }
}

bool is_large(const GraphFacts& graph, TensorId id, double most) {
    const Tensor& tensor = graph.tensor(id);
    const auto count = element_count(graph.model(), tensor.shape);
    const auto bytes = count ? packed_bytes(tensor.dtype, *count) : std::nullopt;
    return bytes && static_cast<double>(*bytes) > most;
}

void check_graph(Context& context, const GraphFacts& graph) {
    const double most = context.parameter("max-bytes");
    std::vector<uint8_t> kept(graph.graph().tensors.size());
    std::vector<NodeId> foldable;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (!graph.is_foldable(node)) continue;
        const bool keep =
            is_stored_form(graph, node) || std::ranges::any_of(graph.inputs(node), [&](TensorId input) {
                return input.valid() && kept[input.index()] != 0;
            });
        const bool constant = graph.kind(node) == OpKind::kConstant;
        bool large = false;
        for (const TensorId output : graph.outputs(node)) {
            if (!output.valid()) continue;
            large = large || is_large(graph, output, most);
            if (keep && !constant) kept[output.index()] = 1;
        }
        if (!keep && !large) foldable.push_back(node);
    }
    if (foldable.empty()) return;
    const bool one = foldable.size() == 1;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} node{} compute{} from constants what is the same in every run ({}). Runtimes that do "
            "not fold constants compute it each time.",
            foldable.size(), one ? "" : "s", one ? "s" : "", list_of(graph, foldable)),
        .fix = fmt::format("{} can be folded into {} (onnxsim, or the converter's optimizer).",
                           one ? "The node" : "The nodes", one ? "a constant" : "constants"),
        .graph = graph.id(),
        .node = foldable.front(),
        .nodes = one ? std::vector<NodeId>() : foldable,
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule f08_constant_foldable;
const Rule f08_constant_foldable{
    .id = "F08",
    .name = "constant-foldable",
    .summary = "Nodes compute from constants alone.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Lists nodes whose inputs are all constant and whose result is always the same, up to 64 "
                    "MiB.",
            .why = "ONNX Runtime folds them when it loads the model; runtimes and accelerators that do not "
                   "compute them "
                   "in every run, and some cannot place them at all.",
            .not_a_problem =
                "Dequantized weights (stored as integers or float16 on purpose) and what is done with them, "
                "random values, and shapes of inputs that are not fixed.",
            .fix = "Fold constants before shipping: onnxsim, onnxruntime's offline optimization, or the "
                   "converter.",
            .example = "```\nTranspose (initializer) -> MatMul\n```",
            .source = "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
