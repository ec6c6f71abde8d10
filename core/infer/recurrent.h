#pragma once

#include "context.h"

namespace netloupe::infer {

/// RNN, GRU and LSTM of ONNX: all states, the last one, and the last cell state.
void recur(Context& c);

}  // namespace netloupe::infer
