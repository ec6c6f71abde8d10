#pragma once

#include <vector>

#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe {

/// The nodes of a graph that hang on constants alone: nothing they compute depends on an input of the graph
/// or on a value captured from outside, and it is the same in every run. Nodes that run other graphs, random
/// numbers, variables and unknown operators are not among them.
struct ConstantNodes {
    std::vector<bool> is_constant;  ///< By node.
    std::vector<NodeId> order;      ///< Those nodes, producers before consumers.
};

/// Linear.
ConstantNodes find_constant_nodes(const Model& model, GraphId graph, const Meaning& meaning);

}  // namespace netloupe
