#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace netloupe {

/// Where a value of a JSON text begins, and the key before it; both are offsets.
struct JsonPlace {
    size_t key = 0;
    size_t value = 0;
};

/// The place that these keys and indices lead to, in a text that is valid JSON. As far as the path leads when
/// it leads nowhere.
JsonPlace find_json_place(std::string_view text, std::span<const std::string> path);

}  // namespace netloupe
