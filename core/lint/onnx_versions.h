#pragma once

#include <cstdint>

#include "model/model.h"

namespace netloupe::lint {

/// The IR version that the file states; 0 when it states none.
int64_t ir_version(const Model& model);

/// The version of the standard operators that the model imports; 0 when it imports none.
int64_t standard_opset(const Model& model);

}  // namespace netloupe::lint
