#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "infer/known_types.h"
#include "model/model.h"

namespace netloupe::query {

/// One line of the tree that lists a model: graphs, name scopes within them, nodes, inputs and outputs.
struct TreeItem {
    enum class Kind : uint8_t { kGraph, kScope, kNode, kInput, kOutput, kRange };

    std::string id;  ///< For tree_children(); unique in the model.
    std::string label;
    std::string description;
    Kind kind = Kind::kNode;
    bool has_children = false;
    GraphId graph;
    NodeId node;
    TensorId tensor;
    std::vector<NodeId> nodes;  ///< Of a scope or range: the nodes in it.
};

/// Siblings beyond this many are put in ranges.
inline constexpr size_t kTreeSiblings = 200;
inline constexpr size_t kTreeRange = 100;

/// The children of the item of that id; the roots for an empty one. A model of one graph has that graph's
/// inputs, scopes, nodes and outputs as its roots; a node that holds graphs has them as children. Error
/// kInvalid for an id that no item has.
Result<std::vector<TreeItem>> tree_children(const Model& model, const infer::KnownTypes& types,
                                            std::string_view id);

}  // namespace netloupe::query
