#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancellation.h"
#include "infer/known_types.h"
#include "model/model.h"

namespace netloupe::query {

/// A node or a tensor that a search found.
struct Hit {
    GraphId graph;
    NodeId node;  ///< One of node and tensor is valid.
    TensorId tensor;
};

struct Hits {
    std::vector<Hit> hits;  ///< In file order, at most the limit.
    uint64_t total = 0;     ///< Without the limit.
};

/// Searches a model. Words of the query are ANDed; each is found anywhere in a text, in any case, or is the
/// whole text when it stands in double quotes. A bare word looks at operators, names of nodes and names of
/// tensors; `op:`, `name:`, `tensor:`, `dtype:` and `shape:` at that only, and `op:` means the whole name
/// when there is an operator of that name. Nodes are found unless all words speak of tensors (tensor:,
/// dtype:, shape:), where a node has the types and shapes of its outputs; tensors are found unless a word
/// speaks of nodes (op:, name:). No graph: all graphs. An empty query finds nothing.
Hits find(const Model& model, const infer::KnownTypes& types, std::string_view query, GraphId only_graph,
          size_t limit, const CancelToken& cancel = {});

}  // namespace netloupe::query
