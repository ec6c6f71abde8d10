#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Reads Model.metadata, named buffers that tools leave behind: the minimum runtime, and as Model metadata
/// whatever else is text.
void read_metadata(ReadContext& context);

}  // namespace netloupe::tflite
