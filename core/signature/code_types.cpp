#include "code_types.h"

#include <fmt/format.h>

namespace netloupe::signature {

std::string_view numpy_type(DataType type) {
    switch (type) {
        case DataType::kFloat64:
            return "np.float64";
        case DataType::kFloat32:
            return "np.float32";
        case DataType::kFloat16:
            return "np.float16";
        case DataType::kInt8:
            return "np.int8";
        case DataType::kInt16:
            return "np.int16";
        case DataType::kInt32:
            return "np.int32";
        case DataType::kInt64:
            return "np.int64";
        case DataType::kUint8:
            return "np.uint8";
        case DataType::kUint16:
            return "np.uint16";
        case DataType::kUint32:
            return "np.uint32";
        case DataType::kUint64:
            return "np.uint64";
        case DataType::kBool:
            return "np.bool_";
        case DataType::kString:
            return "object";
        case DataType::kComplex64:
            return "np.complex64";
        case DataType::kComplex128:
            return "np.complex128";
        default:
            return {};
    }
}

std::optional<JvmType> jvm_type(DataType type, bool tflite) {
    switch (type) {
        case DataType::kFloat32:
            return JvmType{"FloatArray", "float", "Float", 4, ""};
        case DataType::kInt32:
            return JvmType{"IntArray", "int", "Int", 4, ""};
        case DataType::kInt64:
            return JvmType{"LongArray", "long", "Long", 8, ""};
        case DataType::kInt16:
            return JvmType{"ShortArray", "short", "Short", 2, ""};
        case DataType::kInt8:
            return JvmType{"ByteArray", "byte", "", 1, "INT8"};
        case DataType::kUint8:
            return JvmType{"IntArray", "int", "", 1, "UINT8"};
        case DataType::kBool:
            return JvmType{"BooleanArray", "boolean", "", 1, "BOOL"};
        case DataType::kFloat64:
            return tflite ? std::nullopt : std::optional(JvmType{"DoubleArray", "double", "Double", 8, ""});
        case DataType::kFloat16:
            // Fed as floats, which the runtime's own helper rounds.
            return tflite ? std::nullopt
                          : std::optional(JvmType{"FloatArray", "float", "Float", 4, "FLOAT16"});
        default:
            return std::nullopt;
    }
}

std::string_view swift_type(DataType type, bool tflite) {
    switch (type) {
        case DataType::kFloat32:
            return "Float";
        case DataType::kUint8:
            return "UInt8";
        case DataType::kInt32:
            return "Int32";
        case DataType::kInt64:
            return "Int64";
        case DataType::kInt8:
            return tflite ? "" : "Int8";
        case DataType::kUint32:
            return tflite ? "" : "UInt32";
        case DataType::kUint64:
            return tflite ? "" : "UInt64";
        case DataType::kInt16:
            return tflite ? "Int16" : "";
        case DataType::kFloat64:
            return tflite ? "Double" : "";
        case DataType::kFloat16:
            return tflite ? "Float16" : "";
        case DataType::kBool:
            return tflite ? "Bool" : "";
        default:
            return {};
    }
}

std::string_view cpp_type(DataType type, bool tflite) {
    switch (type) {
        case DataType::kFloat32:
            return "float";
        case DataType::kFloat64:
            return "double";
        case DataType::kInt8:
            return "int8_t";
        case DataType::kInt16:
            return "int16_t";
        case DataType::kInt32:
            return "int32_t";
        case DataType::kInt64:
            return "int64_t";
        case DataType::kUint8:
            return "uint8_t";
        case DataType::kUint16:
            return "uint16_t";
        case DataType::kUint32:
            return "uint32_t";
        case DataType::kUint64:
            return "uint64_t";
        case DataType::kBool:
            return "bool";
        case DataType::kFloat16:
            return tflite ? "" : "Ort::Float16_t";
        case DataType::kBFloat16:
            return tflite ? "" : "Ort::BFloat16_t";
        default:
            return {};
    }
}

std::string jvm_onnx_view(std::string_view variable, DataType type) {
    if (type == DataType::kString) return std::string(variable);
    const std::string_view suffix = jvm_type(type, false)->suffix;
    const std::string view = suffix.empty() ? fmt::format("{}Buffer", variable)
                                            : fmt::format("{}Buffer.as{}Buffer()", variable, suffix);
    return type == DataType::kFloat16
               ? fmt::format("Fp16Conversions.convertFloatBufferToFp16Buffer({})", view)
               : view;
}

std::string jvm_onnx_type(DataType type) {
    const auto jvm = jvm_type(type, false);
    return !jvm || jvm->onnx_type.empty() ? "" : fmt::format(", OnnxJavaType.{}", jvm->onnx_type);
}

}  // namespace netloupe::signature
