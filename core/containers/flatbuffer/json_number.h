#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace netloupe {

/// A real number as JSON, the way people wrote it: 0.1, not the double nearest to the float nearest to 0.1.
/// JSON has no infinities and no NaN; they become their names.
inline nlohmann::ordered_json json_real(double value) {
    if (!std::isfinite(value)) return fmt::format("{}", value);
    const auto narrow = static_cast<float>(value);
    return double{narrow} == value ? std::strtod(fmt::format("{}", narrow).c_str(), nullptr) : value;
}

}  // namespace netloupe
