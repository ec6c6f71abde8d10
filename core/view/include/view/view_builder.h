#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/cancellation.h"
#include "base/error.h"
#include "infer/shapes.h"
#include "lint/finding.h"
#include "model/model.h"

namespace netloupe {

struct ViewOptions {
    bool rightwards = false;                ///< The main path runs to the right instead of down.
    bool unfold = false;                    ///< Nodes of constants only get cards of their own.
    uint32_t generation = 0;                ///< Copied into the view.
    const infer::Shapes* shapes = nullptr;  ///< What was inferred; null: what the file declares.
};

/// Lays a graph out and writes the picture as the FlatBuffer of schemas/view.fbs. Near-linear in nodes and
/// edges; reads no weights. Errors: kNotFound (no such graph), kCancelled.
Result<std::vector<std::byte>> build_view(const Model& model, GraphId graph, const ViewOptions& options,
                                          std::span<const lint::Finding> findings, const CancelToken& cancel);

/// The nodes that each item of that view shows, in the order of its items: a card's own node, and those
/// folded into it; none for an input or output. Without such a graph, no items.
std::vector<std::vector<NodeId>> nodes_of_items(const Model& model, GraphId graph,
                                                const ViewOptions& options);

}  // namespace netloupe
