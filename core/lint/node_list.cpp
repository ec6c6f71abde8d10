#include "node_list.h"

#include <fmt/core.h>

#include <algorithm>

namespace netloupe::lint {

std::string list_of(const GraphFacts& graph, std::span<const NodeId> nodes, size_t most) {
    std::string text;
    const size_t shown = std::min(most, nodes.size());
    for (size_t i = 0; i < shown; ++i) {
        if (i > 0) text += i + 1 == nodes.size() ? " and " : ", ";
        text += graph.label(nodes[i]);
    }
    if (nodes.size() > shown) text += fmt::format(" and {} more", nodes.size() - shown);
    return text;
}

}  // namespace netloupe::lint
