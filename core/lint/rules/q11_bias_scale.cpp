#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-relative-error", 1e-5, "Relative error of a bias scale that rounding explains."},
    {"max-output-error", 0.02,
     "Error of a bias scale, as a share of the output scale, above which kernels refuse it."},
};

/// The scales of one layer.
struct Scales {
    const QuantParameters* input;
    const QuantParameters* weights;
    const QuantParameters* bias;    ///< Null when the layer has none.
    const QuantParameters* output;  ///< Null when it is not quantized.
    double beta = 1;                ///< ONNX Gemm scales its third operand.

    [[nodiscard]] double product(size_t channel) const {
        const auto& all = weights->scales;
        return double{input->scales[0]} * all[all.size() == 1 ? 0 : channel] * beta;
    }
};

std::optional<Scales> scales_of(Context& context, const GraphFacts& graph, NodeId node,
                                const QuantizedLayer& layer) {
    const auto parameters = [&](TensorId id) -> const QuantParameters* {
        const QuantParameters* found = id.valid() ? context.parameters(graph.tensor(id)) : nullptr;
        return found == nullptr || found->scales.empty() ? nullptr : found;
    };
    Scales scales{parameters(layer.input), parameters(layer.weights), parameters(layer.bias),
                  parameters(layer.output)};
    if (scales.input == nullptr || scales.weights == nullptr || scales.input->scales.size() != 1)
        return std::nullopt;
    const Attribute* beta = context.model().find_attribute(graph.node(node), "beta");
    if (beta != nullptr && graph.kind(node) == OpKind::kGemm) scales.beta = beta->real;
    return scales;
}

struct Worst {
    size_t channel = 0;
    double expected = 0;
    double given = 0;
    double relative = 0;
};

/// The channel whose bias scale is farthest from input scale × weight scale; nothing when the counts do not
/// fit (Q10) or a scale is invalid (Q04).
std::optional<Worst> worst_channel(const Scales& scales) {
    const size_t given = scales.bias->scales.size();
    const size_t wanted = scales.weights->scales.size();
    if (given != 1 && wanted != 1 && given != wanted) return std::nullopt;
    Worst worst;
    for (size_t c = 0; c < std::max(given, wanted); ++c) {
        const double expected = scales.product(c);
        const double value = scales.bias->scales[given == 1 ? 0 : c];
        const double relative = std::abs(value - expected) / expected;
        if (!std::isfinite(relative)) return std::nullopt;
        if (relative > worst.relative) worst = {c, expected, value, relative};
    }
    return worst;
}

class BiasCheck {
public:
    BiasCheck(Context& context, const GraphFacts& graph, NodeId node, const QuantizedLayer& layer)
        : context_(context), graph_(graph), node_(node), layer_(layer) {}

    void run() {
        const auto scales = scales_of(context_, graph_, node_, layer_);
        if (!scales || scales->bias == nullptr) return;
        const DataType storage = storage_of(layer_.bias);
        if (storage != DataType::kInt32 && storage != DataType::kInt64) return;
        const auto worst = worst_channel(*scales);
        if (!worst) return;
        if (worst->relative > context_.parameter("max-relative-error")) {
            report_bias(*scales, *worst);
        } else {
            check_product(*scales);
        }
    }

private:
    [[nodiscard]] DataType storage_of(TensorId id) const {
        return context_.model().quantization(graph_.tensor(id).quantization).storage;
    }

    /// Whether TensorFlow Lite's kernels check the bias scale: those for 8-bit per-tensor weights do.
    [[nodiscard]] bool kernel_checks(const Scales& scales) const {
        if (context_.model().format != Format::kTflite || scales.output == nullptr) return false;
        const DataType input = storage_of(layer_.input);
        return scales.weights->scales.size() == 1 && (input == DataType::kInt8 || input == DataType::kUint8);
    }

    void report_bias(const Scales& scales, const Worst& worst) {
        const double share =
            kernel_checks(scales) ? std::abs(worst.expected - worst.given) / scales.output->scales[0] : 0;
        const bool refused = share > context_.parameter("max-output-error");
        const std::string channel = std::max(scales.bias->scales.size(), scales.weights->scales.size()) == 1
                                        ? std::string()
                                        : fmt::format(" in channel {}", worst.channel);
        context_.report({
            .severity = refused ? Severity::kError : Severity::kWarning,
            .message = fmt::format(
                "Scale {:.6g} of the bias {} of {} should be {:.6g}{} (input scale {:.6g} × weight scale): "
                "{}",
                worst.given, graph_.label(layer_.bias), graph_.label(node_), worst.expected, channel,
                scales.input->scales[0],
                refused
                    ? fmt::format("the difference is {:.3g} of an output step, and kernels refuse the layer.",
                                  share)
                    : std::string(
                          "kernels add the bias to the accumulator as it is, so it is off by that factor.")),
            .fix = "Quantize the bias to int32 with input scale × weight scale and zero point 0.",
            .graph = graph_.id(),
            .node = node_,
            .tensor = layer_.bias,
        });
    }

    /// The uint8 kernels of old runtimes also asked that the product be smaller than the output scale.
    void check_product(const Scales& scales) {
        if (!kernel_checks(scales) || storage_of(layer_.input) != DataType::kUint8) return;
        const double product = scales.product(0);
        if (product < scales.output->scales[0]) return;
        context_.report({
            .severity = Severity::kInfo,
            .message = fmt::format("Input scale × weight scale of {} is {:.6g}, not less than its output "
                                   "scale {:.6g}: the uint8 kernels "
                                   "of older runtimes refuse such a layer, and its output steps are finer "
                                   "than its accumulator's.",
                                   graph_.label(node_), product, scales.output->scales[0]),
            .fix = "Calibrate the output range instead of giving default ranges.",
            .graph = graph_.id(),
            .node = node_,
            .tensor = layer_.output,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    NodeId node_;
    const QuantizedLayer& layer_;
};

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        const auto layer = quantized_layer(graph, node);
        if (layer && layer->bias.valid() && layer->input.valid())
            BiasCheck(context, graph, node, *layer).run();
    });
}

}  // namespace

extern const Rule q11_bias_scale;
const Rule q11_bias_scale{
    .id = "Q11",
    .name = "bias-scale",
    .summary = "The scale of an integer bias is not input scale × weight scale.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Compares the scale of every int32 or int64 bias, channel by channel, with the product of "
                "the "
                "input scale and the weight scale. It is an error where TensorFlow Lite's kernel for 8-bit "
                "per-tensor weights refuses the layer: when the difference is more than 2 % of the output "
                "scale. A uint8 layer whose product is not less than its output scale, which old runtimes "
                "refused, is information.",
            .why = "The bias is added to the accumulator without conversion. With another scale every bias "
                   "value is "
                   "wrong by that factor, or the layer cannot be prepared.",
            .not_a_problem =
                "A float bias (dynamic-range and float16 models). Differences below 1e-5 are rounding. "
                "An invalid input scale is reported as Q04 alone.",
            .fix = "Compute the bias's scale from the final input and weight scales, after every change of "
                   "them.",
            .example = "Input scale 1e-6, weight scale 3.8e-4, bias scale 1e-6 instead of 3.8e-10.",
            .source = "https://github.com/tensorflow/tensorflow/issues/14642, "
                      "https://github.com/VeriSilicon/TIM-VX/issues/183",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
