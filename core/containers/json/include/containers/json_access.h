#pragma once

#include <string_view>

#include "containers/json_document.h"

/// Access to JSON that a machine wrote and that may be something else: what is not as expected reads as null,
/// empty, or the fallback.
namespace netloupe::json {

inline const Json& member(const Json& value, const char* name) {
    static const Json kNone;
    if (!value.is_object()) return kNone;
    const auto found = value.find(name);
    return found == value.end() ? kNone : *found;
}

inline const Json& element(const Json& value, size_t index) {
    static const Json kNone;
    return value.is_array() && index < value.size() ? value[index] : kNone;
}

/// The value when it is an array, else an empty one.
inline const Json& array(const Json& value) {
    static const Json kEmpty = Json::array();
    return value.is_array() ? value : kEmpty;
}

inline std::string_view text(const Json& value) {
    const auto* found = value.get_ptr<const std::string*>();
    return found == nullptr ? std::string_view() : std::string_view(*found);
}

inline int64_t integer(const Json& value, int64_t fallback) {
    return value.is_number_integer() ? value.get<int64_t>() : fallback;
}

inline double real(const Json& value, double fallback) {
    return value.is_number() ? value.get<double>() : fallback;
}

}  // namespace netloupe::json
