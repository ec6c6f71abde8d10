#include <fmt/core.h>

#include "context.h"
#include "qdq_node.h"
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

    void report(const std::string& message) {
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

/// A node whose parameters are not those that its tensor got from another node.
class NodeCheck {
public:
    NodeCheck(Context& context, const GraphFacts& graph, NodeId id, const QdqNode& node)
        : context_(context), graph_(graph), id_(id), node_(node) {}

    void run() {
        check_type();
        const auto scales = count(node_.scale);
        const bool blocks = model().int_attribute(graph_.node(id_), "block_size", 0) > 0;
        if (!scales || blocks) return;
        if (*scales > 1 && check_rank()) return;
        if (*scales > 1 && !(is_of_tensor() && axis_is_of_tensor())) check_axis(*scales);
        const auto zeros = is_of_tensor() ? std::nullopt : count(node_.zero_point);
        if (zeros && *zeros != *scales) {
            report(fmt::format("{} has {} scales but {} zero points: ONNX asks for equal shapes.",
                               graph_.label(id_), *scales, *zeros),
                   kCountFix, node_.stored);
        }
    }

private:
    static constexpr std::string_view kCountFix =
        "Write one scale and zero point for the whole tensor, or one for each entry of the axis.";

    [[nodiscard]] const Model& model() const { return context_.model(); }

    /// The parameters are those of the tensor, and CountCheck says what is wrong with them.
    [[nodiscard]] bool is_of_tensor() const {
        return node_.has_scale_of_tensor && node_.has_zero_point_of_tensor;
    }
    [[nodiscard]] bool axis_is_of_tensor() const {
        const Tensor& stored = graph_.tensor(node_.stored);
        return stored.shape.known &&
               model().quantization(stored.quantization).axis == axis_of(graph_, id_, node_);
    }

    /// Elements of a constant operand.
    [[nodiscard]] std::optional<int64_t> count(TensorId id) const {
        if (!id.valid() || !graph_.tensor(id).constant.valid()) return std::nullopt;
        const auto elements = element_count(model(), model().constant(graph_.tensor(id).constant).shape);
        return elements ? std::optional(static_cast<int64_t>(*elements)) : std::nullopt;
    }

    /// QuantizeLinear gives the type of its zero point, and there are no int32 results.
    void check_type() {
        if (graph_.kind(id_) != OpKind::kQuantize || !node_.zero_point.valid()) return;
        if (graph_.tensor(node_.zero_point).dtype != DataType::kInt32) return;
        report(fmt::format("The zero point {} of {} is int32: QuantizeLinear has no such result type.",
                           graph_.label(node_.zero_point), graph_.label(id_)),
               "Give the zero point the 8- or 16-bit type that the result should have.", node_.zero_point);
    }

    /// Scales of several dimensions belong to blocks, whose size must be stated. True when it is not.
    bool check_rank() {
        const Shape& shape = model().constant(graph_.tensor(node_.scale).constant).shape;
        if (shape.dims.count < 2) return false;
        report(
            fmt::format("{} has scales of shape {}, but no block_size: without it scales are one number or a "
                        "list along an axis.",
                        graph_.label(id_), shape_text(model(), shape)),
            "Set the attribute block_size (operator set 21), or write the scales as a list.", node_.stored);
        return true;
    }

    void check_axis(int64_t scales) {
        const Shape& shape = shape_of(graph_, node_);
        if (!shape.known) return;
        const auto dims = model().dims_of(shape);
        const int32_t axis = axis_of(graph_, id_, node_);
        const bool exists = axis >= 0 && static_cast<size_t>(axis) < dims.size();
        const Dimension dim = exists ? dims[static_cast<size_t>(axis)] : Dimension();
        if (exists && (!dim.fixed() || dim.value == scales)) return;
        report(
            fmt::format("{} has {} scales along axis {} of {} ({}), which {}.", graph_.label(id_), scales,
                        axis, graph_.label(node_.stored), shape_text(model(), shape),
                        exists ? fmt::format("has {} entries", dim.value) : std::string("it does not have")),
            kCountFix, node_.stored);
    }

    void report(const std::string& message, std::string_view fix, TensorId tensor) {
        context_.report({
            .severity = context_.severity(),
            .message = message + " Runtimes refuse the model.",
            .fix = std::string(fix),
            .graph = graph_.id(),
            .node = id_,
            .tensor = tensor,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    NodeId id_;
    const QdqNode& node_;
};

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        if (graph.tensor(id).quantization.valid()) CountCheck(context, graph, id).run();
    });
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        if (const auto node = qdq_node(graph, id)) NodeCheck(context, graph, id, *node).run();
    });
}

}  // namespace

extern const Rule q10_qparam_count;
const Rule q10_qparam_count{
    .id = "Q10",
    .name = "qparam-count",
    .summary = "The number of scales or zero points does not fit the tensor.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Checks that a tensor has one scale, or one for each entry of its axis, or one for each "
                "block; "
                "that there are as many zero points as scales, or one, or none; that the axis exists; "
                "and that "
                "the zero point of a QuantizeLinear is not int32. In ONNX every QuantizeLinear and "
                "DequantizeLinear is checked, also where a tensor has several with parameters of their own.",
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
