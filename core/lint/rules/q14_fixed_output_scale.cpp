#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-relative-difference", 1e-6,
     "Relative difference of a scale that rounding explains; LOGISTIC allows none."},
};

struct Required {
    OpKind kind;
    DataType storage;
    double scale;
    int64_t zero_point;
};

/// LiteRT quantization specification; the rows for uint8 are those of the older scheme's kernels.
constexpr Required kTable[] = {
    {OpKind::kSigmoid, DataType::kInt8, 1.0 / 256, -128},
    {OpKind::kSigmoid, DataType::kUint8, 1.0 / 256, 0},
    {OpKind::kSigmoid, DataType::kInt16, 1.0 / 32768, 0},
    {OpKind::kSoftmax, DataType::kInt8, 1.0 / 256, -128},
    {OpKind::kSoftmax, DataType::kUint8, 1.0 / 256, 0},
    {OpKind::kSoftmax, DataType::kInt16, 1.0 / 32768, 0},
    {OpKind::kTanh, DataType::kInt8, 1.0 / 128, 0},
    {OpKind::kTanh, DataType::kUint8, 1.0 / 128, 128},
    {OpKind::kTanh, DataType::kInt16, 1.0 / 32768, 0},
    {OpKind::kL2Normalization, DataType::kInt8, 1.0 / 128, 0},
    {OpKind::kL2Normalization, DataType::kUint8, 1.0 / 128, 128},
    {OpKind::kLogSoftmax, DataType::kInt8, 16.0 / 256, 127},
    {OpKind::kLogSoftmax, DataType::kUint8, 16.0 / 256, 255},
};

const Required* required_of(OpKind kind, DataType storage) {
    const auto* found = std::ranges::find_if(
        kTable, [&](const Required& row) { return row.kind == kind && row.storage == storage; });
    return found == std::end(kTable) ? nullptr : found;
}

bool equal(double scale, double wanted, double tolerance) {
    return std::abs(scale - wanted) <= wanted * tolerance;
}

/// Older files have int8 SOFTMAX with a full-range int16 result, which kernels still compute.
bool is_older_softmax(const GraphFacts& graph, NodeId node, double scale, int64_t zero_point,
                      DataType storage) {
    const auto inputs = graph.model().inputs(graph.node(node));
    const bool from_int8 =
        !inputs.empty() && inputs[0].valid() && graph.tensor(inputs[0]).dtype == DataType::kInt8;
    static constexpr double kRounding = 1e-6;
    return graph.kind(node) == OpKind::kSoftmax && from_int8 && storage == DataType::kInt16 &&
           zero_point == INT16_MIN &&
           (equal(scale, 1.0 / 65535, kRounding) || equal(scale, 1.0 / 65536, kRounding));
}

void check_node(Context& context, const GraphFacts& graph, NodeId node) {
    const Model& model = context.model();
    const auto outputs = model.outputs(graph.node(node));
    if (outputs.empty() || !outputs[0].valid()) return;
    const Tensor& output = graph.tensor(outputs[0]);
    const QuantParameters* parameters = context.parameters(output);
    if (parameters == nullptr || parameters->scales.size() != 1) return;
    const Required* required = required_of(graph.kind(node), model.quantization(output.quantization).storage);
    if (required == nullptr) return;
    const double scale = parameters->scales[0];
    const int64_t zero_point = parameters->zero_point(0);
    const double tolerance =
        required->kind == OpKind::kSigmoid ? 0 : context.parameter("max-relative-difference");
    if (equal(scale, required->scale, tolerance) && zero_point == required->zero_point) return;
    const bool older = is_older_softmax(graph, node, scale, zero_point, required->storage);
    context.report({
        .severity = older ? Severity::kInfo : context.severity(),
        .message = fmt::format("Output {} of {} has scale {:.9g}, zero point {}, but its {} kernel always "
                               "gives scale 1/{:g}, zero point "
                               "{}: {}",
                               graph.label(outputs[0]), graph.label(node), scale, zero_point,
                               name(required->storage), 1 / required->scale, required->zero_point,
                               older ? "this is the form of older converters, which newer kernels may refuse."
                                     : "runtimes refuse the model or misread every value."),
        .fix = "Convert again with a current converter, or set these parameters and convert behind the "
               "operator.",
        .graph = graph.id(),
        .node = node,
        .tensor = outputs[0],
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule q14_fixed_output_scale;
const Rule q14_fixed_output_scale{
    .id = "Q14",
    .name = "fixed-output-scale",
    .summary = "An operator whose output scale is fixed by its kernel has another one.",
    .severity = Severity::kError,
    .formats = kTflite,
    .documentation =
        {
            .what =
                "LOGISTIC, SOFTMAX, TANH, L2_NORMALIZATION and LOG_SOFTMAX have fixed output parameters in "
                "TensorFlow Lite. int8: 1/256 and −128 (LOGISTIC, SOFTMAX), 1/128 and 0 (TANH, "
                "L2_NORMALIZATION), 16/256 and 127 (LOG_SOFTMAX). int16: 1/32768 and 0.",
            .why = "The kernels compute with these numbers, whatever the file says; they refuse the model, "
                   "or the "
                   "next operator misreads every value.",
            .not_a_problem =
                "int8 SOFTMAX with an int16 result of scale 1/65536 (or 1/65535) and zero point −32768 "
                "is the form of older converters: information only.",
            .fix = "Convert again with a current converter. 1/255 instead of 1/256 comes from quantizers "
                   "that use "
                   "the observed range 0 … 1.",
            .example = "LOGISTIC with the output scale 0.003921569 (1/255).",
            .source = "https://github.com/PINTO0309/PINTO_model_zoo/issues/352, "
                      "https://github.com/alibaba/TinyNeuralNetwork/issues/385, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
