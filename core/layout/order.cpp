#include "order.h"

#include <algorithm>

namespace netloupe::layout {
namespace {

/// Passes of neighbour swaps at most; each only removes crossings.
constexpr int kSwapPasses = 6;
/// Swapping compares all links of two neighbours; nodes with more links than this are left to the sweeps.
constexpr size_t kSwapDegree = 64;

/// Crossings between the links of `a` and `b` when `a` stands left of `b`, minus those when it stands right
/// of it. `links` lead to one neighbouring rank.
int64_t gain_of_swap(const Layers& layers, std::span<const uint32_t> a, std::span<const uint32_t> b) {
    int64_t gain = 0;
    for (const uint32_t x : a) {
        for (const uint32_t y : b) {
            gain += layers.position[x] > layers.position[y];
            gain -= layers.position[x] < layers.position[y];
        }
    }
    return gain;
}

bool few(const Layers& layers, uint32_t node) {
    return layers.down[node].size() <= kSwapDegree && layers.up[node].size() <= kSwapDegree;
}

}  // namespace

/// Sorts a rank by the mean position of its neighbours; nodes without any keep their places.
bool Orderer::sort_rank(Layers& layers, uint32_t rank, bool down) {
    const auto layer = layers.at(rank);
    const Rows& links = down ? layers.up : layers.down;
    keyed_.clear();
    slots_.clear();
    for (uint32_t i = 0; i < layer.size(); ++i) {
        const auto others = links[layer[i]];
        if (others.empty()) continue;
        uint64_t sum = 0;
        for (const uint32_t other : others) sum += layers.position[other];
        keyed_.push_back({static_cast<float>(sum) / static_cast<float>(others.size()), layer[i]});
        slots_.push_back(i);
    }
    const auto by_key = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
    if (std::ranges::is_sorted(keyed_, by_key)) return false;
    std::ranges::stable_sort(keyed_, by_key);
    for (size_t i = 0; i < slots_.size(); ++i) layer[slots_[i]] = keyed_[i].node;
    layers.renumber(rank);
    return true;
}

bool Orderer::sweep(Layers& layers, bool down, const CancelToken& cancel) {
    bool changed = false;
    const uint32_t ranks = layers.ranks();
    for (uint32_t i = 1; i < ranks && !cancel.cancelled(); ++i) {
        const uint32_t rank = down ? i : ranks - 1 - i;
        const uint32_t fixed = down ? rank - 1 : rank + 1;
        if (sorted_by_[down][rank] == version_[rank] + version_[fixed]) continue;
        if (sort_rank(layers, rank, down)) {
            ++version_[rank];
            changed = true;
        }
        sorted_by_[down][rank] = version_[rank] + version_[fixed];
    }
    return changed;
}

bool Orderer::swap_in_rank(Layers& layers, uint32_t rank) {
    const auto layer = layers.at(rank);
    bool changed = false;
    for (uint32_t i = 0; i + 1 < layer.size(); ++i) {
        const uint32_t a = layer[i];
        const uint32_t b = layer[i + 1];
        if (!few(layers, a) || !few(layers, b)) continue;
        const int64_t gain = gain_of_swap(layers, layers.up[a], layers.up[b]) +
                             gain_of_swap(layers, layers.down[a], layers.down[b]);
        if (gain <= 0) continue;
        std::swap(layer[i], layer[i + 1]);
        std::swap(layers.position[a], layers.position[b]);
        changed = true;
    }
    if (changed) ++version_[rank];
    return changed;
}

bool Orderer::swap_neighbours(Layers& layers, const CancelToken& cancel) {
    bool changed = false;
    for (uint32_t rank = 0; rank < layers.ranks() && !cancel.cancelled(); ++rank) {
        changed |= swap_in_rank(layers, rank);
    }
    return changed;
}

/// Crossings between a rank and the next.
uint64_t Orderer::count_gap(const Layers& layers, uint32_t rank) {
    const auto lower = static_cast<uint32_t>(layers.at(rank + 1).size());
    if (lower < 2 || layers.at(rank).size() < 2) return 0;
    tree_.assign(lower + 1, 0);
    uint64_t crossings = 0;
    uint32_t links = 0;
    for (const uint32_t node : layers.at(rank)) {
        const auto below = layers.down[node];
        for (const uint32_t other : below) {
            uint32_t not_right = 0;
            for (uint32_t i = layers.position[other] + 1; i > 0; i &= i - 1) not_right += tree_[i];
            crossings += links - not_right;
        }
        for (const uint32_t other : below) {
            for (uint32_t i = layers.position[other] + 1; i <= lower; i += i & (~i + 1)) ++tree_[i];
        }
        links += static_cast<uint32_t>(below.size());
    }
    return crossings;
}

uint64_t Orderer::count(const Layers& layers) {
    uint64_t sum = 0;
    for (uint32_t rank = 0; rank + 1 < layers.ranks(); ++rank) {
        const uint32_t versions = version_[rank] + version_[rank + 1];
        if (counted_[rank] != versions) {
            gap_crossings_[rank] = count_gap(layers, rank);
            counted_[rank] = versions;
        }
        sum += gap_crossings_[rank];
    }
    return sum;
}

void Orderer::keep_if_best(const Layers& layers) {
    const uint64_t crossings = count(layers);
    if (!best_.empty() && crossings >= best_crossings_) return;
    best_crossings_ = crossings;
    best_ = layers.nodes;
}

void Orderer::run(Layers& layers, uint32_t sweeps, const CancelToken& cancel) {
    const uint32_t ranks = layers.ranks();
    version_.assign(ranks, 1);
    for (auto& sorted : sorted_by_) sorted.assign(ranks, 0);
    counted_.assign(ranks, 0);
    gap_crossings_.assign(ranks, 0);
    best_.clear();
    keep_if_best(layers);
    for (uint32_t i = 0; i < sweeps && best_crossings_ > 0 && !cancel.cancelled(); ++i) {
        // The sinks are the better anchor: what hangs on constants gathers at its consumer.
        const bool changed = sweep(layers, i % 2 == 1, cancel);
        keep_if_best(layers);
        if (!changed && i > 0) break;
    }
    layers.nodes = best_;
    for (uint32_t rank = 0; rank < ranks; ++rank) {
        layers.renumber(rank);
        ++version_[rank];
    }
    for (int i = 0; i < kSwapPasses && best_crossings_ > 0; ++i) {
        if (!swap_neighbours(layers, cancel)) break;
    }
    best_crossings_ = count(layers);
}

}  // namespace netloupe::layout
