#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "qdq_node.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix =
    "Export again with a zero point that the type can hold; a mismatch of signed and unsigned types is the "
    "usual "
    "cause.";

void check_value(Context& context, const GraphFacts& graph, TensorId id, const Quantization& quantization) {
    const auto limits = integer_limits(quantization.storage);
    const QuantParameters* parameters = context.parameters(graph.tensor(id));
    if (!limits || parameters == nullptr) return;
    const auto bad = std::ranges::find_if(
        parameters->zero_points, [&](int64_t zero) { return zero < limits->min || zero > limits->max; });
    if (bad == parameters->zero_points.end()) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("Zero point {} of {} does not fit {} ({} … {}): the real value 0 cannot be "
                               "expressed, and runtimes "
                               "refuse or clip it.",
                               *bad, graph.label(id), name(quantization.storage), limits->min, limits->max),
        .fix = std::string(kFix),
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

/// ONNX keeps the zero point in a tensor of its own, whose type must be the quantized one.
/// Returns whether it is.
bool check_type(Context& context, const GraphFacts& graph, TensorId id, const Quantization& quantization) {
    const DataType given = quantization.zero_point_type;
    const DataType stored = graph.tensor(id).dtype;
    // Packed weights (several elements a byte) have a storage type that is not their tensor's.
    if (given == DataType::kUnknown || stored == DataType::kUnknown || quantization.storage != stored)
        return true;
    if (given == stored) return true;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "The zero point of {} has type {}, but the quantized tensor has type {}; they must be "
            "equal, and runtimes refuse the model.",
            graph.label(id), name(given), name(stored)),
        .fix = std::string(kFix),
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
    return false;
}

/// The zero point of a node must also have the type that the node is asked to write (output_dtype), and that
/// of integers which another node has made.
void check_node(Context& context, const GraphFacts& graph, NodeId id) {
    const auto node = qdq_node(graph, id);
    if (!node || !node->zero_point.valid()) return;
    const Model& model = context.model();
    const DataType given = graph.tensor(node->zero_point).dtype;
    const Attribute* asked = model.find_attribute(graph.node(id), "output_dtype");
    std::string_view wanted;
    if (graph.kind(id) == OpKind::kQuantize && asked != nullptr && asked->integer != 0) {
        wanted = model.text(asked->text);
    } else if (!node->has_zero_point_of_tensor) {
        const Tensor& stored = graph.tensor(node->stored);
        const DataType type = stored.dtype != DataType::kUnknown || !stored.quantization.valid()
                                  ? stored.dtype
                                  : model.quantization(stored.quantization).storage;
        if (type != DataType::kUnknown) wanted = name(type);
    }
    if (given == DataType::kUnknown || wanted.empty() || wanted == name(given)) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The zero point of {} has type {}, but its integers {} have type {}; they must be "
                        "equal, and runtimes refuse the model.",
                        graph.label(id), name(given), graph.label(node->stored), wanted),
        .fix = std::string(kFix),
        .graph = graph.id(),
        .node = id,
        .tensor = node->stored,
    });
}

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        const QuantizationId of = graph.tensor(id).quantization;
        if (!of.valid()) return;
        const Quantization& quantization = context.model().quantization(of);
        if (context.model().format == Format::kTflite || check_type(context, graph, id, quantization)) {
            check_value(context, graph, id, quantization);
        }
    });
    context.each_node([&](const GraphFacts& graph, NodeId id) { check_node(context, graph, id); });
}

}  // namespace

extern const Rule q06_zero_point_range;
const Rule q06_zero_point_range{
    .id = "Q06",
    .name = "zero-point-range",
    .summary = "A zero point lies outside its integer type, or has another type.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Checks that every zero point is a value of the quantized type (int8: −128 … 127), and "
                    "for ONNX "
                    "that the zero point's tensor has the type of the quantized tensor.",
            .why = "The zero point is the code for the real value 0, which padding and ReLU rely on. Outside "
                   "the "
                   "type it does not exist.",
            .not_a_problem = "TensorFlow Lite stores all zero points as 64-bit integers; only the value "
                             "counts. No zero point "
                             "means 0.",
            .fix = "Export again. A zero point of 128 on int8 comes from uint8 parameters that were not "
                   "shifted by "
                   "128.",
            .example = "`x:int8[1,8] (scale 0.1, zero point 200)`",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Operators.md#QuantizeLinear, "
                      "https://github.com/google-ai-edge/LiteRT/blob/main/tflite/g3doc/performance/"
                      "quantization_spec.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
