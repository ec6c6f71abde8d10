#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>

#include "context.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

bool is_convolution(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv;
}

/// The convolution or pooling that alone reads the padded value, directly or quantized and dequantized again.
NodeId layer_behind(const GraphFacts& graph, TensorId value) {
    for (int steps = 0; steps < 3; ++steps) {
        const NodeId next = graph.only_consumer(value);
        if (!next.valid() || graph.input(next, 0) != value) return {};
        const OpKind kind = graph.kind(next);
        if (is_convolution(kind) || kind == OpKind::kMaxPool || kind == OpKind::kAveragePool) return next;
        if (kind != OpKind::kQuantize && kind != OpKind::kDequantize) return {};
        value = graph.output(next);
    }
    return {};
}

/// Elements before and behind a dimension.
struct Amount {
    int64_t before = 0;
    int64_t after = 0;
    friend bool operator==(const Amount&, const Amount&) = default;
};

/// Of all dimensions; nothing unless constant and not negative.
std::optional<std::vector<Amount>> padding_of(const GraphFacts& graph, NodeId pad) {
    const bool tflite = graph.model().format == Format::kTflite;
    auto list = list_of(graph, pad, "pads", 1);
    // Opset 1 called it "paddings"; with axes (opset 18) the list is not one of all dimensions.
    if (!list || list->size() % 2 != 0 || (!tflite && graph.input(pad, 3).valid())) return std::nullopt;
    if (std::ranges::any_of(*list, [](int64_t amount) { return amount < 0; })) return std::nullopt;
    std::vector<Amount> amounts(list->size() / 2);
    for (size_t i = 0; i < amounts.size(); ++i) {
        amounts[i] = tflite ? Amount{(*list)[2 * i], (*list)[2 * i + 1]}
                            : Amount{(*list)[i], (*list)[i + amounts.size()]};
    }
    return amounts;
}

/// What the padding consists of; nothing unless it is one constant.
std::optional<double> fill_of(const GraphFacts& graph, NodeId pad) {
    const Model& model = graph.model();
    const Node& node = graph.node(pad);
    const Attribute* mode = model.find_attribute(node, "mode");
    if (mode != nullptr && model.text(mode->text) != "constant") return std::nullopt;
    const Attribute* value = model.find_attribute(node, "value");
    if (value != nullptr) return value->real;
    const TensorId operand = graph.input(pad, 2);
    return operand.valid() ? single_value(graph, operand) : 0;
}

/// The value comes from an operator whose results are 0 or more, directly or quantized.
bool is_never_negative(const GraphFacts& graph, TensorId value) {
    for (int steps = 0; steps < 4 && value.valid(); ++steps) {
        const NodeId producer = graph.tensor(value).producer;
        if (!producer.valid()) return false;
        const Attribute* fused =
            graph.model().find_attribute(graph.node(producer), "fused_activation_function");
        const std::string_view activation = fused == nullptr ? "" : graph.model().text(fused->text);
        if (activation == "RELU" || activation == "RELU6") return true;
        switch (graph.kind(producer)) {
            case OpKind::kRelu:
            case OpKind::kRelu6:
            case OpKind::kRelu0To1:
            case OpKind::kSigmoid:
                return true;
            case OpKind::kQuantize:
            case OpKind::kDequantize:
            case OpKind::kMaxPool:
                value = graph.input(producer, 0);
                break;
            default:
                return false;
        }
    }
    return false;
}

/// The layer itself would pad with the same: convolutions and averages with zeros, the largest element with
/// what is never the largest.
bool assumes(const GraphFacts& graph, NodeId layer, NodeId pad, double fill) {
    if (graph.kind(layer) != OpKind::kMaxPool) return fill == 0;
    const bool lowest = fill <= -static_cast<double>(std::numeric_limits<float>::max());
    return lowest || (fill == 0 && is_never_negative(graph, graph.input(pad, 0)));
}

/// Height and width of the layer's window in TensorFlow Lite.
std::optional<std::array<int64_t, 2>> window_of(const GraphFacts& graph, NodeId layer) {
    const Model& model = graph.model();
    if (!is_convolution(graph.kind(layer))) {
        return std::array{model.int_attribute(graph.node(layer), "filter_height", 1),
                          model.int_attribute(graph.node(layer), "filter_width", 1)};
    }
    const TensorId weights = graph.input(layer, 1);
    const auto kernel =
        weights.valid() ? model.dims_of(graph.tensor(weights).shape) : std::span<const Dimension>();
    if (kernel.size() != 4) return std::nullopt;
    return std::array{kernel[1].value, kernel[2].value};
}

/// Whether TensorFlow's SAME padding of the convolution is just that much.
bool equals_same(const GraphFacts& graph, NodeId pad, NodeId layer, const std::vector<Amount>& amounts) {
    const Model& model = graph.model();
    const Node& node = graph.node(layer);
    const Attribute* padding = model.find_attribute(node, "padding");
    if (padding == nullptr || model.text(padding->text) != "VALID") return false;
    const Tensor& input = graph.tensor(graph.input(pad, 0));
    const auto window = window_of(graph, layer);
    if (amounts.size() != 4 || !input.shape.known || input.shape.dims.count != 4 || !window) return false;
    const auto extents = model.dims_of(input.shape);
    static constexpr std::array<std::string_view, 2> kStrides = {"stride_h", "stride_w"};
    static constexpr std::array<std::string_view, 2> kDilations = {"dilation_h_factor", "dilation_w_factor"};
    for (size_t i = 0; i < 2; ++i) {
        if (!extents[i + 1].fixed()) return false;
        const int64_t stride = std::max<int64_t>(1, model.int_attribute(node, kStrides[i], 1));
        const int64_t dilation = std::max<int64_t>(1, model.int_attribute(node, kDilations[i], 1));
        const int64_t reach = ((*window)[i] - 1) * dilation + 1;
        const int64_t outputs = (extents[i + 1].value + stride - 1) / stride;
        const int64_t total = std::max<int64_t>(0, (outputs - 1) * stride + reach - extents[i + 1].value);
        if (amounts[i + 1] != Amount{total / 2, total - total / 2}) return false;
    }
    return true;
}

/// A pooling of ONNX can take the padding: it stays smaller than the window, and zeros count where averages
/// are made.
bool takes_into_pool(const GraphFacts& graph, NodeId pool, const std::vector<Amount>& amounts) {
    const Model& model = graph.model();
    const auto kernel = ints_of(graph, pool, "kernel_shape");
    if (kernel.size() + 2 != amounts.size() || model.int_attribute(graph.node(pool), "ceil_mode", 0) != 0)
        return false;
    const auto own = ints_of(graph, pool, "pads");
    const bool padded = std::ranges::any_of(own, [](int64_t amount) { return amount != 0; });
    const bool averages = graph.kind(pool) == OpKind::kAveragePool;
    if (averages && padded && model.int_attribute(graph.node(pool), "count_include_pad", 0) == 0)
        return false;
    for (size_t i = 0; i < kernel.size(); ++i) {
        const bool given = own.size() == 2 * kernel.size();
        if (amounts[i + 2].before + (given ? own[i] : 0) >= kernel[i]) return false;
        if (amounts[i + 2].after + (given ? own[i + kernel.size()] : 0) >= kernel[i]) return false;
    }
    const TensorId indices = graph.output(pool, 1);  // They count in the padded input.
    return !indices.valid() || !graph.is_used(indices);
}

bool takes_padding(const GraphFacts& graph, NodeId layer, const std::vector<Amount>& amounts) {
    const Model& model = graph.model();
    const Attribute* automatic = model.find_attribute(graph.node(layer), "auto_pad");
    const std::string_view mode = automatic == nullptr ? "NOTSET" : model.text(automatic->text);
    if (mode != "NOTSET" && mode != "VALID") return false;
    return is_convolution(graph.kind(layer)) || takes_into_pool(graph, layer, amounts);
}

/// SAME of TensorFlow Lite leaves padding out of averages.
bool takes_same(const GraphFacts& graph, NodeId pad, NodeId layer, const std::vector<Amount>& amounts) {
    return graph.kind(layer) != OpKind::kAveragePool && equals_same(graph, pad, layer, amounts);
}

std::string_view where_to(const GraphFacts& graph, NodeId layer) {
    if (graph.model().format == Format::kTflite) return "padding SAME";
    return graph.kind(layer) == OpKind::kAveragePool ? "pads, with count_include_pad" : "pads";
}

void check_node(Context& context, const GraphFacts& graph, NodeId pad) {
    if (graph.kind(pad) != OpKind::kPad || !graph.output(pad).valid()) return;
    const auto fill = fill_of(graph, pad);
    const auto amounts = padding_of(graph, pad);
    const bool tflite = context.model().format == Format::kTflite;
    if (!fill || !amounts || amounts->size() < 3) return;
    // Batch and channels must stay as they are.
    const Amount channels = tflite ? amounts->back() : (*amounts)[1];
    if (amounts->front() != Amount() || channels != Amount()) return;
    if (std::ranges::all_of(*amounts, [](const Amount& amount) { return amount == Amount(); })) return;
    const NodeId layer = layer_behind(graph, graph.output(pad));
    if (!layer.valid() || !assumes(graph, layer, pad, *fill)) return;
    if (tflite ? !takes_same(graph, pad, layer, *amounts) : !takes_padding(graph, layer, *amounts)) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} only adds what {} can assume itself around its input: it copies the whole tensor once more.",
            graph.label(pad), graph.label(layer)),
        .fix = fmt::format("Move padding into {} ({}).", graph.label(layer), where_to(graph, layer)),
        .graph = graph.id(),
        .node = pad,
        .tensor = graph.output(pad),
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule f04_pad_not_folded;
const Rule f04_pad_not_folded{
    .id = "F04",
    .name = "pad-not-folded",
    .summary = "A padding stands before a convolution or pooling that could pad itself.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds Pad with constant zeros around height and width whose only consumer is a "
                    "convolution, also across a quantization and dequantization, or a pooling: an average "
                    "of ONNX, which can count zeros, or a maximum behind an operator that gives nothing "
                    "negative (or padded with minus infinity). In TensorFlow Lite only where padding SAME "
                    "adds exactly the same amounts.",
            .why = "The copy costs memory and time, and between quantized layers it keeps runtimes from "
                   "running both in "
                   "integers.",
            .not_a_problem =
                "Reflected, negative or other values than zero; averages of TensorFlow Lite, and those of "
                "ONNX that leave padding of their own out; a padding as wide as the window. For stride 2 on "
                "an even extent TensorFlow's SAME pads 0 and 1, so that the 1 and 1 of a model from PyTorch "
                "needs its PAD.",
            .fix = "Add the amounts to the convolution's pads, or use padding SAME.",
            .example = "```\nRelu -> Pad [0,0,1,1,0,0,1,1] -> Conv 3×3\n```",
            .source = "https://github.com/onnx/optimizer (fuse_pad_into_conv, fuse_pad_into_pool), "
                      "https://github.com/NVIDIA/TensorRT/issues/2592",
        },
    .check = check,
};

}  // namespace netloupe::lint
