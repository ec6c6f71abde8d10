#pragma once

#include "containers/flatbuffer_view.h"
#include "model/model.h"

namespace netloupe::executorch {

/// Says in the constant how it lies in memory, when that is not row after row: `order` has its dimensions
/// from the outermost to the innermost. False when it is no order of its dimensions.
bool set_order(Model& model, Constant& constant, const FlatNumbers<uint8_t>& order);

}  // namespace netloupe::executorch
