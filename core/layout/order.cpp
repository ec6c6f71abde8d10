#include "order.h"

#include <algorithm>
#include <bit>

namespace netloupe::layout {
namespace {

/// After so many sweeps without fewer crossings none are expected.
constexpr int kPatience = 4;
/// Passes of neighbour swaps at most; each only removes crossings.
constexpr int kSwapPasses = 4;
/// Swapping compares all links of two neighbours; nodes with more links than this are left to the sweeps.
constexpr size_t kSwapDegree = 64;
/// Wider ranks than this are left to the sweeps too: nobody follows single links in them.
constexpr size_t kSwapWidth = 256;

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
    keys_.clear();
    slots_.clear();
    for (uint32_t i = 0; i < layer.size(); ++i) {
        const auto others = links[layer[i]];
        if (others.empty()) continue;
        uint64_t sum = 0;
        for (const uint32_t other : others) sum += layers.position[other];
        const float mean = static_cast<float>(sum) / static_cast<float>(others.size());
        keys_.push_back(uint64_t{std::bit_cast<uint32_t>(mean)} << 32 |
                        i);  // Bits of positive floats sort as they do.
        slots_.push_back(i);
    }
    if (std::ranges::is_sorted(keys_)) return false;
    std::ranges::sort(keys_);
    before_.assign(layer.begin(), layer.end());
    for (size_t i = 0; i < slots_.size(); ++i) layer[slots_[i]] = before_[static_cast<uint32_t>(keys_[i])];
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
    if (layer.size() > kSwapWidth) return false;
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

uint32_t Orderer::versions_around(uint32_t rank) const {
    return version_[rank] + (rank > 0 ? version_[rank - 1] : 0) +
           (rank + 1 < version_.size() ? version_[rank + 1] : 0);
}

bool Orderer::swap_neighbours(Layers& layers, const CancelToken& cancel) {
    bool changed = false;
    for (uint32_t rank = 0; rank < layers.ranks() && !cancel.cancelled(); ++rank) {
        if (swapped_[rank] == versions_around(rank)) continue;
        if (swap_in_rank(layers, rank)) {
            changed = true;
        } else {
            swapped_[rank] = versions_around(rank);
        }
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

bool Orderer::keep_if_best(const Layers& layers) {
    const uint64_t crossings = count(layers);
    if (!best_.empty() && crossings >= best_crossings_) return false;
    best_crossings_ = crossings;
    best_ = layers.nodes;
    return true;
}

void Orderer::run(Layers& layers, uint32_t sweeps, const CancelToken& cancel) {
    const uint32_t ranks = layers.ranks();
    version_.assign(ranks, 1);
    for (auto& sorted : sorted_by_) sorted.assign(ranks, 0);
    swapped_.assign(ranks, 0);
    counted_.assign(ranks, 0);
    gap_crossings_.assign(ranks, 0);
    best_.clear();
    keep_if_best(layers);
    int idle = 0;
    for (uint32_t i = 0; i < sweeps && best_crossings_ > 0 && !cancel.cancelled(); ++i) {
        // The sinks are the better anchor: what hangs on constants gathers at its consumer.
        bool changed = sweep(layers, i % 2 == 1, cancel);
        for (int pass = 0; pass < kSwapPasses && swap_neighbours(layers, cancel); ++pass) changed = true;
        idle = keep_if_best(layers) ? 0 : idle + 1;
        if ((!changed && i > 0) || idle == kPatience) break;
    }
    layers.nodes = best_;
    for (uint32_t rank = 0; rank < ranks; ++rank) layers.renumber(rank);
}

}  // namespace netloupe::layout
