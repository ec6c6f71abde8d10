#pragma once

#include "schemas/onnx.pb.h"
#include "syntax_scanner.h"

namespace netloupe::onnx {

namespace schema = netloupe::schema::onnx;

/// The number in TensorProto.DataType of a type's name in ONNX's text syntax ("float", "int4"), or 0.
int32_t type_code(std::string_view name);

/// Reads `{1, 2, 3}` or `["location": "w.bin", ...]` (external data) into the tensor, whose type and dims are
/// set. `{...}` stands for values that a printer left out.
bool read_tensor_values(SyntaxScanner& scanner, schema::TensorProto& tensor);

/// `["key": "value", ...]`.
bool read_entries(SyntaxScanner& scanner,
                  google::protobuf::RepeatedPtrField<schema::StringStringEntryProto>& entries);

}  // namespace netloupe::onnx
