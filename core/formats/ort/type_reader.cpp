#include "type_reader.h"

#include "base/limits.h"
#include "formats/onnx/types.h"

namespace netloupe::ort {

namespace {

using wire::TypeInfo;
using wire::TypeInfoValue;

Dimension read_dimension(OrtReading& reading, const FlatTable& table) {
    using wire::DimensionValue;
    const FlatTable value = table.table<DimensionValue>(wire::Dimension::VT_VALUE);
    Dimension dim;
    switch (static_cast<wire::DimensionValueType>(value.number<int8_t>(DimensionValue::VT_DIM_TYPE))) {
        case wire::DimensionValueType::VALUE:
            dim.value = value.number<int64_t>(DimensionValue::VT_DIM_VALUE);
            if (dim.value < 0) dim.value = Dimension::kDynamic;
            break;
        case wire::DimensionValueType::PARAM:
            dim.symbol = reading.intern(value.text(DimensionValue::VT_DIM_PARAM));
            break;
        default:
            break;
    }
    return dim;
}

Shape read_shape(OrtReading& reading, const FlatTable& tensor_type) {
    using wire::TensorTypeAndShape;
    const FlatTable table = tensor_type.table<wire::Shape>(TensorTypeAndShape::VT_SHAPE);
    if (!table) return {};
    const auto tables = table.tables<wire::Dimension>(wire::Shape::VT_DIM);
    if (tables.size() > limits::kRank) {
        table.reject(wire::Shape::VT_DIM, "has more dimensions than a tensor can have");
        return {};
    }
    Shape shape{{static_cast<uint32_t>(reading.model.dims.size()), tables.size()}, true};
    for (uint32_t i = 0; i < tables.size(); ++i) {
        reading.model.dims.push_back(read_dimension(reading, tables[i]));
    }
    return shape;
}

std::string type_text(OrtReading& reading, const FlatTable& type, DataType& innermost, uint32_t depth) {
    if (depth == limits::kNesting) return "?";
    const auto value = TypeInfo::VT_VALUE;
    switch (static_cast<TypeInfoValue>(type.number<uint8_t>(TypeInfo::VT_VALUE_TYPE))) {
        case TypeInfoValue::tensor_type: {
            const FlatTable table = type.table<wire::TensorTypeAndShape>(value);
            innermost = onnx::data_type_of(table.number<int32_t>(wire::TensorTypeAndShape::VT_ELEM_TYPE));
            return onnx::tensor_type_text(reading.model, innermost, read_shape(reading, table));
        }
        case TypeInfoValue::sequence_type: {
            const FlatTable table = type.table<wire::SequenceType>(value);
            return "sequence<" +
                   type_text(reading, table.table<TypeInfo>(wire::SequenceType::VT_ELEM_TYPE), innermost,
                             depth + 1) +
                   ">";
        }
        case TypeInfoValue::map_type: {
            const FlatTable table = type.table<wire::MapType>(value);
            const auto key = onnx::data_type_of(table.number<int32_t>(wire::MapType::VT_KEY_TYPE));
            return "map<" + std::string(name(key)) + "," +
                   type_text(reading, table.table<TypeInfo>(wire::MapType::VT_VALUE_TYPE), innermost,
                             depth + 1) +
                   ">";
        }
        default:
            return "?";
    }
}

}  // namespace

void read_type(OrtReading& reading, const FlatTable& type, Tensor& tensor) {
    const auto kind = static_cast<TypeInfoValue>(type.number<uint8_t>(TypeInfo::VT_VALUE_TYPE));
    if (kind == TypeInfoValue::NONE) return;
    tensor.declared = true;
    if (kind == TypeInfoValue::tensor_type) {
        const FlatTable table = type.table<wire::TensorTypeAndShape>(TypeInfo::VT_VALUE);
        if (tensor.kind == ValueKind::kUnknown) tensor.kind = ValueKind::kTensor;
        tensor.dtype = onnx::data_type_of(table.number<int32_t>(wire::TensorTypeAndShape::VT_ELEM_TYPE));
        // An initializer's own shape is as good, and a type may leave it out.
        const Shape shape = read_shape(reading, table);
        if (shape.known && !tensor.constant.valid()) tensor.shape = shape;
        return;
    }
    tensor.kind = kind == TypeInfoValue::sequence_type ? ValueKind::kSequence : ValueKind::kMap;
    tensor.type_name = reading.intern(type_text(reading, type, tensor.dtype, 0));
}

}  // namespace netloupe::ort
