#pragma once

#include "program_reading.h"

namespace netloupe::executorch {

/// Reads a Tensor table, value number `index` of its plan: what it is and where its values stand.
Tensor read_tensor(ProgramReading& reading, const FlatTable& table, uint32_t index, Place place);

/// "execution_plan[0].values[12]".
std::string value_path(GraphId plan, uint32_t index);

}  // namespace netloupe::executorch
