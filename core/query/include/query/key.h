#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace netloupe::query {

/// A node or tensor, or neither.
struct Element {
    GraphId graph;
    NodeId node;
    TensorId tensor;
};

/// A text that names an element so that it is found again after the file was converted anew: made of names
/// and operators first, of indices only to tell equals apart.
std::string key_of(const Model& model, GraphId graph, NodeId node);
std::string key_of(const Model& model, GraphId graph, TensorId tensor);

/// The element of the model that the key names best; none (graph invalid) when nothing resembles it.
Element resolve(const Model& model, std::string_view key);

}  // namespace netloupe::query
