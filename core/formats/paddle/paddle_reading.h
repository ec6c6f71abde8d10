#pragma once

#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "containers/protobuf_wire.h"
#include "model/attribute_list.h"
#include "model/model.h"

namespace netloupe::paddle {

/// What the parts of the reader share.
struct PaddleReading {
    PaddleReading(Model& into, const CancelToken& token) : model(into), cancel(token), attributes(into) {}

    Model& model;
    const CancelToken& cancel;
    AttributeList attributes;

    [[nodiscard]] StringId intern(std::string_view text) { return model.strings.intern(text); }
    /// Notes damage, unless there is more than anybody reads.
    void damage(Error error, GraphId graph = {}, NodeId node = {}, TensorId tensor = {});
    /// Notes why a message of that name could not be read to its end, if it could not.
    void check(const wire::Reader& reader, std::string_view name, GraphId graph = {});
    [[nodiscard]] bool hopeless() const;
};

/// The element type of VarType.Type; kUnknown for what is not a tensor.
DataType data_type(uint64_t type);

/// What a variable is: VarType.Type beyond the element types.
enum class Kind : uint8_t { kOther, kTensor, kSparse, kArray };

/// A tensor's type and extents; -1 is dynamic.
struct TensorType {
    Kind kind = Kind::kOther;
    DataType dtype = DataType::kUnknown;
    Shape shape;
};

/// Reads a TensorDesc message.
TensorType read_tensor_desc(PaddleReading& reading, Bytes bytes, uint64_t offset);

}  // namespace netloupe::paddle
