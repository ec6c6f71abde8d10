#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/model.h"

/// ONNX's element types and opset domains; the ORT format shares them.
namespace netloupe::onnx {

/// The type that TensorProto.DataType numbers, kUnknown for 0 and for numbers that ONNX does not define.
DataType data_type_of(int64_t code);
/// The other way round; 0 for types that ONNX does not have.
int32_t code_of(DataType type);

/// "float32[2,batch,?]"; "float32" for scalars and when not even the rank is known.
std::string tensor_type_text(const Model& model, DataType type, const Shape& shape);

/// Domains are written "" or "ai.onnx" for the same one; imports show it written out.
std::string_view shown_domain(std::string_view domain);
/// Whether operators of the domain are ONNX's own: ai.onnx, ai.onnx.ml and its training domains.
bool is_standard_domain(std::string_view domain);

}  // namespace netloupe::onnx
