#include "types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace netloupe::openvino {

namespace {

using Row = std::pair<std::string_view, DataType>;

constexpr auto kTypes = std::to_array<Row>({
    {"f32", DataType::kFloat32},       {"f16", DataType::kFloat16},
    {"i64", DataType::kInt64},         {"i32", DataType::kInt32},
    {"i8", DataType::kInt8},           {"u8", DataType::kUint8},
    {"i4", DataType::kInt4},           {"u4", DataType::kUint4},
    {"boolean", DataType::kBool},      {"bool", DataType::kBool},
    {"bf16", DataType::kBFloat16},     {"f64", DataType::kFloat64},
    {"i16", DataType::kInt16},         {"u16", DataType::kUint16},
    {"u32", DataType::kUint32},        {"u64", DataType::kUint64},
    {"u1", DataType::kUint1},          {"bin", DataType::kUint1},
    {"u2", DataType::kUint2},          {"string", DataType::kString},
    {"nf4", DataType::kNormalFloat4},  {"f8e4m3", DataType::kFloat8E4M3FN},
    {"f8e5m2", DataType::kFloat8E5M2}, {"f8e8m0", DataType::kFloat8E8M0},
    {"f4e2m1", DataType::kFloat4E2M1},
});

}  // namespace

DataType data_type_of(std::string_view name) {
    std::array<char, 8> buffer{};
    if (name.size() > buffer.size()) return DataType::kUnknown;
    std::ranges::transform(name, buffer.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string_view lower(buffer.data(), name.size());
    if (lower.starts_with("fp")) {  // FP32 of the older versions is f32.
        buffer[1] = 'f';
        lower.remove_prefix(1);
    }
    const auto found = std::ranges::find(kTypes, lower, &Row::first);
    return found == kTypes.end() ? DataType::kUnknown : found->second;
}

}  // namespace netloupe::openvino
