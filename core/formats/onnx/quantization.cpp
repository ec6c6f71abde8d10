#include "formats/onnx/quantization.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "formats/onnx/scope.h"
#include "formats/onnx/types.h"

namespace netloupe::onnx {

namespace {

constexpr int8_t kAbsent = -1;
constexpr int32_t kNoAxis = INT32_MIN;

/// One quantized value of an operator and where its parameters stand: numbers of operands.
struct Role {
    bool is_output = false;
    int8_t value = 0;
    int8_t scale = kAbsent;
    int8_t zero_point = kAbsent;
    int32_t axis = kNoAxis;  ///< That a list of scales runs along; may count from the end.
    std::string_view axis_attribute;
    bool parameters_are_outputs = false;
};

struct Operator {
    std::string_view name;
    std::array<Role, 5> roles;
    uint8_t count;
};

constexpr Role in(int8_t value, int8_t scale, int8_t zero_point, int32_t axis = kNoAxis) {
    return {false, value, scale, zero_point, axis, {}, false};
}
constexpr Role out(int8_t value, int8_t scale, int8_t zero_point) {
    return {true, value, scale, zero_point, kNoAxis, {}, false};
}
template <typename... Roles>
constexpr Operator op(std::string_view name, Roles... roles) {
    return {name, {roles...}, sizeof...(Roles)};
}

/// Operand positions as the ONNX and ONNX Runtime operator documentation gives them.
constexpr std::array kOperators = std::to_array<Operator>({
    op("QuantizeLinear", Role{true, 0, 1, 2, 1, "axis", false}),
    op("DequantizeLinear", Role{false, 0, 1, 2, 1, "axis", false}),
    op("DynamicQuantizeLinear", Role{true, 0, 1, 2, kNoAxis, {}, true}),
    op("QLinearConv", in(0, 1, 2), in(3, 4, 5, 0), out(0, 6, 7)),
    op("QLinearConvTranspose", in(0, 1, 2), in(3, 4, 5, 1), out(0, 6, 7)),
    op("QLinearMatMul", in(0, 1, 2, -2), in(3, 4, 5, -1), out(0, 6, 7)),
    op("ConvInteger", in(0, kAbsent, 2), in(1, kAbsent, 3, 0)),
    op("MatMulInteger", in(0, kAbsent, 2, -2), in(1, kAbsent, 3, -1)),
    op("MatMulInteger16", in(0, kAbsent, kAbsent), in(1, kAbsent, kAbsent)),
    op("MatMulIntegerToFloat", in(0, 2, 4, -2), in(1, 3, 5, -1)),
    op("DynamicQuantizeMatMul", in(1, 2, 3, -1)),
    op("DynamicQuantizeLSTM", in(1, 8, 9, 0), in(2, 10, 11, 0)),
    op("QGemm", in(0, 1, 2), in(3, 4, 5, -1), out(0, 7, 8)),
    op("QLinearAdd", in(0, 1, 2), in(3, 4, 5), out(0, 6, 7)),
    op("QLinearMul", in(0, 1, 2), in(3, 4, 5), out(0, 6, 7)),
    op("QLinearSigmoid", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearLeakyRelu", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearSoftmax", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearReduceMean", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearAveragePool", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearGlobalAveragePool", in(0, 1, 2), out(0, 3, 4)),
    op("QLinearWhere", in(1, 2, 3), in(4, 5, 6), out(0, 7, 8)),
    op("QAttention", in(0, 3, 6), in(1, 4, 7, -1)),
    op("QOrderedMatMul", in(0, 1, kAbsent), in(2, 3, kAbsent, -1), out(0, 4, kAbsent)),
    op("QEmbedLayerNormalization", in(2, 8, 13), in(3, 9, 14), in(4, 10, 15), in(5, 11, 16), in(6, 12, 17)),
    op("GatherBlockQuantized", Role{false, 0, 2, 3, 1, "quantize_axis", false}),
    op("MatMulNBits", in(1, 2, 3, 1)),
    op("MatMulBnb4", in(1, 2, kAbsent)),
});

class Attacher {
public:
    Attacher(Model& model, Graph& graph) : model_(model), graph_(graph) {}

    void attach(const Node& node, const Operator& known) {
        for (uint8_t i = 0; i < known.count; ++i) attach(node, known.roles[i]);
        const std::string_view op = model_.text(node.op);
        if (op == "DequantizeLinear") {
            const DataType asked = output_dtype(node);
            set_type(operand(node.outputs, 0),
                     asked != DataType::kUnknown ? asked : type_of(operand(node.inputs, 1)));
        } else if (op == "DynamicQuantizeLinear") {
            set_type(operand(node.outputs, 1), DataType::kFloat32);
            set_type(operand(node.outputs, 2), DataType::kUint8);
        }
    }

    /// QLinearConcat: scale and zero point of the output, then value, scale, zero point of each input.
    void attach_concat(const Node& node) {
        const TensorId result = operand(node.outputs, 0);
        quantize(node, result, operand(node.inputs, 0), operand(node.inputs, 1), kNoAxis);
        set_type(result, type_of(operand(node.inputs, 1)));
        for (uint32_t i = 2; i + 2 < node.inputs.count; i += 3) {
            quantize(node, operand(node.inputs, i), operand(node.inputs, i + 1), operand(node.inputs, i + 2),
                     kNoAxis);
        }
    }

private:
    [[nodiscard]] TensorId operand(Range list, int64_t index) const {
        if (index < 0 || index >= list.count) return {};
        return model_.operands[list.begin + static_cast<uint32_t>(index)];
    }

    void attach(const Node& node, const Role& role) {
        const Range parameters = role.parameters_are_outputs ? node.outputs : node.inputs;
        int32_t axis = role.axis;
        if (!role.axis_attribute.empty()) {
            axis = static_cast<int32_t>(model_.int_attribute(node, role.axis_attribute, axis));
        }
        if (model_.text(node.op) == "QGemm" && !role.is_output && role.value == 3) {
            axis = model_.int_attribute(node, "transB", 0) != 0 ? 0 : -1;
        }
        const TensorId value = operand(role.is_output ? node.outputs : node.inputs, role.value);
        const TensorId zero_point = operand(parameters, role.zero_point);
        quantize(node, value, operand(parameters, role.scale), zero_point, axis);
        if (role.is_output) set_type(value, storage(node, value, zero_point));
    }

    /// What the operators define of types, for values of which the file says nothing.
    void set_type(TensorId id, DataType type) {
        if (!id.valid() || type == DataType::kUnknown) return;
        Tensor& tensor = graph_.tensors[id.index()];
        if (tensor.dtype != DataType::kUnknown || tensor.kind != ValueKind::kUnknown) return;
        tensor.dtype = type;
        tensor.kind = ValueKind::kTensor;
    }

    [[nodiscard]] DataType output_dtype(const Node& node) const {
        return data_type_of(model_.int_attribute(node, "output_dtype", 0));
    }

    void quantize(const Node& node, TensorId value, TensorId scale, TensorId zero_point, int32_t axis) {
        if (!value.valid() || graph_.tensor(value).quantization.valid()) return;
        Quantization quantization;
        quantization.scale = source(scale);
        quantization.zero_point = source(zero_point);
        quantization.zero_point_type = type_of(zero_point);
        quantization.storage = storage(node, value, zero_point);
        const DataType expressed = type_of(scale);
        if (expressed != DataType::kUnknown) quantization.expressed = expressed;
        choose_scheme(quantization, node, value, scale.valid() ? scale : zero_point, axis);
        adapt_to_packed_weights(quantization, node, zero_point);
        model_.quantizations.push_back(quantization);
        graph_.tensors[value.index()].quantization = QuantizationId(model_.quantizations.size() - 1);
    }

    [[nodiscard]] ParameterSource source(TensorId id) const {
        ParameterSource source;
        if (!id.valid()) return source;
        source.constant = graph_.tensor(id).constant;
        source.kind =
            source.constant.valid() ? ParameterSource::Kind::kConstant : ParameterSource::Kind::kComputed;
        return source;
    }

    [[nodiscard]] DataType type_of(TensorId id) const {
        return id.valid() ? graph_.tensor(id).dtype : DataType::kUnknown;
    }

    [[nodiscard]] DataType storage(const Node& node, TensorId value, TensorId zero_point) const {
        if (type_of(value) != DataType::kUnknown) return type_of(value);
        const DataType given = type_made_by_producer(zero_point);
        if (given != DataType::kUnknown) return given;
        const DataType asked = output_dtype(node);
        if (asked != DataType::kUnknown) return asked;
        const std::string_view op = model_.text(node.op);
        const bool defaults_to_uint8 =
            op == "DynamicQuantizeLinear" || (op == "QuantizeLinear" && !zero_point.valid());
        return defaults_to_uint8 ? DataType::kUint8 : DataType::kUnknown;
    }

    /// The stated type; else what a Cast or an Identity before it makes it.
    [[nodiscard]] DataType type_made_by_producer(TensorId id) const {
        if (type_of(id) != DataType::kUnknown || !id.valid()) return type_of(id);
        const NodeId producer = graph_.tensor(id).producer;
        if (!producer.valid()) return DataType::kUnknown;
        const Node& node = graph_.node(producer);
        const std::string_view op = model_.text(node.op);
        if (op == "Cast") return data_type_of(model_.int_attribute(node, "to", 0));
        return op == "Identity" ? type_of(operand(node.inputs, 0)) : DataType::kUnknown;
    }

    [[nodiscard]] std::optional<int64_t> rank(TensorId id) const {
        if (!id.valid() || !graph_.tensor(id).shape.known) return std::nullopt;
        return graph_.tensor(id).shape.dims.count;
    }

    /// Of the value, or of the value on the other side of its Q or DQ, which has the same shape.
    [[nodiscard]] std::optional<int64_t> value_rank(const Node& node, TensorId value) const {
        if (const auto known = rank(value)) return known;
        const std::string_view op = model_.text(node.op);
        if (op == "QuantizeLinear") return rank(operand(node.inputs, 0));
        if (op == "DequantizeLinear") return rank(operand(node.outputs, 0));
        return std::nullopt;
    }

    void choose_scheme(Quantization& quantization, const Node& node, TensorId value, TensorId parameter,
                       int32_t axis) const {
        const int64_t block = model_.int_attribute(node, "block_size", 0);
        if (block > 0) {
            quantization.scheme = QuantizationScheme::kBlockwise;
            quantization.block_size = block;
        } else if (parameter.valid() && axis != kNoAxis) {
            const Shape& shape = graph_.tensor(parameter).shape;
            if (!shape.known || element_count(model_, shape) == 1 || shape.dims.empty()) return;
            quantization.scheme = QuantizationScheme::kPerAxis;
        } else {
            return;
        }
        if (axis == kNoAxis) axis = 0;
        if (const auto known = value_rank(node, value); known && axis < 0) {
            axis += static_cast<int32_t>(*known);
        }
        quantization.axis = axis;
    }

    /// MatMulNBits, GatherBlockQuantized and MatMulBnb4 keep several elements in a byte of a uint8 tensor.
    void adapt_to_packed_weights(Quantization& quantization, const Node& node, TensorId zero_point) {
        const std::string_view op = model_.text(node.op);
        if (op == "MatMulBnb4") {
            quantization.scheme = QuantizationScheme::kCustom;
            quantization.details =
                model_.strings.intern(model_.int_attribute(node, "quant_type", 1) == 0 ? "FP4" : "NF4");
            return;
        }
        if (op != "MatMulNBits" && op != "GatherBlockQuantized") return;
        const int64_t width = model_.int_attribute(node, "bits", 4);
        if (quantization.storage != DataType::kUint8 && quantization.storage != DataType::kInt32) return;
        quantization.storage = width == 2   ? DataType::kUint2
                               : width == 4 ? DataType::kUint4
                                            : DataType::kUint8;
        if (!zero_point.valid()) {
            const int64_t middle = width > 0 && width <= 8 ? int64_t{1} << (width - 1) : 0;
            quantization.zero_point.kind = ParameterSource::Kind::kPool;
            quantization.zero_point.pool = append(model_.ints, std::span(&middle, 1));
        } else if (quantization.zero_point.kind == ParameterSource::Kind::kConstant) {
            unpack_zero_points(quantization);
        }
    }

    /// Packed zero points read as what they are: the same bytes, with elements of the packed type.
    void unpack_zero_points(Quantization& quantization) {
        Constant packed = model_.constant(quantization.zero_point.constant);
        const uint32_t width = bits(quantization.storage);
        if (packed.dtype != DataType::kUint8 || packed.decoder != nullptr || width == 8) return;
        if (packed.shape.dims.empty()) return;
        const auto old_dims = model_.dims_of(packed.shape);
        std::vector<Dimension> dims(old_dims.begin(), old_dims.end());
        if (__builtin_mul_overflow(dims.back().value, int64_t{8 / width}, &dims.back().value)) return;
        packed.dtype = quantization.storage;
        packed.shape.dims = append(model_.dims, std::span<const Dimension>(dims));
        quantization.zero_point_type = packed.dtype;
        quantization.zero_point.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(packed);
    }

    Model& model_;
    Graph& graph_;
};

/// The operator table by interned name, so that nodes are told apart by comparing numbers.
class OperatorIndex {
public:
    explicit OperatorIndex(const Model& model) : by_name_(model.strings.size(), nullptr) {
        for (const Operator& known : kOperators) {
            const StringId id = model.strings.find(known.name);
            if (id.valid()) {
                by_name_[id.index()] = &known;
                any_ = true;
            }
        }
        concat_ = model.strings.find("QLinearConcat");
    }
    [[nodiscard]] bool any() const { return any_ || concat_.valid(); }
    [[nodiscard]] bool is_concat(StringId op) const { return concat_.valid() && op == concat_; }
    [[nodiscard]] const Operator* find(StringId op) const {
        return op.index() < by_name_.size() ? by_name_[op.index()] : nullptr;
    }

private:
    std::vector<const Operator*> by_name_;
    StringId concat_;
    bool any_ = false;
};

}  // namespace

void attach_quantization(Model& model) {
    const OperatorIndex operators(model);
    if (operators.any()) {
        for (Graph& graph : model.graphs) {
            Attacher attacher(model, graph);
            for (const Node& node : graph.nodes) {
                if (node.callee.valid()) continue;  // A function of the model may have any meaning.
                if (operators.is_concat(node.op)) {
                    attacher.attach_concat(node);
                } else if (const Operator* known = operators.find(node.op)) {
                    attacher.attach(node, *known);
                }
            }
        }
    }
    copy_quantization_to_captures(model);
}

}  // namespace netloupe::onnx
