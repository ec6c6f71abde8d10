#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "model/values.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-relative-difference", 1e-6, "Relative difference of scales that float32 rounding explains."},
};

/// A data operand of a node, as the integers it is stored in.
struct Operand {
    TensorId tensor;
    DataType storage = DataType::kUnknown;
    double scale = 0;  ///< 0 when it has no parameters.
    int64_t zero_point = 0;
};

std::string text(const Operand& operand) {
    return operand.scale == 0 ? "none"
                              : fmt::format("scale {:.6g}, zero point {}", operand.scale, operand.zero_point);
}

class SameScale {
public:
    SameScale(Context& context, const GraphFacts& graph, NodeId node)
        : context_(context),
          graph_(graph),
          node_(node),
          kind_(graph.kind(node)),
          tflite_(context.model().format == Format::kTflite) {}

    void run() {
        if (!must_agree()) return;
        collect();
        if (outputs_.empty()) return;
        const Operand& reference = outputs_.front();
        for (const Operand& input : inputs_) {
            if (differ(input, reference) && !is_same_constant(input, reference))
                return report(input, reference);
        }
        for (const Operand& output : outputs_) {
            if (differ(output, reference)) return report(reference, output);
        }
    }

private:
    [[nodiscard]] bool must_agree() const {
        if (tflite_) return graph_.has(node_, OpTraits::kSameScale) || is_int16_sum();
        switch (kind_) {
            case OpKind::kGather:
            case OpKind::kGatherElements:
            case OpKind::kReshape:
            case OpKind::kExpand:
            case OpKind::kFlatten:
            case OpKind::kTranspose:
            case OpKind::kMaxPool:
            case OpKind::kResize:
            case OpKind::kResizeNearest:
            case OpKind::kResizeLinear:
            case OpKind::kSqueeze:
            case OpKind::kUnsqueeze:
            case OpKind::kTile:
            case OpKind::kConcat:
                // Operators of the integer form have scales of their own and convert.
                return !graph_.has(node_, OpTraits::kIntegerKernel);
            default:
                return false;
        }
    }

    /// The 16-bit kernel of SUM adds the integers as they are; the 8-bit one converts.
    [[nodiscard]] bool is_int16_sum() const {
        if (kind_ != OpKind::kReduceSum) return false;
        const auto inputs = context_.model().inputs(graph_.node(node_));
        return !inputs.empty() && inputs[0].valid() && graph_.tensor(inputs[0]).dtype == DataType::kInt16;
    }

    void collect() {
        const Model& model = context_.model();
        const auto inputs = model.inputs(graph_.node(node_));
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (graph_.input_role(node_, slot) == OperandRole::kParameter) continue;
            const TensorId stored = tflite_ ? inputs[slot] : dequantized_from(inputs[slot]);
            add(inputs_, stored);
        }
        for (const TensorId output : model.outputs(graph_.node(node_))) {
            add(outputs_, tflite_ ? output : quantized_to(output));
        }
    }

    /// In ONNX only a complete node unit is meant: every value comes from DequantizeLinear and goes to
    /// QuantizeLinear.
    [[nodiscard]] TensorId dequantized_from(TensorId input) const {
        return input.valid() && !is_quantized(graph_, input) ? stored_source(graph_, input) : TensorId();
    }
    [[nodiscard]] TensorId quantized_to(TensorId output) const {
        return output.valid() && !is_quantized(graph_, output) ? stored_result(graph_, output) : TensorId();
    }

    void add(std::vector<Operand>& operands, TensorId id) const {
        if (!id.valid()) return;
        const Tensor& tensor = graph_.tensor(id);
        Operand operand{id, tensor.dtype, 0, 0};
        if (tensor.quantization.valid()) {
            operand.storage = context_.model().quantization(tensor.quantization).storage;
            const QuantParameters* parameters = context_.parameters(tensor);
            if (parameters == nullptr || parameters->scales.size() > 1)
                return;  // Unknown, or a fault of its own.
            if (!parameters->scales.empty()) {
                operand.scale = parameters->scales[0];
                operand.zero_point = parameters->zero_point(0);
            }
        }
        const auto limits = integer_limits(operand.storage);
        if (limits && bits(operand.storage) <= 16) operands.push_back(operand);
    }

    [[nodiscard]] bool differ(const Operand& a, const Operand& b) const {
        if (a.storage != b.storage) return false;
        if ((a.scale == 0) != (b.scale == 0)) return kind_ == OpKind::kConcat && tflite_ && is_signed(a);
        if (a.scale == 0) return false;
        const double relative = std::abs(a.scale - b.scale) / std::max(std::abs(a.scale), std::abs(b.scale));
        return relative > context_.parameter("max-relative-difference") || a.zero_point != b.zero_point;
    }

    static bool is_signed(const Operand& operand) {
        return operand.storage == DataType::kInt8 || operand.storage == DataType::kInt16;
    }

    /// A constant bound of MAXIMUM or MINIMUM whose codes mean nearly the same with the other parameters.
    [[nodiscard]] bool is_same_constant(const Operand& constant, const Operand& other) const {
        if (kind_ != OpKind::kMax && kind_ != OpKind::kMin) return false;
        const ConstantId id = graph_.tensor(constant.tensor).constant;
        if (!id.valid()) return false;
        static constexpr uint64_t kValuesCompared = 4096;
        const auto values = read_values(context_.model(), context_.model().constant(id), 0, kValuesCompared);
        if (!values) return false;
        return std::ranges::all_of(to_doubles(*values), [&](double q) {
            const double own = (q - static_cast<double>(constant.zero_point)) * constant.scale;
            const double read = (q - static_cast<double>(other.zero_point)) * other.scale;
            return std::abs(own - read) <= other.scale / 2;
        });
    }

    [[nodiscard]] Severity severity(const Operand& operand) const {
        const bool joins = kind_ == OpKind::kConcat || kind_ == OpKind::kPack;
        if (!tflite_) return joins ? Severity::kInfo : Severity::kWarning;
        if (joins && operand.storage == DataType::kUint8) return Severity::kInfo;
        return kind_ == OpKind::kConcat && is_signed(operand) ? Severity::kError : Severity::kWarning;
    }

    [[nodiscard]] std::string_view consequence(Severity severity) const {
        if (!tflite_) {
            return severity == Severity::kInfo
                       ? "the values are converted while they are joined."
                       : "runtimes cannot move the integers as they are, and keep the "
                         "operator in float.";
        }
        if (severity == Severity::kError) return "the kernel refuses to be prepared.";
        if (severity == Severity::kInfo) return "the kernel converts every element in float, which is slow.";
        return "the kernel copies the integers as they are, so that the results are scaled wrongly.";
    }

    void report(const Operand& a, const Operand& b) {
        const Severity level = severity(a);
        context_.report({
            .severity = level,
            .message =
                fmt::format("{} needs equal quantization on its inputs and outputs, but {} has {} and {} has "
                            "{}: {}",
                            graph_.label(node_), graph_.label(a.tensor), text(a), graph_.label(b.tensor),
                            text(b), consequence(level)),
            .fix = "Calibrate its inputs and outputs as one tensor, or convert the odd one before it.",
            .graph = graph_.id(),
            .node = node_,
            .tensor = a.tensor,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    NodeId node_;
    OpKind kind_;
    bool tflite_;
    std::vector<Operand> inputs_;
    std::vector<Operand> outputs_;
};

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_node([&](const GraphFacts& graph, NodeId node) { SameScale(context, graph, node).run(); });
}

}  // namespace

extern const Rule q13_same_scale_op;
const Rule q13_same_scale_op{
    .id = "Q13",
    .name = "same-scale-op",
    .summary = "An operator that only moves integers has different quantization on its sides.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Checks operators whose kernels copy integers without converting them: all data inputs and "
                "outputs "
                "must have the same scale (within 1e-6) and zero point. TensorFlow Lite: CONCATENATION, "
                "RESHAPE, PAD, "
                "the pooling and resizing operators, MAXIMUM, MINIMUM and so on, and SUM of int16; an int8 "
                "or "
                "int16 "
                "CONCATENATION is an "
                "error, because its kernel refuses. ONNX: DequantizeLinear, an operator that moves values, "
                "QuantizeLinear.",
            .why = "The same integer means another real value on the other side. Most kernels do not check "
                   "it: the "
                   "results are silently wrong by the ratio of the scales.",
            .not_a_problem = "uint8 CONCATENATION and PACK convert (slowly); that is information only, as is "
                             "Concat of ONNX. A "
                             "constant bound of MAXIMUM or MINIMUM that means the same with both parameters.",
            .fix = "Let the quantizer treat the operator's inputs and outputs as one tensor, or put a "
                   "QUANTIZE before "
                   "the odd input.",
            .example = "```\na:int8 (0.02, 0), b:int8 (0.03, 5) -> CONCATENATION -> c:int8 (0.03, 5)\n```",
            .source = "https://github.com/alibaba/TinyNeuralNetwork/issues/354, "
                      "https://github.com/tensorflow/model-optimization/issues/1053, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
