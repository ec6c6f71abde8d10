#pragma once

#include "base/cancellation.h"
#include "container.h"
#include "model/model.h"

namespace netloupe::rknn {

/// Whether the data is a FlatBuffer with a graph.
bool has_compiled_graph(const Container& container);

/// Reads the graphs of the FlatBuffer behind those of the model. The first one is what the node of graphs[0]
/// runs that stands for the compiled model.
void read_compiled_graphs(Model& model, const Container& container, const CancelToken& cancel);

}  // namespace netloupe::rknn
