#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-ratio", 2, "Ratio of the ranges up to which one conversion before a join is normal."},
};

bool joins(OpKind kind) {
    return kind == OpKind::kConcat || kind == OpKind::kPack || kind == OpKind::kAdd || kind == OpKind::kSum;
}

class DoubleQuantization {
public:
    DoubleQuantization(Context& context, const GraphFacts& graph) : context_(context), graph_(graph) {}

    void check(NodeId node) const {
        const auto last = requantization(context_, graph_, node);
        if (!last || !loses(*last) || continues(last->to)) return;
        size_t count = 1;
        for (auto before = step_to(last->from); before; before = step_to(before->from)) {
            if (++count > graph_.graph().nodes.size()) break;
        }
        if (count > 1) {
            report(node, *last, Severity::kWarning,
                   fmt::format("The value {} was quantized {} times in a row, and rounded every time.",
                               graph_.label(last->to), count + 1));
        } else if (last->from_type == last->to_type) {
            check_single(node, *last);
        }
    }

private:
    /// Other integers come out: another range, or the same one shifted.
    [[nodiscard]] bool loses(const Requantization& step) const {
        static constexpr double kRounding = 1e-5;
        if (step.from_type == step.to_type) return !step.same;
        return std::abs(step.ratio - 1) > kRounding;
    }

    /// The conversion that made the tensor.
    [[nodiscard]] std::optional<Requantization> step_to(TensorId made) const {
        const NodeId producer = graph_.tensor(made).producer;
        if (!producer.valid()) return std::nullopt;
        const auto step = requantization(context_, graph_, producer);
        return step && loses(*step) ? step : std::nullopt;
    }

    /// Another conversion reads the tensor: the chain is reported at its end.
    [[nodiscard]] bool continues(TensorId made) const {
        return std::ranges::any_of(graph_.graph().consumers(graph_.tensor(made)), [&](const Use& use) {
            if (is_step(use.node)) return true;
            if (graph_.kind(use.node) != OpKind::kDequantize) return false;
            const TensorId real = graph_.output(use.node);
            return real.valid() && std::ranges::any_of(graph_.graph().consumers(graph_.tensor(real)),
                                                       [&](const Use& next) { return is_step(next.node); });
        });
    }
    [[nodiscard]] bool is_step(NodeId node) const {
        const auto step = requantization(context_, graph_, node);
        return step && loses(*step);
    }

    [[nodiscard]] bool feeds_join(TensorId made) const {
        const auto uses = graph_.graph().consumers(graph_.tensor(made));
        return !uses.empty() && std::ranges::all_of(uses, [&](const Use& use) {
            if (joins(graph_.kind(use.node))) return true;
            if (graph_.kind(use.node) != OpKind::kDequantize) return false;
            const NodeId next = graph_.only_consumer(graph_.output(use.node));
            return next.valid() && joins(graph_.kind(next));
        });
    }

    void check_single(NodeId node, const Requantization& step) const {
        const double most = context_.parameter("max-ratio");
        const bool moderate = step.ratio <= most && step.ratio >= 1 / most;
        const bool tflite = context_.model().format == Format::kTflite;
        const bool before_join = moderate && feeds_join(step.to);
        // A moderate QUANTIZE of integers is an ordinary operator in TensorFlow Lite.
        if (moderate && tflite && !before_join) return;
        report(
            node, step, before_join ? Severity::kInfo : Severity::kWarning,
            fmt::format("{} is quantized again to {} with a range {:.3g} times as wide: {}.",
                        graph_.label(step.from), graph_.label(step.to), step.ratio,
                        step.ratio < 1 ? "values outside are clipped, and all are rounded twice"
                                       : "all values are rounded twice, and fewer codes are left for them"));
    }

    void report(NodeId node, const Requantization& step, Severity severity, std::string message) const {
        context_.report({
            .severity = severity,
            .message = std::move(message),
            .fix = "Quantize the value once, with the parameters that its consumer needs.",
            .graph = graph_.id(),
            .node = node,
            .tensor = step.to,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
};

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) {
        const DoubleQuantization rule(context, graph);
        for (size_t n = 0; n < graph.graph().nodes.size(); ++n) rule.check(NodeId(n));
    });
}

}  // namespace

extern const Rule q22_double_quantise;
const Rule q22_double_quantise{
    .id = "Q22",
    .name = "double-quantise",
    .summary = "A quantized value is quantized again with other parameters.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds QuantizeLinear directly behind a DequantizeLinear of the same type with other "
                "parameters, "
                "QUANTIZE from int8 to int8 (or uint8, int16 to the same) whose range differs by more than a "
                "factor of 2, and chains of two or more conversions of any types.",
            .why =
                "Every conversion rounds once more, and clips when the new range is narrower. Some delegates "
                "(NNAPI) refuse a QUANTIZE of integers altogether.",
            .not_a_problem =
                "One conversion within a factor of 2 before a concatenation or an addition brings inputs "
                "to one scale; that is information only. A change of type (int8 to int16, uint8 images to "
                "int8) is compared by its range, not its scale.",
            .fix = "Quantize the value once, with the parameters that its consumer needs; calibrate the "
                   "inputs of a "
                   "concatenation as one tensor.",
            .example = "```\na:int8 (0.1, 0) -> QUANTIZE -> b:int8 (0.5, 3)\n```",
            .source = "https://github.com/tensorflow/tensorflow/issues/43541",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
