#pragma once

#include "paddle_reading.h"

namespace netloupe::paddle {

/// Reads a ProgramDesc (protobuf): its blocks become graphs, those inside operators subgraphs.
Result<void> read_program(PaddleReading& reading);

/// Whether the bytes begin with the first block of a program.
bool is_program(Bytes head);

}  // namespace netloupe::paddle
