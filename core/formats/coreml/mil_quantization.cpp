#include "mil_quantization.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace netloupe::coreml {

namespace {

using Kind = ParameterSource::Kind;

class Attacher {
public:
    Attacher(Model& model, GraphId graph, NodeId node)
        : model_(model), graph_(model.graphs[graph.index()]), node_(graph_.node(node)) {}

    void attach() {
        const std::string_view op = model_.text(node_.op);
        if (op == "constexpr_affine_dequantize") {
            attach_affine();
        } else if (op == "constexpr_blockwise_shift_scale") {
            attach_blockwise();
        } else if (op == "constexpr_lut_to_dense") {
            attach_palette();
        } else if (op == "dequantize" || op == "quantize") {
            attach_cast(op == "quantize");
        }
    }

private:
    [[nodiscard]] TensorId operand(std::string_view name) const {
        const auto inputs = model_.inputs(node_);
        const auto names = Model::slice_of(model_.texts, node_.input_names);
        for (size_t i = 0; i < inputs.size() && i < names.size(); ++i) {
            if (model_.text(names[i]) == name) return inputs[i];
        }
        return {};
    }

    /// Numbers that are given as an attribute or as an operand.
    template <typename T>
    ParameterSource source(std::string_view name, std::vector<T>& pool) {
        if (const Attribute* given = model_.find_attribute(node_, name); given != nullptr) {
            std::vector<T> values;
            switch (given->type) {
                case AttributeType::kInt:
                    values = {static_cast<T>(given->integer)};
                    break;
                case AttributeType::kFloat:
                    values = {static_cast<T>(given->real)};
                    break;
                case AttributeType::kInts:
                    for (const int64_t v : Model::slice_of(model_.ints, given->list))
                        values.push_back(static_cast<T>(v));
                    break;
                case AttributeType::kFloats:
                    for (const double v : Model::slice_of(model_.floats, given->list))
                        values.push_back(static_cast<T>(v));
                    break;
                default:
                    return {};
            }
            return {Kind::kPool, append(pool, std::span<const T>(values)), {}};
        }
        const TensorId id = operand(name);
        if (!id.valid()) return {};
        const ConstantId constant = graph_.tensor(id).constant;
        return {constant.valid() ? Kind::kConstant : Kind::kComputed, {}, constant};
    }

    [[nodiscard]] uint64_t count(const ParameterSource& source) const {
        if (source.kind == Kind::kPool) return source.pool.count;
        if (source.kind != Kind::kConstant) return 1;
        return element_count(model_, model_.constant(source.constant).shape).value_or(1);
    }

    void put(TensorId id, Quantization quantization) {
        Tensor& tensor = graph_.tensors[id.index()];
        if (tensor.quantization.valid()) return;
        quantization.storage = tensor.dtype;
        tensor.quantization = QuantizationId(model_.quantizations.size());
        model_.quantizations.push_back(quantization);
    }

    [[nodiscard]] int32_t axis(TensorId id, int64_t fallback) const {
        const auto rank = static_cast<int64_t>(graph_.tensor(id).shape.dims.count);
        const int64_t given = model_.int_attribute(node_, "axis", fallback);
        return static_cast<int32_t>(
            std::clamp<int64_t>(given < 0 ? given + rank : given, 0, std::max<int64_t>(rank - 1, 0)));
    }

    void attach_affine() {
        const TensorId data = operand("quantized_data");
        if (!data.valid()) return;
        Quantization out;
        out.scale = source("scale", model_.floats);
        out.zero_point = source("zero_point", model_.ints);
        if (count(out.scale) > 1) out.scheme = QuantizationScheme::kPerAxis;
        out.axis = axis(data, 0);
        put(data, out);
    }

    void attach_cast(bool quantizes) {
        const auto ends = quantizes ? model_.outputs(node_) : model_.inputs(node_);
        if (ends.empty() || !ends[0].valid()) return;
        Quantization out;
        out.scale = source("scale", model_.floats);
        out.zero_point = source("zero_point", model_.ints);
        if (out.scale.kind == Kind::kNone) return;
        if (count(out.scale) > 1) out.scheme = QuantizationScheme::kPerAxis;
        out.axis = axis(ends[0], 0);
        put(ends[0], out);
    }

    /// The scale has the data's rank; where its extents are smaller, each serves a block of the data.
    void attach_blockwise() {
        const TensorId data = operand("data");
        const TensorId scale = operand("scale");
        if (!data.valid()) return;
        Quantization out;
        out.scale = source("scale", model_.floats);
        out.zero_point = source("offset", model_.ints);
        if (scale.valid()) {
            const auto extents = model_.dims_of(graph_.tensor(data).shape);
            const auto scales = model_.dims_of(graph_.tensor(scale).shape);
            size_t shared = 0;
            for (size_t i = 0; i < std::min(extents.size(), scales.size()); ++i) {
                if (scales[i].value <= 1) continue;
                ++shared;
                const bool whole = scales[i].value == extents[i].value;
                out.axis = static_cast<int32_t>(i);
                out.scheme =
                    whole && shared == 1 ? QuantizationScheme::kPerAxis : QuantizationScheme::kBlockwise;
                out.block_size = whole ? 0 : extents[i].value / scales[i].value;
            }
        } else if (count(out.scale) > 1) {
            out.scheme = QuantizationScheme::kPerAxis;
        }
        put(data, out);
    }

    void attach_palette() {
        const TensorId indices = operand("indices");
        if (!indices.valid()) return;
        Quantization out;
        out.scheme = QuantizationScheme::kCustom;
        const TensorId table = operand("lut");
        const Attribute* given = model_.find_attribute(node_, "lut");
        const uint64_t entries = table.valid() ? element_count(model_, graph_.tensor(table).shape).value_or(0)
                                 : given != nullptr ? given->list.count
                                                    : 0;
        out.details = model_.strings.intern(fmt::format("indices into a palette of {} values", entries));
        put(indices, out);
    }

    Model& model_;
    Graph& graph_;
    const Node node_;
};

}  // namespace

void attach_mil_quantization(Model& model, GraphId graph, NodeId node) {
    Attacher(model, graph, node).attach();
}

}  // namespace netloupe::coreml
