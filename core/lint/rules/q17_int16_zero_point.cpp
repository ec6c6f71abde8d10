#include <fmt/core.h>

#include <cmath>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

/// Older converters gave SOFTMAX of int8 an int16 output over the whole of [0, 1].
bool is_old_softmax_output(const GraphFacts& graph, TensorId id, const QuantParameters& parameters) {
    return graph.kind_of_producer(id) == OpKind::kSoftmax && parameters.zero_point(0) == -32768;
}

bool is_used(const GraphFacts& graph, TensorId id) {
    return graph.tensor(id).producer.valid() || graph.tensor(id).consumers.count > 0;
}

void check_zero_point(Context& context, const GraphFacts& graph, TensorId id,
                      const QuantParameters& parameters) {
    const int64_t zero_point = parameters.zero_point(0);
    if (zero_point == 0 || !is_used(graph, id) || is_old_softmax_output(graph, id, parameters)) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "The int16 activation {} has zero point {}: kernels for 16-bit activations accept only "
            "0, and refuse the model or ignore it.",
            graph.label(id), zero_point),
        .fix = "Quantize 16-bit activations symmetrically.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

void check_power_of_two(Context& context, const GraphFacts& graph, TensorId id, double scale) {
    const OpKind kind = graph.kind_of_producer(id);
    if (kind != OpKind::kTanh && kind != OpKind::kSigmoid) return;
    int exponent = 0;
    static constexpr double kHalf = 0.5;
    if (!std::isfinite(scale) || scale <= 0 || std::frexp(scale, &exponent) == kHalf) return;
    const NodeId producer = graph.tensor(id).producer;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The int16 output {} of {} has scale {:.6g}, which is no power of two: its kernel "
                        "shifts instead of multiplying, and refuses the model.",
                        graph.label(id), graph.label(producer), scale),
        .fix = "Give the output scale 1/32768 and zero point 0.",
        .graph = graph.id(),
        .node = producer,
        .tensor = id,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        const Tensor& tensor = graph.tensor(id);
        if (tensor.dtype != DataType::kInt16 || graph.is_constant(id)) return;
        const QuantParameters* parameters = context.parameters(tensor);
        if (parameters == nullptr || parameters->scales.empty() || parameters->scales[0] == 0) return;
        check_zero_point(context, graph, id, *parameters);
        check_power_of_two(context, graph, id, parameters->scales[0]);
    });
}

}  // namespace

extern const Rule q17_int16_zero_point;
const Rule q17_int16_zero_point{
    .id = "Q17",
    .name = "int16-zero-point",
    .summary = "A 16-bit activation is quantized as its kernels do not support.",
    .severity = Severity::kError,
    .formats = kTflite,
    .documentation =
        {
            .what = "Checks int16 activations: their zero point must be 0, and the output scale of TANH and "
                    "LOGISTIC a "
                    "power of two.",
            .why = "The kernels for 16-bit activations and 8-bit weights leave out the zero point; those of "
                   "TANH and "
                   "LOGISTIC compute in fixed point and take the logarithm of the scale.",
            .not_a_problem = "The int16 output of SOFTMAX in older models, with zero point −32768 (see Q14). "
                             "Accelerators that take ONNX models accept asymmetric 16-bit activations.",
            .fix = "Quantize 16-bit activations symmetrically; TANH and LOGISTIC end in scale 1/32768.",
            .example = "`TANH -> y:int16 (scale 0.00004, zero point 0)`",
            .source = "https://github.com/alibaba/TinyNeuralNetwork/issues/385, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
