#include "formats/onnx/types.h"

#include <algorithm>
#include <array>

namespace netloupe::onnx {

namespace {

/// Index is the number in TensorProto.DataType.
constexpr std::array kTypes = std::to_array<DataType>({
    DataType::kUnknown,        DataType::kFloat32,      DataType::kUint8,          DataType::kInt8,
    DataType::kUint16,         DataType::kInt16,        DataType::kInt32,          DataType::kInt64,
    DataType::kString,         DataType::kBool,         DataType::kFloat16,        DataType::kFloat64,
    DataType::kUint32,         DataType::kUint64,       DataType::kComplex64,      DataType::kComplex128,
    DataType::kBFloat16,       DataType::kFloat8E4M3FN, DataType::kFloat8E4M3FNUZ, DataType::kFloat8E5M2,
    DataType::kFloat8E5M2FNUZ, DataType::kUint4,        DataType::kInt4,           DataType::kFloat4E2M1,
    DataType::kFloat8E8M0,     DataType::kUint2,        DataType::kInt2,
});

}  // namespace

DataType data_type_of(int64_t code) {
    if (code < 0 || static_cast<uint64_t>(code) >= kTypes.size()) return DataType::kUnknown;
    return kTypes[static_cast<size_t>(code)];
}

int32_t code_of(DataType type) {
    const auto found = std::ranges::find(kTypes, type);
    return found == kTypes.end() ? 0 : static_cast<int32_t>(found - kTypes.begin());
}

std::string tensor_type_text(const Model& model, DataType type, const Shape& shape) {
    std::string text(name(type));
    if (!shape.known || shape.dims.empty()) return text;
    text += '[';
    const char* separator = "";
    for (const Dimension& dim : model.dims_of(shape)) {
        text += separator;
        separator = ",";
        const std::string_view symbol = model.text(dim.symbol);
        if (dim.fixed()) {
            text += std::to_string(dim.value);
        } else {
            text += symbol.empty() ? std::string_view("?") : symbol;
        }
    }
    return text + ']';
}

std::string_view shown_domain(std::string_view domain) {
    return domain.empty() ? std::string_view("ai.onnx") : domain;
}

bool is_standard_domain(std::string_view domain) {
    static constexpr std::array<std::string_view, 5> kStandard = {
        "", "ai.onnx", "ai.onnx.ml", "ai.onnx.training", "ai.onnx.preview.training"};
    return std::ranges::find(kStandard, domain) != kStandard.end();
}

}  // namespace netloupe::onnx
