#pragma once

#include "model/model.h"

namespace netloupe::executorch {

/// Gives the integer tensor of a kernel that quantizes or dequantizes the scales and zero points that the
/// kernel is called with. Other nodes are left as they are.
void attach_quantization(Model& model, Graph& graph, const Node& node);

}  // namespace netloupe::executorch
