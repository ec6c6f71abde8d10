#include <fmt/core.h>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

class CountCheck {
public:
    CountCheck(Context& context, const GraphFacts& graph, TensorId id)
        : context_(context),
          graph_(graph),
          id_(id),
          tensor_(graph.tensor(id)),
          quantization_(context.model().quantization(tensor_.quantization)) {}

    void run() {
        const QuantParameters* parameters = context_.parameters(tensor_);
        if (parameters == nullptr || parameters->scales.empty()) return;
        const size_t scales = parameters->scales.size();
        const size_t zeros = parameters->zero_points.size();
        if (quantization_.scheme == QuantizationScheme::kPerAxis && scales > 1) per_axis(scales);
        if (quantization_.scheme == QuantizationScheme::kBlockwise) blockwise();
        // The zero points of packed weights are packed too, and padded.
        if (is_packed(graph_, id_)) return;
        if (zeros > 1 && zeros != scales) {
            report(fmt::format("{} has {} scales but {} zero points: they must be as many, or one.",
                               graph_.label(id_), scales, zeros));
        } else if (scales > 1 && zeros == 1 && context_.model().format != Format::kTflite) {
            report(fmt::format("{} has {} scales but 1 zero point: ONNX asks for equal shapes.",
                               graph_.label(id_), scales));
        }
        if (quantization_.scheme == QuantizationScheme::kPerTensor && scales > 1) {
            report(
                fmt::format("{} has {} scales but no axis that they belong to.", graph_.label(id_), scales));
        }
    }

private:
    void per_axis(size_t scales) {
        if (!tensor_.shape.known) return;
        const auto dims = context_.model().dims_of(tensor_.shape);
        // The bias of a TensorFlow Lite convolution often bears the axis of its weights; a vector has one
        // axis only.
        const bool vector_of_tflite = context_.model().format == Format::kTflite && dims.size() == 1;
        const int32_t axis = vector_of_tflite ? 0 : quantization_.axis;
        if (axis < 0 || static_cast<size_t>(axis) >= dims.size()) {
            report(fmt::format("{} ({}) is quantized along axis {}, which it does not have.",
                               graph_.label(id_), shape_text(context_.model(), tensor_.shape), axis));
            return;
        }
        const Dimension& dim = dims[static_cast<size_t>(axis)];
        if (!dim.fixed() || static_cast<uint64_t>(dim.value) == scales) return;
        report(fmt::format("{} ({}) has {} scales for the {} entries of its axis {}.", graph_.label(id_),
                           shape_text(context_.model(), tensor_.shape), scales, dim.value, axis));
    }

    /// ONNX: the scales have the value's shape, with ceil(dim / block) in place of the blocked dimension.
    void blockwise() {
        const ConstantId source = quantization_.scale.constant;
        if (!source.valid() || is_packed(graph_, id_) || !tensor_.shape.known ||
            quantization_.block_size <= 0)
            return;
        const Model& model = context_.model();
        const auto scale_dims = model.dims_of(model.constant(source).shape);
        const auto dims = model.dims_of(tensor_.shape);
        bool fits = scale_dims.size() == dims.size();
        for (size_t i = 0; fits && i < dims.size(); ++i) {
            if (!dims[i].fixed()) continue;
            const int64_t block =
                static_cast<int64_t>(i) == quantization_.axis ? quantization_.block_size : 1;
            fits = scale_dims[i].value == dims[i].value / block + (dims[i].value % block != 0 ? 1 : 0);
        }
        if (fits) return;
        report(fmt::format("{} ({}) has scales of shape {}, which do not fit blocks of {} along axis {}.",
                           graph_.label(id_), shape_text(model, tensor_.shape),
                           shape_text(model, model.constant(source).shape), quantization_.block_size,
                           quantization_.axis));
    }

    void report(std::string message) {
        context_.report({
            .severity = context_.severity(),
            .message = message + " Runtimes refuse the model.",
            .fix = "Write one scale and zero point for the whole tensor, or one for each entry of the axis.",
            .graph = graph_.id(),
            .node = graph_.node_of(id_),
            .tensor = id_,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    TensorId id_;
    const Tensor& tensor_;
    const Quantization& quantization_;
};

/// QuantizeLinear gives the type of its zero point, and there are no int32 results.
void check_quantize_type(Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kQuantize) return;
    const auto inputs = context.model().inputs(graph.node(node));
    if (inputs.size() < 3 || !inputs[2].valid() || graph.tensor(inputs[2]).dtype != DataType::kInt32) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The zero point {} of {} is int32: QuantizeLinear has no such result type, and "
                        "runtimes refuse the model.",
                        graph.label(inputs[2]), graph.label(node)),
        .fix = "Give the zero point the 8- or 16-bit type that the result should have.",
        .graph = graph.id(),
        .node = node,
        .tensor = inputs[2],
    });
}

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        if (graph.tensor(id).quantization.valid()) CountCheck(context, graph, id).run();
    });
    if (context.model().format == Format::kTflite) return;
    context.each_node(
        [&](const GraphFacts& graph, NodeId node) { check_quantize_type(context, graph, node); });
}

}  // namespace

extern const Rule q10_qparam_count;
const Rule q10_qparam_count{
    .id = "Q10",
    .name = "qparam-count",
    .summary = "The number of scales or zero points does not fit the tensor.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Checks that a tensor has one scale, or one for each entry of its axis, or one for each "
                    "block; "
                    "that there are as many zero points as scales, or one, or none; that the axis exists; "
                    "and that "
                    "the zero point of a QuantizeLinear is not int32.",
            .why = "Runtimes check the counts when they load the model, or read beyond the list.",
            .not_a_problem = "TensorFlow Lite kernels accept one zero point for many scales.",
            .fix = "Export again. Often the axis is wrong rather than the count; see Q09.",
            .example = "`W:int8[16,8,3,3]` with 16 scales and axis 1, which has 8 entries.",
            .source = "https://github.com/microsoft/onnxruntime/issues/17718, "
                      "https://github.com/onnx/onnx/blob/main/docs/Operators.md#QuantizeLinear",
        },
    .check = check,
};

}  // namespace netloupe::lint
