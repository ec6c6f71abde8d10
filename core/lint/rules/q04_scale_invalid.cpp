#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "model/values.h"
#include "qdq_node.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-scale", 1.17549435e-38, "Smaller scales are subnormal in float32."},
    {"min-half-scale", 6.1e-5, "Smaller scales are subnormal in float16."},
};

bool is_invalid(double scale, double smallest) {
    return !std::isfinite(scale) || scale <= 0 || scale < smallest;
}

std::string_view consequence(double scale, bool only_tiny) {
    if (only_tiny) return "it is held with few digits, and processors that flush such numbers divide by zero";
    if (std::isfinite(scale) && scale > 0)
        return "processors that flush such numbers to zero divide by it, and no activation has such a range";
    return "its integers stand for no usable real values, and runtimes refuse the model or compute nonsense";
}

std::string_view reason(double scale) {
    if (std::isnan(scale)) return "not a number";
    if (std::isinf(scale)) return "infinite";
    if (scale < 0) return "negative";
    return scale == 0 ? "zero" : "subnormal";
}

/// A value that decides nothing: an unused tensor, or one that is only moved, with scale 0 and zero point 0.
bool needs_no_scale(const GraphFacts& graph, TensorId id, const QuantParameters& parameters) {
    if (graph.model().format != Format::kTflite) return false;
    if (parameters.scales.size() != 1 || parameters.scales[0] != 0 || parameters.zero_point(0) != 0)
        return false;
    const Tensor& tensor = graph.tensor(id);
    const auto uses = graph.graph().consumers(tensor);
    const bool bias = std::ranges::any_of(
        uses, [&](const Use& use) { return graph.input_role(use.node, use.slot) == OperandRole::kBias; });
    const bool wide = bits(tensor.dtype) > 16 || !is_integer(tensor.dtype);
    if (wide && !bias) return true;
    return uses.empty() && !graph.is_graph_output(id);
}

/// Models that ONNX Runtime wrote after optimizing them import the domains of its own operators.
bool written_by_onnxruntime(const Model& model) {
    if (model.producer.find("onnxruntime") != std::string::npos) return true;
    return std::ranges::any_of(model.imports, [&](const OpsetImport& import) {
        const std::string_view domain = model.text(import.domain);
        return domain == "com.microsoft.nchwc" || domain == "com.ms.internal.nhwc";
    });
}

/// ONNX Runtime's optimizer gives a constant operand of Where a DequantizeLinear with a made-up scale.
bool is_dummy_for_where(const GraphFacts& graph, NodeId node) {
    if (!node.valid() || graph.kind(node) != OpKind::kDequantize) return false;
    const auto inputs = graph.model().inputs(graph.node(node));
    const auto outputs = graph.model().outputs(graph.node(node));
    if (inputs.empty() || outputs.empty() || !inputs[0].valid() || !outputs[0].valid()) return false;
    const Tensor& value = graph.tensor(inputs[0]);
    if (!graph.is_constant(inputs[0]) || element_count(graph.model(), value.shape) != 1) return false;
    const auto uses = graph.graph().consumers(graph.tensor(outputs[0]));
    return !uses.empty() && written_by_onnxruntime(graph.model()) &&
           std::ranges::all_of(uses, [&](const Use& use) { return graph.kind(use.node) == OpKind::kWhere; });
}

class ScaleCheck {
public:
    explicit ScaleCheck(Context& context)
        : context_(context),
          smallest_(context.parameter("min-scale")),
          half_(context.parameter("min-half-scale")) {}

    void tensor(const GraphFacts& graph, TensorId id) {
        const QuantParameters* parameters = context_.parameters(graph.tensor(id));
        if (parameters == nullptr || needs_no_scale(graph, id, *parameters)) return;
        const DataType expressed = context_.model().quantization(graph.tensor(id).quantization).expressed;
        scales(graph, id, graph.node_of(id), parameters->scales, expressed);
    }

    /// A quantize or dequantize node whose scale is not the one that its tensor got from another node.
    void node(const GraphFacts& graph, NodeId id) {
        const auto node = qdq_node(graph, id);
        if (!node || node->has_scale_of_tensor) return;
        const Model& model = context_.model();
        const ConstantId scale = graph.tensor(node->scale).constant;
        if (!scale.valid()) return;
        const auto values = read_values(model, model.constant(scale), 0, kScalesRead);
        if (!values) return;
        const std::vector<double> wide = to_doubles(*values);
        scales(graph, node->stored, id, {wide.begin(), wide.end()}, model.constant(scale).dtype);
    }

private:
    static constexpr uint64_t kScalesRead = 1U << 20;

    void scales(const GraphFacts& graph, TensorId id, NodeId at, const std::vector<float>& all,
                DataType type) {
        // Weights in blocks use the sign of a block's scale, and an empty block has scale 0.
        const bool blocks = is_packed(graph, id);
        // Scales that are powers of two stored as exponents (MX formats) reach down to 2^-127 by design.
        const double smallest = type == DataType::kFloat8E8M0 ? 0 : smallest_;
        const auto invalid = std::ranges::find_if(
            all, [&](float scale) { return blocks ? !std::isfinite(scale) : is_invalid(scale, smallest); });
        const bool half = type == DataType::kFloat16;
        const auto tiny =
            std::ranges::find_if(all, [&](float scale) { return half && !blocks && scale < half_; });
        if (invalid == all.end() && tiny == all.end()) return;
        const bool only_tiny = invalid == all.end();
        const auto worst = only_tiny ? tiny : invalid;
        const std::string channel =
            all.size() == 1 ? std::string() : fmt::format(" of channel {}", worst - all.begin());
        const bool mild = only_tiny || is_dummy_for_where(graph, at);
        context_.report({
            .severity = mild ? Severity::kWarning : Severity::kError,
            .message = fmt::format("Scale{} of {} is {} ({}): {}.", channel, graph.label(id), *worst,
                                   only_tiny ? "subnormal in float16" : reason(*worst),
                                   consequence(*worst, only_tiny)),
            .fix = "Run the calibration again, and look for NaN or empty ranges in its data.",
            .graph = graph.id(),
            .node = at,
            .tensor = id,
        });
    }

    Context& context_;
    double smallest_;
    double half_;
};

void check(Context& context) {
    ScaleCheck scales(context);
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        if (graph.tensor(id).quantization.valid()) scales.tensor(graph, id);
    });
    context.each_node([&](const GraphFacts& graph, NodeId id) { scales.node(graph, id); });
}

}  // namespace

extern const Rule q04_scale_invalid;
const Rule q04_scale_invalid{
    .id = "Q04",
    .name = "scale-invalid",
    .summary = "A quantization scale is zero, negative, infinite, not a number or subnormal.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Checks every scale of every quantized tensor: it must be positive, finite and a normal "
                    "floating-point number. float16 scales below 6.1e-5 are warnings.",
            .why = "A quantized value stands for scale × (q − zero point). With such a scale it stands for "
                   "nothing; "
                   "runtimes refuse the model, or divide by it.",
            .not_a_problem =
                "A TensorFlow Lite tensor that nothing needs the scale of (scale 0, zero point "
                "0 on an index or an "
                "unused tensor). The constant operand of Where in a model that ONNX Runtime "
                "optimized gets a made-up scale; that is a warning. Weights in blocks (MatMulNBits) may have "
                "negative scales, and 0 for empty blocks.",
            .fix = "Run the calibration again. Look for NaN in the calibration data and for tensors that it "
                   "never "
                   "reached.",
            .example = "`QuantizeLinear(x, y_scale = NaN, y_zero_point = 0)`",
            .source = "https://github.com/NVIDIA/TensorRT/issues/2628, "
                      "https://github.com/Xilinx/onnx-mlir/pull/602",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
