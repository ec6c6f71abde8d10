#include "mnn_reading.h"

#include <fmt/format.h>

#include "schemas/mnn_bfbs_generated.h"

namespace netloupe::mnn {

MnnReading::MnnReading(Model& into, const CancelToken& token)
    : FlatReading(into, token, wire::NetBinarySchema::data()) {}

DataType data_type(wire::DataType type) {
    using enum wire::DataType;
    switch (type) {
        case DT_FLOAT:
            return DataType::kFloat32;
        case DT_DOUBLE:
            return DataType::kFloat64;
        case DT_INT32:
        case DT_QINT32:
            return DataType::kInt32;
        case DT_UINT8:
        case DT_QUINT8:
            return DataType::kUint8;
        case DT_INT16:
        case DT_QINT16:
            return DataType::kInt16;
        case DT_INT8:
        case DT_QINT8:
            return DataType::kInt8;
        case DT_STRING:
            return DataType::kString;
        case DT_COMPLEX64:
            return DataType::kComplex64;
        case DT_INT64:
            return DataType::kInt64;
        case DT_BOOL:
            return DataType::kBool;
        case DT_BFLOAT16:
            return DataType::kBFloat16;
        case DT_QUINT16:
        case DT_UINT16:
            return DataType::kUint16;
        case DT_COMPLEX128:
            return DataType::kComplex128;
        case DT_HALF:
            return DataType::kFloat16;
        case DT_RESOURCE:
            return DataType::kResource;
        case DT_VARIANT:
            return DataType::kVariant;
        default:
            return DataType::kUnknown;
    }
}

void add_weight(MnnReading& reading, Layer& layer, std::string_view field, Constant constant,
                QuantizationId quantization) {
    Model& model = reading.model;
    Graph& graph = model.graphs[layer.place.graph.index()];
    Tensor tensor;
    tensor.name = reading.intern(fmt::format("{}.{}", layer.name, field));
    tensor.dtype = constant.dtype;
    tensor.kind = ValueKind::kTensor;
    tensor.declared = true;
    tensor.shape = constant.shape;
    tensor.quantization = quantization;
    tensor.origin.offset = layer.op.offset();
    constant.name = tensor.name;
    if (constant.state == ConstantState::kPresent) {
        reading.check_size(constant, [] { return std::string("A weight"); }, layer.place);
    }
    tensor.constant = ConstantId(model.constants.size());
    model.constants.push_back(constant);
    layer.operands.emplace_back(graph.tensors.size());
    layer.names.push_back(reading.intern(field));
    graph.tensors.push_back(tensor);
}

}  // namespace netloupe::mnn
