#pragma once

#include <string_view>

#include "model/model.h"

namespace netloupe::lint {

/// What loading a pickle that takes this from a module may do.
enum class ImportRisk : uint8_t {
    kNone,       ///< What frameworks put into their own files: tensors, arrays, their modules.
    kUnknown,    ///< Anything else: its author alone knows what it does.
    kDangerous,  ///< It runs programs or code, or opens files and connections.
};
ImportRisk risk_of(std::string_view module, std::string_view name);

}  // namespace netloupe::lint
