#include "card_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace netloupe::view {

namespace {

constexpr std::string_view kSeparator = " · ";

void add_part(std::string& line, std::string_view part) {
    if (part.empty()) return;
    if (!line.empty()) line += kSeparator;
    line += part;
}

/// The attribute's value on one short line, or nothing for lists, tensors and long texts.
std::string scalar_text(const Model& model, const Attribute& attribute) {
    constexpr size_t kLongest = 24;
    switch (attribute.type) {
        case AttributeType::kInt:
            return std::to_string(attribute.integer);
        case AttributeType::kBool:
            return attribute.integer != 0 ? "yes" : "no";
        case AttributeType::kFloat:
            return fmt::format("{:.4g}", attribute.real);
        case AttributeType::kEnum:
        case AttributeType::kString: {
            const auto text = model.text(attribute.text);
            return text.size() <= kLongest ? std::string(text) : std::string();
        }
        default:
            return {};
    }
}

bool is_window(OpKind kind) {
    constexpr std::array kKinds{OpKind::kConv,       OpKind::kDepthwiseConv, OpKind::kConvTranspose,
                                OpKind::kDeformConv, OpKind::kMaxPool,       OpKind::kAveragePool,
                                OpKind::kLpPool};
    return std::ranges::find(kKinds, kind) != kKinds.end();
}

/// Attributes worth a card, by name, with the word that stands for them; formats name the same thing
/// differently.
struct Telling {
    std::string_view attribute;
    std::string_view label;
};
constexpr std::array kTelling{
    Telling{"perm", "perm"},
    Telling{"axis", "axis"},
    Telling{"axes", "axes"},
    Telling{"dim", "axis"},
    Telling{"mode", ""},
    Telling{"to", "to"},
    Telling{"out_data_type", "to"},
    Telling{"alpha", "alpha"},
    Telling{"beta", "beta"},
    Telling{"epsilon", "epsilon"},
    Telling{"hidden_size", "hidden"},
    Telling{"direction", ""},
    Telling{"num_heads", "heads"},
    Telling{"bits", "bits"},
    Telling{"blocksize", "block"},
    Telling{"block_size", "block"},
    Telling{"equation", ""},
};

}  // namespace

CardText CardWriter::write(NodeId id) const {
    const Node& node = graph_.node(id);
    const OpKind kind = meaning_.kind(id_, id);
    CardText text;
    if (kind == OpKind::kQuantize) {
        text.title = "Quantize";
    } else if (kind == OpKind::kDequantize) {
        text.title = "Dequantize";
    } else {
        text.title = model_.text(node.op);
        text.line1 = attributes_line(node, kind);
        text.line2 = weights_line(node);
        text.chip = fused_activation(node);
    }
    return text;
}

std::string CardWriter::attributes_line(const Node& node, OpKind kind) const {
    if (is_window(kind)) return window_line(node, kind);
    if (has(traits_of(kind), OpTraits::kControlFlow) || node.callee.valid()) return graphs_line(node);
    std::string line;
    int parts = 0;
    for (const Telling& telling : kTelling) {
        const std::string part = labelled(node, telling.attribute, telling.label);
        if (part.empty()) continue;
        add_part(line, part);
        if (++parts == 2) break;
    }
    return line.empty() && kind == OpKind::kUnknown ? first_attributes(node) : line;
}

std::string CardWriter::window_line(const Node& node, OpKind kind) const {
    std::string line = kernel_text(node, kind);
    const auto sides = [&](std::string_view onnx, std::string_view tflite_h, std::string_view tflite_w,
                           std::string_view label) {
        std::string text = numbers(node, onnx, "×");
        if (text.empty() && model_.find_attribute(node, tflite_h) != nullptr) {
            text = fmt::format("{}×{}", model_.int_attribute(node, tflite_h, 1),
                               model_.int_attribute(node, tflite_w, 1));
        }
        const bool all_one = text.find_first_not_of("1×") == std::string::npos;
        if (!text.empty() && !all_one) add_part(line, fmt::format("{} {}", label, text));
    };
    sides("strides", "stride_h", "stride_w", "stride");
    sides("dilations", "dilation_h_factor", "dilation_w_factor", "dilation");
    const int64_t groups = model_.int_attribute(node, "group", 1);
    if (groups > 1) add_part(line, fmt::format("group {}", groups));
    add_part(line, padding_text(node));
    return line;
}

std::string CardWriter::kernel_text(const Node& node, OpKind kind) const {
    std::string text = numbers(node, "kernel_shape", "×");
    if (!text.empty()) return text;
    if (model_.find_attribute(node, "filter_height") != nullptr) {
        return fmt::format("{}×{}", model_.int_attribute(node, "filter_height", 1),
                           model_.int_attribute(node, "filter_width", 1));
    }
    // Convolutions without the attribute: the weights' spatial dimensions say it.
    const auto inputs = model_.inputs(node);
    if (!has(traits_of(kind), OpTraits::kCompute) || inputs.size() < 2 || !inputs[1].valid()) return {};
    const auto dims = model_.dims_of(graph_.tensor(inputs[1]).shape);
    if (dims.size() < 3) return {};
    const size_t first = model_.format == Format::kTflite ? 1 : 2;
    const size_t last = model_.format == Format::kTflite ? dims.size() - 1 : dims.size();
    for (size_t i = first; i < last; ++i) {
        if (!dims[i].fixed()) return {};
        text += (text.empty() ? "" : "×") + std::to_string(dims[i].value);
    }
    return text;
}

std::string CardWriter::padding_text(const Node& node) const {
    if (const Attribute* padding = model_.find_attribute(node, "padding")) {
        const std::string text = scalar_text(model_, *padding);
        if (text == "SAME") return "pad same";
        return text == "VALID" ? "" : text;
    }
    if (const Attribute* automatic = model_.find_attribute(node, "auto_pad")) {
        const std::string_view text = model_.text(automatic->text);
        if (text == "SAME_UPPER" || text == "SAME_LOWER") return "pad same";
    }
    const Attribute* pads = model_.find_attribute(node, "pads");
    if (pads == nullptr || pads->type != AttributeType::kInts) return {};
    const auto values = Model::slice_of(model_.ints, pads->list);
    if (values.empty() || std::ranges::all_of(values, [](int64_t v) { return v == 0; })) return {};
    const bool equal = std::ranges::all_of(values, [&](int64_t v) { return v == values.front(); });
    return equal ? fmt::format("pad {}", values.front()) : fmt::format("pad {}", numbers(node, "pads", ","));
}

std::string CardWriter::graphs_line(const Node& node) const {
    std::string line;
    const auto add = [&](std::string_view label, GraphId graph) {
        if (graph.index() >= model_.graphs.size()) return;
        const size_t count = model_.graph(graph).nodes.size();
        add_part(line, fmt::format("{}{} node{}", label, count, count == 1 ? "" : "s"));
    };
    for (const Attribute& attribute : model_.attributes_of(node)) {
        if (attribute.type != AttributeType::kGraph) continue;
        std::string_view label = model_.text(attribute.name);
        label = label.substr(0, label.find('_'));
        add(fmt::format("{} ", label), attribute.graph);
    }
    if (node.callee.valid()) add("function, ", node.callee);
    return line;
}

std::string CardWriter::first_attributes(const Node& node) const {
    std::string line;
    int parts = 0;
    for (const Attribute& attribute : model_.attributes_of(node)) {
        const std::string value = scalar_text(model_, attribute);
        if (value.empty()) continue;
        add_part(line, fmt::format("{} {}", model_.text(attribute.name), value));
        if (++parts == 2) break;
    }
    return line;
}

bool CardWriter::is_constant(TensorId id) const {
    const Tensor& tensor = graph_.tensor(id);
    if (tensor.constant.valid()) return true;
    return tensor.producer.valid() && folding_.shown_by[tensor.producer.index()].valid();
}

std::string CardWriter::weights_line(const Node& node) const {
    const Tensor* largest = nullptr;
    uint64_t most = 1;
    for (const TensorId input : model_.inputs(node)) {
        if (!input.valid() || !is_constant(input)) continue;
        const uint64_t count = element_count(model_, graph_.tensor(input).shape).value_or(0);
        if (count <= most || graph_.tensor(input).shape.dims.count < 2) continue;
        largest = &graph_.tensor(input);
        most = count;
    }
    if (largest == nullptr) return {};
    // A weight behind a folded DEQUANTIZE is stored in the type that the file holds.
    const Tensor* stored = largest;
    if (largest->producer.valid() && meaning_.kind(id_, largest->producer) == OpKind::kDequantize) {
        const auto inputs = model_.inputs(graph_.node(largest->producer));
        if (!inputs.empty() && inputs[0].valid()) stored = &graph_.tensor(inputs[0]);
    }
    std::string line = fmt::format("{} · {}", name(stored->dtype), shape_text(model_, largest->shape));
    if (stored->quantization.valid()) {
        const auto scheme = model_.quantization(stored->quantization).scheme;
        if (scheme == QuantizationScheme::kPerAxis) add_part(line, "per-channel");
        if (scheme == QuantizationScheme::kBlockwise) add_part(line, "blockwise");
    }
    return line;
}

std::string CardWriter::fused_activation(const Node& node) const {
    for (const std::string_view name : {"fused_activation_function", "activation"}) {
        const Attribute* attribute = model_.find_attribute(node, name);
        if (attribute == nullptr) continue;
        if (attribute->type != AttributeType::kEnum && attribute->type != AttributeType::kString) continue;
        const std::string_view text = model_.text(attribute->text);
        if (text != "NONE") return std::string(text);
    }
    return {};
}

std::string CardWriter::numbers(const Node& node, std::string_view name, std::string_view separator) const {
    constexpr uint32_t kMost = 8;
    const Attribute* attribute = model_.find_attribute(node, name);
    if (attribute == nullptr || attribute->type != AttributeType::kInts || attribute->list.count > kMost)
        return {};
    const auto values = Model::slice_of(model_.ints, attribute->list);
    return fmt::format("{}", fmt::join(values, separator));
}

std::string CardWriter::labelled(const Node& node, std::string_view name, std::string_view label) const {
    const Attribute* attribute = model_.find_attribute(node, name);
    if (attribute == nullptr) return {};
    std::string value = numbers(node, name, ",");
    if (value.empty()) value = scalar_text(model_, *attribute);
    if (value.empty() || label.empty()) return value;
    return fmt::format("{} {}", label, value);
}

}  // namespace netloupe::view
