#pragma once

#include <cstdint>
#include <vector>

#include "cost/memory_plan.h"

namespace netloupe::cost {

/// How long something is kept in memory.
struct Lifetime {
    TensorId tensor;  ///< None for the memory of a graph that a node runs.
    uint64_t bytes = 0;
    uint32_t first = 0;
    uint32_t last = 0;  ///< Included.
};

/// Places everything as TensorFlow Lite's planner does: what is alive throughout first, then the largest,
/// each into the smallest gap that fits among what is alive at the same time. Near-linear where few things
/// are alive at once; where that are too many (some hundreds on average), the rest goes above what is alive
/// at the same time, which is near-linear too. Fills arena, peak and tensors.
MemoryPlan plan_memory(std::vector<Lifetime> lifetimes, uint32_t nodes);

}  // namespace netloupe::cost
