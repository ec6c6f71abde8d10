#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/data_type.h"

namespace netloupe::signature {

/// "np.float32", "object" for text; empty for types that NumPy has not.
std::string_view numpy_type(DataType type);
/// "Float", "UInt8"; empty for types that the runtime's Swift API does not take.
std::string_view swift_type(DataType type, bool tflite);
/// "float", "uint8_t"; empty for types that the runtime's C++ API does not take.
std::string_view cpp_type(DataType type, bool tflite);

/// How the JVM languages hold one element type: in arrays, and in buffers of bytes.
struct JvmType {
    std::string_view kotlin_array;  ///< "FloatArray"
    std::string_view java;          ///< "float"
    std::string_view suffix;        ///< Of putX and getX of ByteBuffer: "Float"; empty for bytes.
    size_t bytes = 0;
    std::string_view onnx_type;  ///< OnnxJavaType where the buffer does not tell it: "UINT8".
};

/// Nothing for types that the runtime's Java API does not take.
std::optional<JvmType> jvm_type(DataType type, bool tflite);
/// What OnnxTensor.createTensor takes of a variable whose bytes are in its buffer: the view of the buffer,
/// and
/// ", OnnxJavaType.X" where the view does not tell the element type. The same in Java and Kotlin.
std::string jvm_onnx_view(std::string_view variable, DataType type);
std::string jvm_onnx_type(DataType type);

}  // namespace netloupe::signature
