#pragma once

#include <vector>

#include "model/model.h"

namespace netloupe {

/// A graph that `node` holds, or one inside of it, reads `tensor` of the graph that the node is in.
struct HiddenRead {
    NodeId node;
    TensorId tensor;
};

/// By graph: what its nodes read without naming it as an input, sorted by tensor. Linear but for the depth of
/// graphs in graphs.
std::vector<std::vector<HiddenRead>> hidden_reads(const Model& model);

}  // namespace netloupe
