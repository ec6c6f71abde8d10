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
    struct Keyed {
        float key;
        uint32_t node;
    };
    bool sweep(Layers& layers, bool down, const CancelToken& cancel);
    bool sort_rank(Layers& layers, uint32_t rank, bool down);
    bool swap_neighbours(Layers& layers, const CancelToken& cancel);
    bool swap_in_rank(Layers& layers, uint32_t rank);
    uint64_t count(const Layers& layers);
    uint64_t count_gap(const Layers& layers, uint32_t rank);
    void keep_if_best(const Layers& layers);

    std::vector<Keyed> keyed_;
    std::vector<uint32_t> slots_;
    std::vector<uint32_t> tree_;     ///< Fenwick tree over a rank's positions.
    std::vector<uint32_t> version_;  ///< Per rank, grows when its order changes.
    std::vector<uint32_t>
        sorted_by_[2];               ///< Per rank and direction, sum of versions when it was last sorted.
    std::vector<uint32_t> counted_;  ///< Per gap, sum of versions when its crossings were counted.
    std::vector<uint64_t> gap_crossings_;
    std::vector<uint32_t> best_;  ///< `nodes` of the best order.
    uint64_t best_crossings_ = 0;
};

}  // namespace netloupe::layout
