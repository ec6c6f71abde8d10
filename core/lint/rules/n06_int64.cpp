#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// What a value is made of.
enum Origin : uint8_t { kNothing, kIntegers, kFloats };

/// int64 values of a graph that are computed with, other than shapes and indices.
class Int64Values {
public:
    Int64Values(const Context& context, const GraphFacts& graph)
        : context_(context),
          graph_(graph),
          origins_(graph.graph().tensors.size()),
          steers_(graph.graph().nodes.size()) {
        find_origins();
        find_indices();
    }

    /// Nodes that compute an int64 value of that origin.
    [[nodiscard]] std::vector<NodeId> nodes(Origin origin) const {
        std::vector<NodeId> found;
        for (size_t n = 0; n < steers_.size(); ++n) {
            const NodeId node(n);
            const TensorId output = graph_.output(node);
            if (steers_[n] != 0 || !output.valid() || !computes(node)) continue;
            if (origins_[output.index()] == origin && type_of(context_, graph_, output) == DataType::kInt64)
                found.push_back(node);
        }
        return found;
    }

private:
    void find_origins() {
        for (const TensorId input : graph_.graph().inputs) {
            if (input.valid() && !graph_.is_constant(input))
                origins_[input.index()] = is_floating(type_of(context_, graph_, input)) ? kFloats : kIntegers;
        }
        for (size_t n = 0; n < steers_.size(); ++n) {
            const Origin origin = origin_of_result(NodeId(n));
            for (const TensorId output : graph_.outputs(NodeId(n))) {
                if (output.valid()) origins_[output.index()] = origin;
            }
        }
    }

    /// Shapes come from no values; positions are indices from their beginning.
    [[nodiscard]] Origin origin_of_result(NodeId node) const {
        Origin origin = kNothing;
        if (graph_.is_foldable(node) || gives_positions(graph_.kind(node))) return origin;
        for (size_t slot = 0; slot < graph_.inputs(node).size(); ++slot) {
            if (graph_.is_data_input(node, slot))
                origin = std::max(origin, origins_[graph_.inputs(node)[slot].index()]);
        }
        return origin;
    }

    static bool gives_positions(OpKind kind) {
        return kind == OpKind::kArgMax || kind == OpKind::kArgMin || kind == OpKind::kTopK ||
               kind == OpKind::kNonZero || kind == OpKind::kNonMaxSuppression || kind == OpKind::kUnique;
    }

    /// Nodes whose results steer others, directly or by way of other integers.
    void find_indices() {
        for (size_t n = steers_.size(); n-- > 0;) {
            for (const TensorId output : graph_.outputs(NodeId(n))) {
                if (!output.valid()) continue;
                const auto uses = graph_.graph().consumers(graph_.tensor(output));
                const bool used_so =
                    std::ranges::any_of(uses, [&](const Use& use) { return steers_by(use); });
                if (used_so || graph_.is_used_inside(output)) steers_[n] = 1;
            }
        }
    }

    [[nodiscard]] bool steers_by(const Use& use) const {
        if (!graph_.is_data_input(use.node, use.slot)) return true;
        if (has_comparison(use.node)) return true;
        const TensorId result = graph_.output(use.node);
        return result.valid() && steers_[use.node.index()] != 0 &&
               !is_floating(type_of(context_, graph_, result));
    }

    [[nodiscard]] bool has_comparison(NodeId node) const { return graph_.has(node, OpTraits::kComparison); }

    [[nodiscard]] bool computes(NodeId node) const {
        if (graph_.kind(node) == OpKind::kCast || has_comparison(node)) return false;
        return graph_.has(node, OpTraits::kElementwise) || graph_.has(node, OpTraits::kReduction) ||
               graph_.has(node, OpTraits::kCompute);
    }

    const Context& context_;
    const GraphFacts& graph_;
    std::vector<Origin> origins_;  ///< By tensor.
    std::vector<uint8_t> steers_;  ///< By node.
};

void report_nodes(Context& context, const GraphFacts& graph, const std::vector<NodeId>& nodes,
                  Severity severity) {
    if (nodes.empty()) return;
    const bool one = nodes.size() == 1;
    context.report({
        .severity = severity,
        .message = fmt::format("{} node{} compute{} in int64 ({}), with values that are neither shapes nor "
                               "indices: accelerators have no 64-bit integers.",
                               nodes.size(), one ? "" : "s", one ? "s" : "", list_of(graph, nodes)),
        .fix = "Cast to int32 or float before, or leave out a cast to int64.",
        .graph = graph.id(),
        .node = nodes.front(),
        .tensor = graph.output(nodes.front()),
        .nodes = one ? std::vector<NodeId>() : nodes,
    });
}

/// "As far as it goes" is the greatest number, or nearly; every runtime cuts that.
bool is_without_end(double value) {
    return std::abs(value) >= 0x1p62;
}

/// Constants that a target of 32-bit integers cuts.
void check_constant(Context& context, const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    if (!tensor.constant.valid() || tensor.consumers.count == 0) return;
    if (context.model().constant(tensor.constant).dtype != DataType::kInt64) return;
    const auto values = small_values(graph, id);
    if (!values) return;
    const auto limits = *integer_limits(DataType::kInt32);
    const auto wide = std::ranges::find_if(*values, [&](double value) {
        const bool fits =
            value >= static_cast<double>(limits.min) && value <= static_cast<double>(limits.max);
        return !fits && !is_without_end(value);
    });
    if (wide == values->end()) return;
    context.report({
        .severity = Severity::kWarning,
        .message = fmt::format("The constant {} contains {:.0f}, which 32-bit integers cannot hold: targets "
                               "without int64 cut it to something else.",
                               graph.label(id), *wide),
        .fix = "Use a smaller number, or compute with it outside of the model.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check(Context& context) {
    // In the bodies of loops int64 counts the rounds.
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    const Int64Values values(context, graph);
    report_nodes(context, graph, values.nodes(kFloats), Severity::kWarning);
    report_nodes(context, graph, values.nodes(kIntegers), context.severity());
    if (context.facts().targets().empty()) return;
    context.each_tensor([&](const GraphFacts& of, TensorId id) { check_constant(context, of, id); });
}

}  // namespace

extern const Rule n06_int64;
const Rule n06_int64{
    .id = "N06",
    .name = "int64",
    .summary = "The network computes with 64-bit integers.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds arithmetic, reductions and layers of the main graph whose int64 results are data: "
                    "made of inputs and not used as shapes or indices. Where they are made of floats, in the "
                    "middle of the network, it is a warning. With a chosen target also constants that 32-bit "
                    "integers cannot hold.",
            .why = "No mobile accelerator has 64-bit integers, and TensorRT cut them to 32 bits for years: "
                   "the nodes run on the processor, or large values change.",
            .not_a_problem = "Shapes, axes, positions and ids, which ONNX writes as int64, what is computed "
                             "of them, and the largest int64 as the end of a slice.",
            .fix = "Cast to int32 or float, or leave the cast to int64 out of the code that is exported.",
            .example = "```\nFloor(x) -> Cast (int64) -> Mul (2) -> Cast (float)\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/51741, "
                      "https://github.com/NVIDIA/TensorRT/issues/2542",
        },
    .check = check,
};

}  // namespace netloupe::lint
