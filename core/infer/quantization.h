#pragma once

#include "context.h"

namespace netloupe::infer {

// The same in the domains ai.onnx and com.microsoft.
void quantize_linear(Context& c);
void dequantize_linear(Context& c);

}  // namespace netloupe::infer
