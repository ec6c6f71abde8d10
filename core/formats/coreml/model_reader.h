#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// Reads the Model message in files[0].
Result<void> read_model_message(CoremlReading& reading);

/// Whether the bytes begin like a Model message.
bool is_model_message(Bytes head);

}  // namespace netloupe::coreml
