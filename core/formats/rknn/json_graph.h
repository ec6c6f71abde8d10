#pragma once

#include "container.h"
#include "model/model.h"

namespace netloupe::rknn {

/// Reads the JSON of a container as graphs[0], and what it says of the model. False when it is none.
bool read_json_graph(Model& model, const Container& container);

}  // namespace netloupe::rknn
