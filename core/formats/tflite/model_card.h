#pragma once

#include <vector>

#include "read_context.h"

namespace netloupe::tflite {

/// Reads a TFLITE_METADATA buffer: what the model is for goes into the Model and `out`, what its inputs and
/// outputs mean into the metadata of their tensors. `base` is the buffer's offset in the file.
void read_model_card(ReadContext& context, Bytes bytes, uint64_t base, std::vector<KeyValue>& out);

}  // namespace netloupe::tflite
