#pragma once

#include <cstdint>
#include <vector>

#include "layout/layout.h"
#include "rows.h"

namespace netloupe::layout {

inline constexpr uint32_t kNone = UINT32_MAX;

/// An edge between two different boxes of a part. Once the part is acyclic, `from` lies before `to`.
struct Arc {
    uint32_t from;
    uint32_t to;
    uint32_t port;
    uint32_t edge;  ///< Its number in the graph.
    float weight;
    float label;
    bool reversed = false;  ///< Turned round to break a cycle.
};

/// One connected part of the graph, its boxes numbered from 0 in the graph's order.
struct Part {
    std::vector<Size> sizes;
    std::vector<Arc> arcs;
    Rows out;                        ///< Arcs by `from`, ascending in `to`.
    Rows in;                         ///< Arcs by `to`, ascending in `from`.
    std::vector<uint32_t> sequence;  ///< The boxes in an order in which arcs point forward.

    [[nodiscard]] uint32_t boxes() const { return static_cast<uint32_t>(sizes.size()); }
};

}  // namespace netloupe::layout
