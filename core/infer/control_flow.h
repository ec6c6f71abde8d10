#pragma once

#include <span>
#include <vector>

#include "context.h"

namespace netloupe::infer {

/// What flows into each run of a body and out of the last one, when the body begins with `initial` and its
/// outputs [first, first + initial.size()) flow into the next run. `others` are inputs before and behind the
/// states. The outputs are those of a run whose states are what all runs have in common.
struct Repeated {
    std::vector<TensorShape> states;
    std::vector<TensorShape> outputs;  ///< Empty when the body could not be followed.
};
Repeated repeat(Context& c, GraphId body, std::span<const TensorShape> before,
                std::span<const TensorShape> initial, std::span<const TensorShape> behind, size_t first);

}  // namespace netloupe::infer
