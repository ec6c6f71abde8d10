#pragma once

#include "context.h"

namespace netloupe::lint {

/// The constant only fills or bounds: it hides attention scores from a Softmax, pads, clips, or is selected
/// from. Extreme and infinite values are at home there.
bool is_mask(const GraphFacts& graph, TensorId constant);

/// The constant is added to, or selected into, what goes to a Softmax.
bool feeds_softmax(const GraphFacts& graph, TensorId constant);

}  // namespace netloupe::lint
