#pragma once

#include "program_reading.h"

namespace netloupe::executorch {

/// Reads a Plan table (one method of the module) as the next graph.
void read_plan(ProgramReading& reading, const FlatTable& table);

}  // namespace netloupe::executorch
