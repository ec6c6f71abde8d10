#pragma once

#include <vector>

#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::view {

/// By node: whether it computes from shapes alone (Shape, and Gather, Unsqueeze, Concat, ... behind it). Such
/// chains are often longer than the data's way to the Reshape that they end in, but not what one wants to see
/// straight. `constant_only` is Folding's. Linear.
std::vector<bool> find_shape_arithmetic(const Model& model, GraphId graph, const Meaning& meaning,
                                        const std::vector<bool>& constant_only);

}  // namespace netloupe::view
