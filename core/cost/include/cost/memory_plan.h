#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace netloupe::cost {

/// Where tensors of activations lie in one block of memory when the nodes run in the order of the file.
struct MemoryPlan {
    struct Tensor {
        TensorId tensor;
        uint64_t offset = 0;
        uint64_t bytes = 0;
        uint32_t first = 0;  ///< Nodes between which the tensor is alive, both included.
        uint32_t last = 0;
    };
    /// What it takes, of greatest sum of bytes alive, and the size of the block: none where extents are not
    /// known, or a sum exceeds 64 bits.
    std::optional<uint64_t> arena_bytes;
    uint64_t live_bytes = 0;  ///< Greatest sum of bytes alive at one node: no plan takes less.
    NodeId peak;              ///< Where that is, the first such node; none for a graph without nodes.
    std::vector<TensorId> peak_tensors;  ///< Alive there, largest first.
    std::vector<Tensor> tensors;         ///< In the order of the graph's tensors.
    std::vector<std::string> unbound;    ///< Symbols without which there is no plan.
    uint32_t unknown = 0;                ///< Tensors whose bytes are unknown whatever is bound.
};

}  // namespace netloupe::cost
