#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "containers/flatbuffer_schema.h"

namespace netloupe {

/// A table of type `type` as JSON, by reflection: fields that are present, in the order of their ids,
/// enumerators by name, a union as {"member": {...}}. Nothing when it nests deeper than limits::kNesting or
/// has more than `values` values. Faults are left in the table's source.
std::optional<std::string> to_json(const FlatSchema& schema, const FlatTable& table, std::string_view type,
                                   uint64_t values);

}  // namespace netloupe
