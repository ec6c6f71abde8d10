#include "declared.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/limits.h"

namespace netloupe::infer {

namespace {

/// Reads the types of sequences and optionals, which the model keeps as text: "sequence<float32[2,n,?]>".
class TypeText {
public:
    TypeText(std::string_view text, TensorShape& shape) : rest_(text), shape_(shape) {}

    /// The dimensions of the innermost tensor; sets its type and what it is wrapped in.
    std::vector<std::string_view> read() {
        shape_.kind = rest_.starts_with("optional<")   ? ValueKind::kOptional
                      : rest_.starts_with("sequence<") ? ValueKind::kSequence
                                                       : ValueKind::kTensor;
        if (take("optional<"))
            shape_.of_sequence = take("sequence<");
        else
            take("sequence<");
        const size_t open = rest_.find_first_of("[>");
        shape_.dtype = type_from_text(rest_.substr(0, open));
        const size_t close = rest_.find(']');
        std::vector<std::string_view> dims;
        if (open == std::string_view::npos || rest_[open] != '[' || close == std::string_view::npos)
            return dims;
        shape_.ranked = true;
        std::string_view list = rest_.substr(open + 1, close - open - 1);
        while (!list.empty() && dims.size() < limits::kRank) {
            const size_t comma = std::min(list.find(','), list.size());
            dims.push_back(list.substr(0, comma));
            list.remove_prefix(std::min(comma + 1, list.size()));
        }
        return dims;
    }

private:
    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    std::string_view rest_;
    TensorShape& shape_;
};

class Declarations {
public:
    Declarations(const Model& model, bool named, DimensionTable& table, std::vector<DimId>& pool,
                 bool resting = false)
        : model_(model), named_(named), resting_(resting), table_(table), pool_(pool) {}

    TensorShape shape(const Tensor& tensor) {
        TensorShape shape;
        shape.dtype = tensor.dtype;
        shape.kind = tensor.kind;
        const bool from_node = tensor.constant.valid() && tensor.producer.valid() && !tensor.declared;
        if (tensor.kind == ValueKind::kSequence || tensor.kind == ValueKind::kOptional) {
            shape = written(model_.text(tensor.type_name));
            if (shape.ranked) shape.source = ShapeSource::kDeclared;
            return shape;
        }
        const bool resting = resting_ && tensor.default_shape.known;
        const Shape& declared = resting ? tensor.default_shape : tensor.shape;
        if (declared.known && !from_node && declared.dims.count <= limits::kRank) {
            shape.ranked = true;
            shape.dims.begin = static_cast<uint32_t>(pool_.size());
            for (const Dimension& dim : model_.dims_of(declared)) pool_.push_back(of(dim));
            shape.dims.count = declared.dims.count;
        }
        if (shape.ranked) shape.source = ShapeSource::kDeclared;
        return shape;
    }

    TensorShape written(std::string_view text) {
        TensorShape shape;
        const auto dims = TypeText(text, shape).read();
        shape.dims.begin = static_cast<uint32_t>(pool_.size());
        for (const std::string_view dim : dims) pool_.push_back(of_text(dim));
        shape.dims.count = static_cast<uint32_t>(dims.size());
        return shape;
    }

private:
    DimId of(const Dimension& dim) {
        if (dim.fixed()) return table_.constant(dim.value);
        return named(model_.text(dim.symbol));
    }
    DimId named(std::string_view name) {
        if (!named_ || name.empty() || name == "?") return {};
        return table_.symbol(name);
    }
    DimId of_text(std::string_view text) {
        int64_t value = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) {
            return value < 0 ? DimId() : table_.constant(value);
        }
        return named(text);
    }

    const Model& model_;
    bool named_;
    bool resting_;
    DimensionTable& table_;
    std::vector<DimId>& pool_;
};

}  // namespace

std::vector<TensorShape> declared_shapes(const Model& model, const Graph& graph, DimensionTable& table,
                                         std::vector<DimId>& pool, bool resting) {
    Declarations declarations(model, graph.kind != GraphKind::kFunction, table, pool, resting);
    std::vector<TensorShape> shapes;
    shapes.reserve(graph.tensors.size());
    for (const Tensor& tensor : graph.tensors) shapes.push_back(declarations.shape(tensor));
    return shapes;
}

TensorShape written_shape(const Model& model, std::string_view text, DimensionTable& table,
                          std::vector<DimId>& pool) {
    return Declarations(model, false, table, pool).written(text);
}

DataType type_from_text(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    if (lower == "float") return DataType::kFloat32;
    if (lower == "double") return DataType::kFloat64;
    if (lower == "bool") return DataType::kBool;
    for (uint8_t i = 1; i < static_cast<uint8_t>(DataType::kCount); ++i) {
        if (name(static_cast<DataType>(i)) == lower) return static_cast<DataType>(i);
    }
    return DataType::kUnknown;
}

DataType type_from_onnx(int64_t code) {
    constexpr std::array kTypes = {
        DataType::kUnknown,        DataType::kFloat32,      DataType::kUint8,          DataType::kInt8,
        DataType::kUint16,         DataType::kInt16,        DataType::kInt32,          DataType::kInt64,
        DataType::kString,         DataType::kBool,         DataType::kFloat16,        DataType::kFloat64,
        DataType::kUint32,         DataType::kUint64,       DataType::kComplex64,      DataType::kComplex128,
        DataType::kBFloat16,       DataType::kFloat8E4M3FN, DataType::kFloat8E4M3FNUZ, DataType::kFloat8E5M2,
        DataType::kFloat8E5M2FNUZ, DataType::kUint4,        DataType::kInt4,           DataType::kFloat4E2M1,
        DataType::kFloat8E8M0,     DataType::kUint2,        DataType::kInt2,
    };
    return code >= 0 && code < static_cast<int64_t>(kTypes.size()) ? kTypes[static_cast<size_t>(code)]
                                                                   : DataType::kUnknown;
}

}  // namespace netloupe::infer
