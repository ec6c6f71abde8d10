#pragma once

#include "layers.h"

namespace netloupe::layout {

/// Orders the nodes of each rank so that few links cross: barycenter sweeps, then swaps of neighbours. Keeps
/// the best order seen; ties keep the order they had.
class Orderer {
public:
    void run(Layers& layers, uint32_t sweeps, const CancelToken& cancel);
    /// Crossings of the order found last.
    [[nodiscard]] uint64_t crossings() const { return best_crossings_; }

private:
    bool sweep(Layers& layers, bool down, const CancelToken& cancel);
    bool sort_rank(Layers& layers, uint32_t rank, bool down);
    bool swap_neighbours(Layers& layers, const CancelToken& cancel);
    bool swap_in_rank(Layers& layers, uint32_t rank);
    [[nodiscard]] uint32_t versions_around(uint32_t rank) const;
    uint64_t count(const Layers& layers);
    uint64_t count_gap(const Layers& layers, uint32_t rank);
    bool keep_if_best(const Layers& layers);

    std::vector<uint64_t> keys_;     ///< Of a rank's nodes: where they want to be, then where they are.
    std::vector<uint32_t> slots_;    ///< The places of the nodes that have a key.
    std::vector<uint32_t> before_;   ///< The rank's nodes before sorting.
    std::vector<uint32_t> tree_;     ///< Fenwick tree over a rank's positions.
    std::vector<uint32_t> version_;  ///< Per rank, grows when its order changes.
    std::vector<uint32_t>
        sorted_by_[2];               ///< Per rank and direction, sum of versions when it was last sorted.
    std::vector<uint32_t> swapped_;  ///< Per rank, sum of versions around it when no swap helped.
    std::vector<uint32_t> counted_;  ///< Per gap, sum of versions when its crossings were counted.
    std::vector<uint64_t> gap_crossings_;
    std::vector<uint32_t> best_;  ///< `nodes` of the best order.
    uint64_t best_crossings_ = 0;
};

}  // namespace netloupe::layout
