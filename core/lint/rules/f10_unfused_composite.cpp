#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "context.h"
#include "node_list.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

enum Composite : uint8_t {
    kGelu,
    kLayerNorm,
    kInstanceNorm,
    kRmsNorm,
    kSwish,
    kHardSwish,
    kSoftmax,
    kPixelShuffle,
    kComposites
};

struct Fused {
    std::string_view what;
    std::string_view onnx;    ///< The operator, with the opset that has it.
    std::string_view tflite;  ///< Empty where there is none.
};
constexpr std::array<Fused, kComposites> kFused = {{
    {"GELU", "Gelu (opset 20)", "GELU"},
    {"Layer normalization", "LayerNormalization (opset 17)", ""},
    {"Instance normalization", "InstanceNormalization", ""},
    {"RMS normalization", "RMSNormalization (opset 23)", ""},
    {"Swish", "Swish (opset 24)", ""},
    {"Hard swish", "HardSwish (opset 14)", "HARD_SWISH"},
    {"Softmax", "Softmax", "SOFTMAX"},
    {"Pixel shuffle", "DepthToSpace (mode CRD, opset 11)", "DEPTH_TO_SPACE"},
}};

class Composites {
public:
    explicit Composites(const GraphFacts& graph) : graph_(graph) {}

    void look_at(NodeId node) {
        switch (graph_.kind(node)) {
            case OpKind::kErf:
                if (is_gelu(node)) found_[kGelu].push_back(node);
                break;
            case OpKind::kDiv:
                look_at_quotient(node);
                break;
            case OpKind::kMul:
                look_at_product(node);
                break;
            case OpKind::kTranspose:
                if (is_pixel_shuffle(node)) found_[kPixelShuffle].push_back(node);
                break;
            default:
                break;
        }
    }
    [[nodiscard]] const std::vector<NodeId>& found(size_t composite) const { return found_[composite]; }

private:
    [[nodiscard]] NodeId producer(TensorId id, OpKind kind) const {
        return producer_of_kind(graph_, id, kind);
    }

    /// x * (1 + erf(x / sqrt 2)) / 2
    [[nodiscard]] bool is_gelu(NodeId erf) const {
        const NodeId sum = graph_.only_consumer(graph_.output(erf));
        if (!sum.valid() || graph_.kind(sum) != OpKind::kAdd) return false;
        const auto one = single_value(graph_, other_operand(graph_, sum, graph_.output(erf)));
        const NodeId product = graph_.only_consumer(graph_.output(sum));
        return one == 1 && product.valid() && graph_.kind(product) == OpKind::kMul;
    }

    /// The square of what `id` is: x² as Pow or Mul; none for others.
    [[nodiscard]] TensorId squared(TensorId id) const {
        if (const NodeId power = producer(id, OpKind::kPow); power.valid()) {
            return single_value(graph_, graph_.input(power, 1)) == 2 ? graph_.input(power, 0) : TensorId();
        }
        const NodeId product = producer(id, OpKind::kMul);
        if (!product.valid() || graph_.input(product, 0) != graph_.input(product, 1)) return {};
        return graph_.input(product, 0);
    }

    /// x of sqrt(mean(x²) + epsilon), and the mean; none for others.
    struct Deviation {
        TensorId of{};
        NodeId mean{};
    };
    [[nodiscard]] Deviation deviation(TensorId id) const {
        const NodeId root = producer(id, OpKind::kSqrt);
        const NodeId sum = root.valid() ? producer(graph_.input(root, 0), OpKind::kAdd) : NodeId();
        if (!sum.valid()) return {};
        for (const TensorId term : graph_.inputs(sum)) {
            const NodeId mean = producer(term, OpKind::kReduceMean);
            if (mean.valid()) return {squared(graph_.input(mean, 0)), mean};
        }
        return {};
    }

    [[nodiscard]] bool is_spatial(NodeId mean) const {
        const auto axes = list_of(graph_, mean, "axes", 1);
        return axes && axes->size() >= 2 && axes->front() == 2;
    }

    void look_at_quotient(NodeId node) {
        const TensorId above = graph_.input(node, 0);
        const TensorId below = graph_.input(node, 1);
        if (!above.valid() || !below.valid()) return;
        const Deviation spread = deviation(below);
        if (spread.of.valid()) {
            const NodeId difference = producer(spread.of, OpKind::kSub);
            const bool centred =
                difference.valid() && producer(graph_.input(difference, 1), OpKind::kReduceMean).valid();
            const bool same = above == spread.of || producer(above, OpKind::kSub).valid();
            if (centred && same) found_[is_spatial(spread.mean) ? kInstanceNorm : kLayerNorm].push_back(node);
            if (!centred && above == spread.of) found_[kRmsNorm].push_back(node);
        }
        const NodeId sum = producer(below, OpKind::kReduceSum);
        if (sum.valid() && graph_.input(sum, 0) == above && producer(above, OpKind::kExp).valid())
            found_[kSoftmax].push_back(node);
    }

    void look_at_product(NodeId node) {
        for (const TensorId factor : graph_.inputs(node)) {
            const TensorId other = other_operand(graph_, node, factor);
            if (!factor.valid() || !other.valid()) continue;
            if (is_of(factor, OpKind::kSigmoid, other)) found_[kSwish].push_back(node);
            if (is_of(factor, OpKind::kHardSigmoid, other) && is_third_slope(graph_.tensor(factor).producer))
                found_[kHardSwish].push_back(node);
            const NodeId inverse = producer(factor, OpKind::kReciprocal);
            if (inverse.valid() && deviation(graph_.input(inverse, 0)).of == other)
                found_[kRmsNorm].push_back(node);
        }
    }

    /// The factor is that function of the other operand, and used for nothing else.
    [[nodiscard]] bool is_of(TensorId factor, OpKind function, TensorId other) const {
        const NodeId node = producer(factor, function);
        return node.valid() && graph_.input(node, 0) == other && graph_.only_consumer(factor).valid();
    }

    /// Hard swish has the slope 1/6; the default of HardSigmoid is 0.2.
    [[nodiscard]] bool is_third_slope(NodeId hard_sigmoid) const {
        static constexpr double kSlope = 1.0 / 6;
        static constexpr double kRounding = 1e-3;
        const Attribute* alpha = graph_.model().find_attribute(graph_.node(hard_sigmoid), "alpha");
        return alpha != nullptr && std::abs(alpha->real - kSlope) < kRounding;
    }

    [[nodiscard]] bool is_pixel_shuffle(NodeId transpose) const {
        const auto permutation = permutation_of(graph_, transpose);
        if (!permutation || *permutation != std::vector<int64_t>{0, 1, 4, 2, 5, 3}) return false;
        const NodeId next = graph_.only_consumer(graph_.output(transpose));
        return producer(graph_.input(transpose, 0), OpKind::kReshape).valid() && next.valid() &&
               graph_.kind(next) == OpKind::kReshape;
    }

    const GraphFacts& graph_;
    std::array<std::vector<NodeId>, kComposites> found_;
};

/// A chosen target that does not run the operator by which the composite is known; null without one.
const targets::Target* lacking_target(Context& context, GraphId graph, NodeId node) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        if (on.assessment.node(graph, node).verdict == targets::Verdict::kUnsupported) return on.target.get();
    }
    return nullptr;
}

void check_graph(Context& context, const GraphFacts& graph) {
    // A function is the definition of such an operator.
    if (graph.graph().kind == GraphKind::kFunction) return;
    Composites composites(graph);
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) composites.look_at(NodeId(n));
    const bool tflite = context.model().format == Format::kTflite;
    for (size_t c = 0; c < kComposites; ++c) {
        const auto& nodes = composites.found(c);
        const std::string_view fused = tflite ? kFused[c].tflite : kFused[c].onnx;
        if (nodes.empty() || fused.empty()) continue;
        const targets::Target* target = lacking_target(context, graph.id(), nodes.front());
        context.report({
            .severity = target != nullptr ? Severity::kWarning : context.severity(),
            .message =
                fmt::format("{} is written out as several operators in {} place{} ({}): each is a pass over "
                            "memory, and one that {} splits the graph.",
                            kFused[c].what, nodes.size(), nodes.size() == 1 ? "" : "s", list_of(graph, nodes),
                            target != nullptr ? target->id + " lacks" : "an accelerator lacks"),
            .fix = fmt::format("Use {}.", fused),
            .graph = graph.id(),
            .node = nodes.front(),
            .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
        });
    }
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule f10_unfused_composite;
const Rule f10_unfused_composite{
    .id = "F10",
    .name = "unfused-composite",
    .summary = "A function that has an operator of its own is written out in small ones.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Recognises GELU (by Erf), layer, instance and RMS normalization, swish, hard swish, "
                    "softmax, and "
                    "the pixel shuffle (Reshape, Transpose, Reshape of six dimensions) in their written-out "
                    "form.",
            .why = "Runtimes fuse some of these patterns themselves, accelerators mostly do not: Erf, which "
                   "NNAPI and "
                   "Core ML do not have, cuts a transformer into a partition for each block.",
            .not_a_problem =
                "When the opset is too old for the operator and the runtime fuses the pattern itself.",
            .fix = "Export with the opset that has the operator, or fuse with ONNX Runtime's transformer "
                   "optimizer.",
            .example = "```\nMatMul -> Div (1.414) -> Erf -> Add (1) -> Mul -> Mul (0.5)\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/19887",
        },
    .check = check,
};

}  // namespace netloupe::lint
