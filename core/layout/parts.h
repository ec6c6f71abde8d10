#pragma once

#include "part.h"

namespace netloupe::layout {

/// Finds the parts of a graph that are not connected with each other, numbered by their first box.
class Parts {
public:
    explicit Parts(const Graph& graph);

    [[nodiscard]] uint32_t count() const { return boxes_.count(); }
    /// The boxes of a part, ascending.
    [[nodiscard]] std::span<const uint32_t> boxes(uint32_t part) const { return boxes_[part]; }
    /// Fills the sizes and arcs of a part; edges from a box to itself are left out.
    void load(uint32_t number, Part& part) const;

private:
    const Graph& graph_;
    Rows boxes_;
    Rows edges_;
    std::vector<uint32_t> local_;  ///< Per box, its number in its part.
};

}  // namespace netloupe::layout
