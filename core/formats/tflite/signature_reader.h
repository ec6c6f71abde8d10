#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Reads Model.signature_defs into Model::signatures; the graphs are read already.
void read_signatures(ReadContext& context);

}  // namespace netloupe::tflite
