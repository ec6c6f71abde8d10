#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "context.h"
#include "quantized_layer.h"
#include "requantization.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-share", 0.25, "Of the range that the scale gives, outside of what the operator can give."},
};

/// What the results of an operator lie between.
struct Possible {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
};

std::optional<Possible> possible_of(std::string_view fused) {
    if (fused == "RELU") return Possible{};
    if (fused == "RELU6") return Possible{.low = 0, .high = 6};
    if (fused == "RELU_N1_TO_1") return Possible{.low = -1, .high = 1};
    return std::nullopt;
}

std::optional<Possible> possible_of(const GraphFacts& graph, NodeId node) {
    switch (graph.kind(node)) {
        case OpKind::kRelu:
            return Possible{};
        case OpKind::kRelu6:
            return Possible{.low = 0, .high = 6};
        case OpKind::kReluN1To1:
            return Possible{.low = -1, .high = 1};
        case OpKind::kRelu0To1:
        case OpKind::kSigmoid:
        case OpKind::kSoftmax:
            return Possible{.low = 0, .high = 1};
        default:
            break;
    }
    const Attribute* fused = graph.model().find_attribute(graph.node(node), "fused_activation_function");
    return fused == nullptr ? std::nullopt : possible_of(graph.model().text(fused->text));
}

/// Targets and kernels of symmetric integers leave no choice: int16, or a model without any zero point.
bool is_symmetric_model(Context& context) {
    for (const Quantization& quantization : context.model().quantizations) {
        const auto read = quant_parameters(context.model(), quantization);
        if (!read || read->computed) continue;
        if (std::ranges::any_of(read->zero_points, [](int64_t zero) { return zero != 0; })) return false;
    }
    return true;
}

class Ranges {
public:
    explicit Ranges(Context& context) : context_(context) {}

    void check_node(const GraphFacts& graph, NodeId node) {
        const auto possible = possible_of(graph, node);
        const TensorId result = possible ? stored_result(graph, graph.output(node)) : TensorId();
        if (!result.valid() || graph.is_constant(result)) return;
        const QuantParameters* parameters = context_.parameters(graph.tensor(result));
        const DataType storage = context_.model().quantization(graph.tensor(result).quantization).storage;
        if (parameters == nullptr || parameters->scales.size() != 1 || !range_width(context_, graph, result))
            return;
        const auto range = *representable_range(*parameters, storage);
        const double inside =
            std::max(0.0, std::min(range.high, possible->high) - std::max(range.low, possible->low));
        const double share = 1 - inside / (range.high - range.low);
        if (share <= context_.parameter("max-share")) return;
        const bool symmetric = storage == DataType::kInt16 || is_symmetric();
        context_.report({
            .severity = symmetric ? Severity::kInfo : context_.severity(),
            .message =
                fmt::format("{} gives nothing {}, but its result {} is quantized for {:.4g} to {:.4g}: "
                            "{:.0f}% of the steps are never used{}.",
                            graph.label(node), outside(*possible, range), graph.label(result), range.low,
                            range.high, share * 100, symmetric ? ", as symmetric quantization has it" : ""),
            .fix = symmetric ? "Where the target takes zero points, quantize activations with them."
                             : "Calibrate again with asymmetric activations, and keep the activation in "
                               "front of the quantization.",
            .graph = graph.id(),
            .node = node,
            .tensor = result,
        });
    }

private:
    static std::string outside(const Possible& possible, const RealRange& range) {
        if (range.low < possible.low && range.high > possible.high)
            return fmt::format("outside of {} to {}", possible.low, possible.high);
        return range.low < possible.low ? fmt::format("below {}", possible.low)
                                        : fmt::format("above {}", possible.high);
    }

    bool is_symmetric() {
        if (!symmetric_) symmetric_ = is_symmetric_model(context_);
        return *symmetric_;
    }

    Context& context_;
    std::optional<bool> symmetric_;
};

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    Ranges ranges(context);
    context.each_node([&](const GraphFacts& graph, NodeId node) { ranges.check_node(graph, node); });
}

}  // namespace

extern const Rule q23_activation_range_mismatch;
const Rule q23_activation_range_mismatch{
    .id = "Q23",
    .name = "activation-range-mismatch",
    .summary = "The range of a quantized activation contains values that its operator never gives.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Compares the range of the quantized results of ReLU, ReLU6, sigmoid and softmax, fused "
                    "or not, with what these functions can give. More than a quarter outside is reported.",
            .why = "The output of a ReLU with zero point 0 in int8 leaves half of the 256 steps unused: one "
                   "bit of precision is lost.",
            .not_a_problem =
                "Where symmetric quantization is asked for, as by TensorRT and by int16 kernels: "
                "a model without any zero point is information.",
            .fix = "Quantize activations asymmetrically: of a ReLU the zero point is the lowest integer.",
            .example = "```\nRelu -> QuantizeLinear (scale 0.05, zero point 0, int8)\n```",
            .source = "https://arxiv.org/abs/1806.08342",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
