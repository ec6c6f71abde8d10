#pragma once

#include <vector>

#include "infer/known_types.h"
#include "model/model.h"
#include "ops/meaning.h"
#include "schemas/view_generated.h"

namespace netloupe::view {

/// Class of each tensor's type: what is known, else what the operator makes of the types that it
/// takes. Many exporters state no types between a graph's inputs and its outputs.
std::vector<DtypeClass> type_classes(const Model& model, GraphId graph, const Meaning& meaning,
                                     const infer::KnownTypes& known);

}  // namespace netloupe::view
