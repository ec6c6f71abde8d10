#pragma once

#include <span>

#include "formats/onnx/scope.h"
#include "model/model.h"

/// What ONNX graphs mean beyond their wire form; the ORT format shares it.
namespace netloupe::onnx {

/// The last step of reading, when all graphs hold their nodes, tensors and initializers: names of type
/// attributes, values of Constant nodes, captures, producers and consumers, quantization. `scopes[i]` belongs
/// to graphs[i].
void finish_graphs(Model& model, std::span<const GraphScope> scopes);

/// Gives each output of a Constant node the values of its attribute (`value`, `sparse_value`, `value_int`,
/// `value_floats`, ...). The nodes stay.
void attach_constant_nodes(Model& model);

/// Turns integer attributes of standard operators that number an element type (Cast's `to`, `dtype`, ...)
/// into enumerators with the type's name.
void name_type_attributes(Model& model);

/// Sets version and is_custom of the graph's nodes by the opsets that its model or function imports. A node
/// whose domain is not imported keeps version 0.
void assign_versions(const Model& model, Graph& graph, std::span<const OpsetImport> imports);

}  // namespace netloupe::onnx
