#pragma once

#include <vector>

#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::view {

/// Nodes that ONNX's quantized form writes in float and runtimes run in integers: an operator between
/// DequantizeLinear and QuantizeLinear, with the activation that merges into it. Only among them a float
/// stretch shows as what it is.
std::vector<bool> find_node_units(const Model& model, GraphId graph, const Meaning& meaning,
                                  const std::vector<bool>& constant_only);

}  // namespace netloupe::view
