#pragma once

#include "part.h"

namespace netloupe::layout {

/// Breaks cycles: turns the arcs that lead back in a depth-first walk in file order, then fills `out`, `in`
/// and `sequence`. Buffers live on from part to part.
class CycleBreaker {
public:
    void run(Part& part, const CancelToken& cancel);

private:
    void index_arcs(Part& part);
    bool walk(Part& part, uint32_t root);

    std::vector<uint8_t> state_;
    std::vector<uint32_t> next_;  ///< Per box, the next arc of `out` to follow.
    std::vector<uint32_t> stack_;
};

}  // namespace netloupe::layout
