#pragma once

#include "reading.h"

namespace netloupe::onnx {

/// Reads a TypeProto into the tensor's dtype, kind, shape and type_name; denotations are pushed to
/// `reading.scratch.metadata`.
void read_type(Reading& reading, const wire::Field& message, const FieldPath& path, Tensor& tensor);

/// A TypeProto written out: "float32[2,3]", "sequence<float32>", "map<int64,float32>".
std::string read_type_text(Reading& reading, const wire::Field& message, const FieldPath& path);

}  // namespace netloupe::onnx
