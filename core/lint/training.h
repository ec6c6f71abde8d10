#pragma once

#include "graph_facts.h"

namespace netloupe::lint {

/// A BatchNormalization that normalizes with the statistics of the batch instead of stored ones.
bool normalizes_by_batch(const GraphFacts& graph, NodeId node);

}  // namespace netloupe::lint
