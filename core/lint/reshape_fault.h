#pragma once

#include <optional>

#include "context.h"

namespace netloupe::lint {

/// A Reshape whose constant shape has another number of elements than its input of fixed shape.
struct ReshapeFault {
    int64_t elements = 0;             ///< Of the input.
    std::vector<int64_t> shape = {};  ///< As the model has it.
};
/// Nothing for other nodes.
std::optional<ReshapeFault> reshape_fault(const Context& context, const GraphFacts& graph, NodeId node);

}  // namespace netloupe::lint
