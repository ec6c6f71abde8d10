#pragma once

#include "paddle_reading.h"

namespace netloupe::paddle {

/// Reads a program of the newer intermediate representation, which is JSON: its blocks become graphs.
Result<void> read_pir(PaddleReading& reading);

/// Whether the bytes begin such a file.
bool is_pir(Bytes head);

}  // namespace netloupe::paddle
