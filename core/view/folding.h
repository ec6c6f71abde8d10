#pragma once

#include <vector>

#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::view {

/// Which nodes have no card of their own because their values hang on constants alone (a DEQUANTIZE of
/// weights, a Constant, a Transpose of a weight): they are shown in the card of the node that uses them.
struct Folding {
    std::vector<bool> constant_only;  ///< By node: nothing it computes depends on an input of the graph.
    std::vector<NodeId> shown_by;  ///< By node: the node whose card shows it; none when it has its own card.
};

/// With `unfold`, constant_only is found but every node keeps its card. Linear.
Folding fold_constants(const Model& model, GraphId graph, const Meaning& meaning, bool unfold);

}  // namespace netloupe::view
