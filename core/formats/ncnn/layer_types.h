#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace netloupe::ncnn {

/// What a parameter of a layer is; in files it has only a number.
struct ParameterType {
    enum class Kind : uint8_t { kInt, kReal, kText };
    uint32_t id = 0;
    std::string_view name;
    Kind kind = Kind::kInt;
    bool is_list = false;
};

struct LayerType {
    std::string_view name;
    std::vector<ParameterType> parameters;

    [[nodiscard]] const ParameterType* parameter(uint32_t id) const;
};

/// The type of that name; null for a custom one.
const LayerType* find_layer_type(std::string_view name);
/// The type that has this number in binary files; null for a custom one.
const LayerType* layer_type_of(uint32_t index);

/// What the value of an enumerated parameter means: "Max" of pooling_type 0; empty for other parameters and
/// values.
std::string_view meaning_of(std::string_view layer, std::string_view parameter, int64_t value);

}  // namespace netloupe::ncnn
