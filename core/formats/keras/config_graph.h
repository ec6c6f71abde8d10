#pragma once

#include "containers/json_document.h"
#include "layer_weights.h"
#include "model/model.h"

namespace netloupe::keras {

/// Makes the model's first graph of {"class_name": ..., "config": ...}; models that are layers become
/// functions that their nodes call. `weights` may know no file.
void add_config_graph(Model& model, const Json& config, LayerWeights& weights);

}  // namespace netloupe::keras
