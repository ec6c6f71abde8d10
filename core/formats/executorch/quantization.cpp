#include "quantization.h"

#include <algorithm>
#include <string_view>

namespace netloupe::executorch {

namespace {

/// What of such a kernel can be told from its name: "quantized_decomposed::dequantize_per_channel_group",
/// "cortex_m::quantize_per_tensor".
struct Kernel {
    bool quantizes = false;
    QuantizationScheme scheme = QuantizationScheme::kPerTensor;
};

std::optional<Kernel> kernel_of(std::string_view op) {
    const size_t at = op.find("::");
    if (at == std::string_view::npos) return std::nullopt;
    op.remove_prefix(at + 2);
    Kernel kernel;
    if (op.starts_with("dequantize_per_")) {
        op.remove_prefix(std::string_view("dequantize_per_").size());
    } else if (op.starts_with("quantize_per_")) {
        kernel.quantizes = true;
        op.remove_prefix(std::string_view("quantize_per_").size());
    } else {
        return std::nullopt;
    }
    if (op.starts_with("tensor")) return kernel;
    if (op == "channel_group") {
        kernel.scheme = QuantizationScheme::kBlockwise;
    } else if (op.starts_with("channel") || op.starts_with("token")) {
        kernel.scheme = QuantizationScheme::kPerAxis;
    } else {
        return std::nullopt;
    }
    return kernel;
}

class Attacher {
public:
    Attacher(Model& model, Graph& graph, const Node& node) : model_(model), graph_(graph), node_(node) {}

    void attach(Kernel kernel) {
        const auto ends = kernel.quantizes ? model_.outputs(node_) : model_.inputs(node_);
        if (ends.empty() || !ends[0].valid()) return;
        Tensor& tensor = graph_.tensors[ends[0].index()];
        if (tensor.quantization.valid()) return;
        Quantization out;
        out.scheme = kernel.scheme;
        out.storage = tensor.dtype;
        out.scale = scale();
        out.zero_point = zero_point();
        if (out.scale.kind == ParameterSource::Kind::kNone) return;
        set_axis(tensor, out);
        tensor.quantization = QuantizationId(model_.quantizations.size());
        model_.quantizations.push_back(out);
    }

private:
    using Kind = ParameterSource::Kind;

    void set_axis(const Tensor& tensor, Quantization& out) const {
        const auto rank = static_cast<int32_t>(tensor.shape.dims.count);
        const int64_t axis = model_.int_attribute(node_, "axis", std::max(rank - 1, 0));
        out.axis = static_cast<int32_t>(
            std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, std::max(rank - 1, 0)));
        if (out.scheme == QuantizationScheme::kBlockwise)
            out.block_size = model_.int_attribute(node_, "group_size", 0);
    }

    ParameterSource scale() {
        if (const Attribute* given = model_.find_attribute(node_, "scale"); given != nullptr) {
            return pool(model_.floats, given->type == AttributeType::kInt
                                           ? static_cast<double>(given->integer)
                                           : given->real);
        }
        return operand({"scale", "scales"});
    }

    ParameterSource zero_point() {
        if (const Attribute* given = model_.find_attribute(node_, "zero_point"); given != nullptr) {
            return pool(model_.ints, given->integer);
        }
        return operand({"zero_point", "zero_points"});
    }

    template <typename T>
    static ParameterSource pool(std::vector<T>& values, T value) {
        return {Kind::kPool, append(values, std::span<const T>(&value, 1)), {}};
    }

    /// The operand of one of these names: its values, or computed.
    [[nodiscard]] ParameterSource operand(std::initializer_list<std::string_view> names) const {
        const auto inputs = model_.inputs(node_);
        const auto called = Model::slice_of(model_.texts, node_.input_names);
        for (size_t i = 0; i < inputs.size() && i < called.size(); ++i) {
            if (std::ranges::find(names, model_.text(called[i])) == names.end() || !inputs[i].valid())
                continue;
            const ConstantId constant = graph_.tensor(inputs[i]).constant;
            return {constant.valid() ? Kind::kConstant : Kind::kComputed, {}, constant};
        }
        return {};
    }

    Model& model_;
    Graph& graph_;
    const Node& node_;
};

}  // namespace

void attach_quantization(Model& model, Graph& graph, const Node& node) {
    if (const auto kernel = kernel_of(model.text(node.op))) Attacher(model, graph, node).attach(*kernel);
}

}  // namespace netloupe::executorch
