#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"
#include "operands.h"
#include "quantized_layer.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

bool reshapes(OpKind kind) {
    return kind == OpKind::kReshape || kind == OpKind::kFlatten || kind == OpKind::kSqueeze ||
           kind == OpKind::kUnsqueeze;
}

/// Every number of one type is one of the other.
bool holds_all(DataType wide, DataType narrow) {
    if (wide == narrow || narrow == DataType::kBool) return true;
    const auto digits = [](DataType type) -> uint32_t {
        switch (type) {
            case DataType::kFloat64:
                return 53;
            case DataType::kFloat32:
                return 24;
            case DataType::kFloat16:
                return 11;
            case DataType::kBFloat16:
                return 8;
            default:
                return is_integer(type) ? bits(type) : 0;
        }
    };
    if (digits(wide) == 0 || digits(narrow) == 0) return false;
    if (is_floating(wide)) {
        // The exponents of float32 and float64 hold those of all narrower types.
        const bool great = wide == DataType::kFloat64 || wide == DataType::kFloat32;
        return great && digits(narrow) <= digits(wide);
    }
    const auto of_wide = integer_limits(wide);
    const auto of_narrow = integer_limits(narrow);
    if (wide == DataType::kInt64) return of_narrow.has_value();
    return of_wide && of_narrow && of_wide->min <= of_narrow->min && of_narrow->max <= of_wide->max;
}

/// Finds rows of operators of one kind that one of them could do.
class Chains {
public:
    Chains(const Context& context, const GraphFacts& graph)
        : context_(context), graph_(graph), before_(graph.graph().nodes.size()), followed_(before_.size()) {
        for (size_t n = 0; n < before_.size(); ++n) {
            before_[n] = joined_before(NodeId(n));
            if (before_[n].valid()) followed_[before_[n].index()] = 1;
        }
    }

    /// Each whole chain, first node first.
    template <typename Visit>
    void each(Visit visit) const {
        for (size_t n = 0; n < before_.size(); ++n) {
            if (!before_[n].valid() || followed_[n] != 0) continue;
            std::vector<NodeId> chain;
            for (NodeId node(n); node.valid(); node = before_[node.index()]) chain.push_back(node);
            std::ranges::reverse(chain);
            visit(chain);
        }
    }

private:
    /// The node whose only consumer this one is, when one operator could do both.
    [[nodiscard]] NodeId joined_before(NodeId node) const {
        if (graph_.is_foldable(node) || graph_.has(node, OpTraits::kIntegerKernel) || steers(node)) return {};
        const bool concat = graph_.kind(node) == OpKind::kConcat;
        const auto inputs = graph_.inputs(node);
        for (const TensorId input :
             inputs.first(concat ? inputs.size() : std::min<size_t>(1, inputs.size()))) {
            if (!input.valid()) continue;
            const NodeId first = graph_.tensor(input).producer;
            // In a file out of order a node may stand behind its consumer.
            if (!first.valid() || first.value >= node.value || graph_.only_consumer(input) != node) continue;
            if (joins(first, node)) return first;
        }
        return {};
    }

    /// Single numbers and lists of them in a computation of shapes cost nothing.
    [[nodiscard]] bool steers(NodeId node) const {
        const TensorId output = graph_.output(node);
        if (!output.valid()) return true;
        const auto extents = extents_of(context_, graph_, output);
        return extents && extents->size() <= 1 && !is_floating(type_of(context_, graph_, output));
    }

    [[nodiscard]] bool joins(NodeId first, NodeId second) const {
        const OpKind kind = graph_.kind(second);
        if (graph_.has(first, OpTraits::kIntegerKernel) || graph_.output(first) == TensorId()) return false;
        if (reshapes(kind)) return reshapes(graph_.kind(first)) && join_reshapes(first, second);
        if (kind != graph_.kind(first)) return false;
        switch (kind) {
            case OpKind::kTranspose:
                return join_transposes(first, second);
            case OpKind::kCast:
                return holds_all(type_of(context_, graph_, graph_.output(first)),
                                 type_of(context_, graph_, graph_.input(first, 0)));
            case OpKind::kConcat:
                return join_concats(first, second);
            case OpKind::kSlice:
                return join_slices(first, second);
            default:
                return false;
        }
    }

    /// One Reshape can leave one extent open.
    [[nodiscard]] bool join_reshapes(NodeId first, NodeId second) const {
        const OpKind kind = graph_.kind(second);
        const bool adds_or_drops = kind == OpKind::kSqueeze || kind == OpKind::kUnsqueeze;
        if (adds_or_drops && kind == graph_.kind(first)) return true;
        const auto extents = extents_of(context_, graph_, graph_.output(second));
        return extents && std::ranges::count_if(*extents, [](int64_t extent) { return extent < 0; }) <= 1;
    }

    /// Transposes that cancel are F05's.
    [[nodiscard]] bool join_transposes(NodeId first, NodeId second) const {
        const auto a = permutation_of(graph_, first);
        const auto b = permutation_of(graph_, second);
        if (!a || !b || a->size() != b->size()) return false;
        for (size_t i = 0; i < b->size(); ++i) {
            if ((*a)[(*b)[i]] != static_cast<int64_t>(i)) return true;
        }
        return false;
    }

    [[nodiscard]] std::optional<int64_t> axis_of(NodeId concat) const {
        const auto extents = extents_of(context_, graph_, graph_.output(concat));
        if (!extents) return std::nullopt;
        const int64_t axis = context_.model().int_attribute(graph_.node(concat), "axis", 0);
        return axis < 0 ? axis + static_cast<int64_t>(extents->size()) : axis;
    }

    [[nodiscard]] bool join_concats(NodeId first, NodeId second) const {
        const auto axis = axis_of(first);
        return axis && axis == axis_of(second) &&
               has_same_scale(graph_.output(first), graph_.output(second)) && has_no_activation(first);
    }

    [[nodiscard]] bool has_same_scale(TensorId a, TensorId b) const {
        if (!is_quantized(graph_, a) && !is_quantized(graph_, b)) return true;
        const QuantParameters* of_a = context_.parameters(graph_.tensor(a));
        const QuantParameters* of_b = context_.parameters(graph_.tensor(b));
        return of_a != nullptr && of_b != nullptr && same_parameters(*of_a, *of_b);
    }

    [[nodiscard]] bool has_no_activation(NodeId node) const {
        const Attribute* fused =
            context_.model().find_attribute(graph_.node(node), "fused_activation_function");
        return fused == nullptr || context_.model().text(fused->text) == "NONE";
    }

    /// In TensorFlow Lite begins add up; in ONNX both must name other dimensions.
    [[nodiscard]] bool join_slices(NodeId first, NodeId second) const {
        const auto constant = [&](NodeId node) {
            const auto inputs = graph_.inputs(node);
            return std::all_of(inputs.begin() + 1, inputs.end(), [&](TensorId operand) {
                return !operand.valid() || graph_.is_constant(operand);
            });
        };
        if (!constant(first) || !constant(second)) return false;
        if (context_.model().format == Format::kTflite) return true;
        const auto a = list_of(graph_, first, "axes", 3);
        const auto b = list_of(graph_, second, "axes", 3);
        const auto negative = [](int64_t axis) { return axis < 0; };
        if (!a || !b || std::ranges::any_of(*a, negative) || std::ranges::any_of(*b, negative)) return false;
        return std::ranges::find_first_of(*a, *b) == a->end();
    }

    const Context& context_;
    const GraphFacts& graph_;
    std::vector<NodeId> before_;
    std::vector<uint8_t> followed_;
};

void check_graph(Context& context, const GraphFacts& graph) {
    if (graph.graph().kind == GraphKind::kFunction) return;
    Chains(context, graph).each([&](const std::vector<NodeId>& chain) {
        const NodeId last = chain.back();
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "{} do one after the other what one {} could do.", list_of(graph, chain, 4),
                reshapes(graph.kind(last))
                    ? std::string_view(context.model().format == Format::kTflite ? "RESHAPE" : "Reshape")
                    : context.model().text(graph.node(last).op)),
            .fix = "Collapse the chain.",
            .graph = graph.id(),
            .node = chain.front(),
            .tensor = graph.output(last),
            .nodes = chain,
        });
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule f11_chain_collapse;
const Rule f11_chain_collapse{
    .id = "F11",
    .name = "chain-collapse",
    .summary = "Several operators in a row could be one.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds rows of operators of which each alone reads the one before: Reshape, Flatten, "
                    "Squeeze and Unsqueeze; Transpose; Cast; Concat along one axis; Slice with constant "
                    "bounds.",
            .why = "Every one may copy the whole tensor, and each is one more that an accelerator has to "
                   "know.",
            .not_a_problem = "Casts through a type that cannot hold all values of the first (float32 to "
                             "float16 and back rounds, float to int and back cuts). Shapes with several open "
                             "dimensions. Transposes that cancel are F05's, computations of shapes F13's.",
            .fix = "Collapse the chain; simplifiers do (onnxsim, onnxoptimizer's fuse_consecutive passes).",
            .example = "```\nReshape [1,64,49] -> Unsqueeze (0) -> Reshape [64,49]\n```",
            .source = "https://github.com/onnx/optimizer (fuse_consecutive_*)",
        },
    .check = check,
};

}  // namespace netloupe::lint
