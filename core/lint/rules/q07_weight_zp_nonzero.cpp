#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

bool must_be_symmetric(DataType storage) {
    return storage == DataType::kInt4 || storage == DataType::kInt8 || storage == DataType::kInt16;
}

Severity severity(const Model& model, DataType storage) {
    const bool refused = model.format == Format::kTflite && storage != DataType::kInt16;
    return refused ? Severity::kError : Severity::kWarning;
}

void check(Context& context) {
    const Model& model = context.model();
    const bool tflite = model.format == Format::kTflite;
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        // The constant operand of a TensorFlow Lite BATCH_MATMUL is an activation to its kernel.
        if (tflite && graph.kind(node) == OpKind::kMatMul) return;
        const auto layer = quantized_layer(graph, node);
        if (!layer) return;
        const Tensor& weights = graph.tensor(layer->weights);
        const DataType storage = model.quantization(weights.quantization).storage;
        const QuantParameters* parameters = context.parameters(weights);
        if (!must_be_symmetric(storage) || parameters == nullptr) return;
        const auto bad =
            std::ranges::find_if(parameters->zero_points, [](int64_t zero) { return zero != 0; });
        if (bad == parameters->zero_points.end()) return;
        context.report({
            .severity = severity(model, storage),
            .message = fmt::format("The {} weights {} of {} have zero point {}: {}", name(storage),
                                   graph.label(layer->weights), graph.label(node), *bad,
                                   tflite ? "the kernels assume 0 and ignore it or refuse the model."
                                          : "TensorRT and most accelerators accept only 0, and others "
                                            "compute an extra correction."),
            .fix = "Quantize weights symmetrically (zero point 0).",
            .graph = graph.id(),
            .node = node,
            .tensor = layer->weights,
        });
    });
}

}  // namespace

extern const Rule q07_weight_zp_nonzero;
const Rule q07_weight_zp_nonzero{
    .id = "Q07",
    .name = "weight-zp-nonzero",
    .summary = "Signed integer weights have a zero point other than 0.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Checks the constant weights of convolutions, fully connected layers and matrix products "
                    "that "
                    "are stored as int4, int8 or int16. For TensorFlow Lite int8 and int4 it is an error, "
                    "otherwise "
                    "a warning.",
            .why = "The 8-bit scheme of TensorFlow Lite defines weights as symmetric; its kernels leave the "
                   "zero "
                   "point out of their inner loop. TensorRT refuses anything else.",
            .not_a_problem =
                "uint8 weights: the older scheme is asymmetric, with zero points around 128. ONNX "
                "Runtime on a processor computes asymmetric int8 weights correctly.",
            .fix = "Quantize weights symmetrically; in ONNX Runtime's tools that is the default for int8 "
                   "(WeightSymmetric).",
            .example = "`w:int8[8,3,3,3] (scale 0.02, zero point −3)` as the filter of CONV_2D",
            .source =
                "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                "quantization_spec.md, https://github.com/onnx/onnx-tensorrt/blob/main/docs/operators.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
