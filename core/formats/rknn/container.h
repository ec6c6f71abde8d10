#pragma once

#include <optional>
#include <string_view>

#include "base/byte_cursor.h"

namespace netloupe::rknn {

/// The parts of a file: a header, the compiled model, and JSON that describes it.
struct Container {
    uint64_t version = 0;
    uint64_t data_offset = 0;
    Bytes data;             ///< What there is of it.
    std::string_view json;  ///< Empty when the file ends before it.
    bool cut = false;       ///< The file is shorter than its header says.
};

/// Nothing when the file is no such container.
std::optional<Container> open_container(Bytes file);

}  // namespace netloupe::rknn
