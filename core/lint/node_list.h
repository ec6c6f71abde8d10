#pragma once

#include <span>
#include <string>

#include "graph_facts.h"

namespace netloupe::lint {

/// The first few nodes by label: `Relu "a", Conv (node 4) and 12 more`.
std::string list_of(const GraphFacts& graph, std::span<const NodeId> nodes, size_t most = 3);

}  // namespace netloupe::lint
