#pragma once

#include <vector>

#include "model/model.h"

namespace netloupe::infer {

/// For each graph, its nodes so that each comes after those whose outputs it (or a graph in it) reads; empty
/// where the order of the file is such. Nodes of cycles come last. Linear.
std::vector<std::vector<NodeId>> node_orders(const Model& model);

}  // namespace netloupe::infer
