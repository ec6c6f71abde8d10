#pragma once

#include "graph_facts.h"

namespace netloupe::lint {

/// Finds out scales while the model runs, or computes with integers whose scales are found out so.
bool is_dynamic_quantization(const GraphFacts& graph, NodeId node);

}  // namespace netloupe::lint
