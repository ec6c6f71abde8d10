#include "paddle_reading.h"

#include <fmt/format.h>

#include <utility>

#include "base/limits.h"

namespace netloupe::paddle {

using wire::bytes_tag;
using wire::varint_tag;

void PaddleReading::damage(Error error, GraphId graph, NodeId node, TensorId tensor) {
    if (model.damages.size() >= limits::kDamages) return;
    model.damages.push_back({std::move(error), graph, node, tensor});
}

void PaddleReading::check(const wire::Reader& reader, std::string_view name, GraphId graph) {
    const auto fault = reader.fault();
    if (fault)
        damage({ErrorCode::kCorrupt, fmt::format("{}: {}.", name, fault->message), fault->offset, 0}, graph);
}

bool PaddleReading::hopeless() const {
    return model.damages.size() >= limits::kDamages || cancel.cancelled();
}

DataType data_type(uint64_t type) {
    switch (type) {
        case 0:
            return DataType::kBool;
        case 1:
            return DataType::kInt16;
        case 2:
            return DataType::kInt32;
        case 3:
            return DataType::kInt64;
        case 4:
            return DataType::kFloat16;
        case 5:
            return DataType::kFloat32;
        case 6:
            return DataType::kFloat64;
        case 19:
            return DataType::kUint64;
        case 20:
            return DataType::kUint8;
        case 21:
            return DataType::kInt8;
        case 22:
            return DataType::kBFloat16;
        case 23:
            return DataType::kComplex64;
        case 24:
            return DataType::kComplex128;
        case 32:
            return DataType::kFloat8E4M3FN;
        case 33:
            return DataType::kFloat8E5M2;
        default:
            return DataType::kUnknown;
    }
}

TensorType read_tensor_desc(PaddleReading& reading, Bytes bytes, uint64_t offset) {
    TensorType out;
    out.kind = Kind::kTensor;
    std::vector<Dimension> dims;
    bool too_many = false;
    const auto add = [&](uint64_t value) {
        const auto extent = static_cast<int64_t>(value);
        dims.push_back({extent < 0 ? Dimension::kDynamic : extent, StringId()});
        too_many = dims.size() > limits::kRank;
        return !too_many;
    };
    wire::Reader reader(bytes, offset);
    wire::Field field;
    while (!too_many && reader.next(field)) {
        switch (field.tag) {
            case varint_tag(1):
                out.dtype = data_type(field.value);
                break;
            case varint_tag(2):
                add(field.value);
                break;
            case bytes_tag(2):
                wire::for_each_varint(field.bytes, add);
                break;
            default:
                break;
        }
    }
    reading.check(reader, "TensorDesc");
    if (too_many) {
        reading.damage(
            {ErrorCode::kLimit, "A tensor has more dimensions than a tensor can have.", offset, 0});
        return out;
    }
    out.shape = {append(reading.model.dims, std::span<const Dimension>(dims)), true};
    return out;
}

}  // namespace netloupe::paddle
