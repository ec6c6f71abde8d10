#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "context.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

bool is_convolution(OpKind kind) {
    return kind == OpKind::kConv || kind == OpKind::kDepthwiseConv;
}

/// The convolution that alone reads the padded value, directly or quantized and dequantized again.
NodeId convolution_behind(const GraphFacts& graph, TensorId value) {
    for (int steps = 0; steps < 3; ++steps) {
        const NodeId next = graph.only_consumer(value);
        if (!next.valid() || graph.input(next, 0) != value) return {};
        if (is_convolution(graph.kind(next))) return next;
        if (graph.kind(next) != OpKind::kQuantize && graph.kind(next) != OpKind::kDequantize) return {};
        value = graph.output(next);
    }
    return {};
}

/// Zeros before and behind a spatial dimension.
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

bool pads_zeros(const GraphFacts& graph, NodeId pad) {
    const Model& model = graph.model();
    const Node& node = graph.node(pad);
    if (model.format == Format::kTflite) return model.text(node.op) == "PAD";
    const Attribute* mode = model.find_attribute(node, "mode");
    if (mode != nullptr && model.text(mode->text) != "constant") return false;
    const Attribute* value = model.find_attribute(node, "value");
    if (value != nullptr && value->real != 0) return false;
    const TensorId operand = graph.input(pad, 2);
    return !operand.valid() || single_value(graph, operand) == 0;
}

/// Whether TensorFlow's SAME padding of the convolution is just that much.
bool equals_same(const GraphFacts& graph, NodeId pad, NodeId layer, const std::vector<Amount>& amounts) {
    const Model& model = graph.model();
    const Node& node = graph.node(layer);
    const Attribute* padding = model.find_attribute(node, "padding");
    if (padding == nullptr || model.text(padding->text) != "VALID") return false;
    const Tensor& input = graph.tensor(graph.input(pad, 0));
    const TensorId weights = graph.input(layer, 1);
    if (amounts.size() != 4 || !input.shape.known || input.shape.dims.count != 4 || !weights.valid())
        return false;
    const auto extents = model.dims_of(input.shape);
    const auto kernel = model.dims_of(graph.tensor(weights).shape);
    if (kernel.size() != 4) return false;
    static constexpr std::array<std::string_view, 2> kStrides = {"stride_h", "stride_w"};
    static constexpr std::array<std::string_view, 2> kDilations = {"dilation_h_factor", "dilation_w_factor"};
    for (size_t i = 0; i < 2; ++i) {
        if (!extents[i + 1].fixed()) return false;
        const int64_t stride = std::max<int64_t>(1, model.int_attribute(node, kStrides[i], 1));
        const int64_t dilation = std::max<int64_t>(1, model.int_attribute(node, kDilations[i], 1));
        const int64_t reach = (kernel[i + 1].value - 1) * dilation + 1;
        const int64_t outputs = (extents[i + 1].value + stride - 1) / stride;
        const int64_t total = std::max<int64_t>(0, (outputs - 1) * stride + reach - extents[i + 1].value);
        if (amounts[i + 1] != Amount{total / 2, total - total / 2}) return false;
    }
    return true;
}

bool takes_padding(const GraphFacts& graph, NodeId layer) {
    const Model& model = graph.model();
    const Attribute* automatic = model.find_attribute(graph.node(layer), "auto_pad");
    if (automatic == nullptr) return true;
    const std::string_view mode = model.text(automatic->text);
    return mode == "NOTSET" || mode == "VALID";
}

void check_node(Context& context, const GraphFacts& graph, NodeId pad) {
    if (graph.kind(pad) != OpKind::kPad || !graph.output(pad).valid() || !pads_zeros(graph, pad)) return;
    const auto amounts = padding_of(graph, pad);
    const bool tflite = context.model().format == Format::kTflite;
    if (!amounts || amounts->size() < 3) return;
    // Batch and channels must stay as they are.
    const Amount channels = tflite ? amounts->back() : (*amounts)[1];
    if (amounts->front() != Amount() || channels != Amount()) return;
    if (std::ranges::all_of(*amounts, [](const Amount& amount) { return amount == Amount(); })) return;
    const NodeId layer = convolution_behind(graph, graph.output(pad));
    if (!layer.valid()) return;
    if (tflite ? !equals_same(graph, pad, layer, *amounts) : !takes_padding(graph, layer)) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} only adds the zeros that {} can assume itself: it copies the whole tensor once more.",
            graph.label(pad), graph.label(layer)),
        .fix = fmt::format("Move padding into {}{}.", graph.label(layer),
                           tflite ? " (padding SAME)" : " (pads)"),
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
    .summary = "A padding with zeros stands before a convolution that could pad itself.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds Pad with constant zeros around height and width whose only consumer is a "
                    "convolution, also "
                    "across a quantization and dequantization. In TensorFlow Lite only where padding SAME "
                    "adds exactly "
                    "the same amounts.",
            .why = "The copy costs memory and time, and between quantized layers it keeps runtimes from "
                   "running both in "
                   "integers.",
            .not_a_problem =
                "Reflected, negative or other values than zero; padding of pooling, whose results would "
                "change. For stride 2 on an even extent TensorFlow's SAME pads 0 and 1, so that the 1 and 1 "
                "of a model from PyTorch needs its PAD.",
            .fix = "Add the amounts to the convolution's pads, or use padding SAME.",
            .example = "```\nRelu -> Pad [0,0,1,1,0,0,1,1] -> Conv 3×3\n```",
            .source = "https://github.com/onnx/optimizer (fuse_pad_into_conv), "
                      "https://github.com/NVIDIA/TensorRT/issues/2592",
        },
    .check = check,
};

}  // namespace netloupe::lint
