#pragma once

#include "model/model.h"
#include "ops/operator_schema.h"

namespace netloupe {

/// The signature of the node's operator; null for one that no table knows, and for the call of a function
/// that the model defines, which is not the operator of that name.
const OperatorSchema* schema_of(const Model& model, const Node& node);

}  // namespace netloupe
