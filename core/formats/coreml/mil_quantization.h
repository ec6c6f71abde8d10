#pragma once

#include "model/model.h"

namespace netloupe::coreml {

/// Gives the stored weights of an operation that makes real ones of them (constexpr_affine_dequantize and its
/// like) their scales, or their palette. Other nodes are left as they are.
void attach_mil_quantization(Model& model, GraphId graph, NodeId node);

}  // namespace netloupe::coreml
