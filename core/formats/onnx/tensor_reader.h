#pragma once

#include "reading.h"

namespace netloupe::onnx {

/// What a TensorProto or SparseTensorProto says of itself; its values stay where they are.
struct StoredTensor {
    ConstantId constant;
    StringId name;
    StringId doc;
    Range metadata;
    uint64_t offset = 0;  ///< Of the message.
};

/// Reads a TensorProto in any of its storage forms (raw_data, typed fields, external data). Always gives a
/// constant; what is wrong with it is in Model::damages and in the constant's state.
StoredTensor read_tensor(Reading& reading, const wire::Field& message, const FieldPath& path);

/// Reads a SparseTensorProto; its name is that of its values.
StoredTensor read_sparse_tensor(Reading& reading, const wire::Field& message, const FieldPath& path);

/// Reads a StringStringEntryProto and pushes it to `reading.scratch.metadata`.
void read_entry(Reading& reading, const wire::Field& message, const FieldPath& path);

/// Moves the entries of `reading.scratch.metadata` from `begin` on into the model.
Range take_metadata(Reading& reading, size_t begin);

/// A shape of fixed extents.
Shape fixed_shape(Model& model, std::span<const int64_t> dims);

}  // namespace netloupe::onnx
