#pragma once

#include "base/error.h"
#include "containers/json_document.h"
#include "targets/target.h"

namespace netloupe::targets {

/// The target that the document describes; else the first thing that is wrong with it.
Result<Target> read_target(JsonDocument& document);

}  // namespace netloupe::targets
