#include "place.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace netloupe::layout {
namespace {

constexpr float kFar = std::numeric_limits<float>::max();
/// Passes that move blocks to their neighbours, alternating in direction.
constexpr int kRelaxations = 4;

/// How much it is worth to make a link vertical.
int64_t worth(const Layers& layers, const Lines& lines, uint32_t upper, uint32_t lower) {
    if (lines.backbone[upper] == lower) return int64_t{1} << 40;
    if (layers.is_bend(upper) && layers.is_bend(lower)) return 64;
    int64_t weight = 2;
    if (lines.heavy_down[upper] == lower) weight += 8;
    if (lines.heavy_up[lower] == upper) weight += 8;
    if (layers.down[upper].size() == 1) weight += 3;
    if (layers.up[lower].size() == 1) weight += 3;
    return weight;
}

}  // namespace

/// Chooses the links between a rank and the next that become vertical: the set of greatest weight in which no
/// two cross or share a node. The links sorted by their upper end, that is the heaviest increasing sequence
/// of lower ends.
void Placer::align(const Layers& layers, const Lines& lines, uint32_t rank) {
    const auto lower_size = static_cast<uint32_t>(layers.at(rank + 1).size());
    chains_.clear();
    tree_.assign(lower_size + 1, kNone);
    const auto heavier = [&](uint32_t a, uint32_t b) {
        return b == kNone || (a != kNone && chains_[a].weight > chains_[b].weight);
    };
    for (const uint32_t upper : layers.at(rank)) {
        const auto first_new = static_cast<uint32_t>(chains_.size());
        for (const uint32_t lower : layers.down[upper]) {
            uint32_t best = kNone;
            for (uint32_t i = layers.position[lower]; i > 0; i &= i - 1) {
                if (heavier(tree_[i], best)) best = tree_[i];
            }
            const int64_t before = best == kNone ? 0 : chains_[best].weight;
            chains_.push_back({before + worth(layers, lines, upper, lower), upper, lower, best});
        }
        for (uint32_t chain = first_new; chain < chains_.size(); ++chain) {
            for (uint32_t i = layers.position[chains_[chain].lower] + 1; i <= lower_size; i += i & (~i + 1)) {
                if (heavier(chain, tree_[i])) tree_[i] = chain;
            }
        }
    }
    uint32_t best = kNone;
    for (uint32_t i = lower_size; i > 0; i &= i - 1) {
        if (heavier(tree_[i], best)) best = tree_[i];
    }
    for (; best != kNone; best = chains_[best].before) {
        below_[chains_[best].upper] = chains_[best].lower;
        above_[chains_[best].lower] = chains_[best].upper;
    }
}

void Placer::form_blocks(const Layers& layers, const Lines& lines) {
    block_of_.resize(layers.size());
    top_.clear();
    backbone_ = kNone;
    for (const uint32_t node : layers.nodes) {
        if (above_[node] == kNone) {
            block_of_[node] = static_cast<uint32_t>(top_.size());
            top_.push_back(node);
        } else {
            block_of_[node] = block_of_[above_[node]];
        }
        if (lines.backbone[node] != kNone) backbone_ = block_of_[node];
    }
}

/// Sorts the blocks so that of two neighbours in a rank the left one comes first. Blocks do not cross, so
/// that such an order exists.
void Placer::sort_blocks(const Layers& layers) {
    waiting_.assign(top_.size(), 0);
    for (const uint32_t node : layers.nodes) waiting_[block_of_[node]] += layers.position[node] > 0;
    sequence_.clear();
    for (uint32_t block = 0; block < top_.size(); ++block) {
        if (waiting_[block] == 0) sequence_.push_back(block);
    }
    for (size_t i = 0; i < sequence_.size(); ++i) {
        for (uint32_t node = top_[sequence_[i]]; node != kNone; node = below_[node]) {
            const auto layer = layers.at(static_cast<uint32_t>(layers.rank[node]));
            const uint32_t right = layers.position[node] + 1;
            if (right == layer.size()) continue;
            const uint32_t block = block_of_[layer[right]];
            if (--waiting_[block] == 0) sequence_.push_back(block);
        }
    }
}

float Placer::space(const Layers& layers, uint32_t left, uint32_t right) const {
    const bool passing = layers.is_bend(left) || layers.is_bend(right);
    return half_[left] + half_[right] + (passing ? options_->edge_gap : options_->box_gap);
}

float Placer::left_limit(const Layers& layers, uint32_t block) const {
    float limit = -kFar;
    for (uint32_t node = top_[block]; node != kNone; node = below_[node]) {
        if (layers.position[node] == 0) continue;
        const auto layer = layers.at(static_cast<uint32_t>(layers.rank[node]));
        const uint32_t left = layer[layers.position[node] - 1];
        limit = std::max(limit, at_[block_of_[left]] + space(layers, left, node));
    }
    return limit;
}

float Placer::right_limit(const Layers& layers, uint32_t block) const {
    float limit = kFar;
    for (uint32_t node = top_[block]; node != kNone; node = below_[node]) {
        const auto layer = layers.at(static_cast<uint32_t>(layers.rank[node]));
        if (layers.position[node] + 1 == layer.size()) continue;
        const uint32_t right = layer[layers.position[node] + 1];
        limit = std::min(limit, at_[block_of_[right]] - space(layers, node, right));
    }
    return limit;
}

/// Packs all blocks to the left, then those left of the backbone to the right, against it.
void Placer::pack(const Layers& layers) {
    at_.assign(top_.size(), 0);
    for (const uint32_t block : sequence_) {
        const float limit = left_limit(layers, block);
        at_[block] = limit == -kFar ? 0 : limit;
    }
    leads_to_backbone_.assign(top_.size(), 0);
    for (const uint32_t block : sequence_ | std::views::reverse) {
        if (block == backbone_) {
            leads_to_backbone_[block] = 1;
            continue;
        }
        for (uint32_t node = top_[block]; node != kNone && !leads_to_backbone_[block]; node = below_[node]) {
            const auto layer = layers.at(static_cast<uint32_t>(layers.rank[node]));
            const uint32_t right = layers.position[node] + 1;
            if (right < layer.size()) leads_to_backbone_[block] = leads_to_backbone_[block_of_[layer[right]]];
        }
        if (leads_to_backbone_[block]) at_[block] = right_limit(layers, block);
    }
}

void Placer::move_to_median(const Layers& layers, uint32_t block) {
    others_.clear();
    for (uint32_t node = top_[block]; node != kNone; node = below_[node]) {
        for (const Rows* links : {&layers.up, &layers.down}) {
            for (const uint32_t other : (*links)[node]) {
                if (block_of_[other] != block) others_.push_back(at_[block_of_[other]]);
            }
        }
    }
    if (others_.empty()) return;
    const auto middle = others_.begin() + static_cast<std::ptrdiff_t>(others_.size() / 2);
    std::ranges::nth_element(others_, middle);
    const float high = *middle;
    const float low = others_.size() % 2 == 1 ? high : *std::max_element(others_.begin(), middle);
    const float wanted = std::clamp(at_[block], low, high);
    const float least = left_limit(layers, block);
    at_[block] = std::max(least, std::min(wanted, right_limit(layers, block)));
}

void Placer::relax(const Layers& layers, bool rightwards) {
    const auto move = [&](uint32_t block) {
        if (block != backbone_) move_to_median(layers, block);
    };
    if (rightwards) {
        std::ranges::for_each(sequence_ | std::views::reverse, move);
    } else {
        std::ranges::for_each(sequence_, move);
    }
}

void Placer::run(const Part& part, const Layers& layers, const Lines& lines, const Options& options,
                 std::vector<float>& x, const CancelToken& cancel) {
    options_ = &options;
    half_.assign(layers.size(), 0);
    for (uint32_t box = 0; box < part.boxes(); ++box) half_[box] = part.sizes[box].width / 2;
    below_.assign(layers.size(), kNone);
    above_.assign(layers.size(), kNone);
    for (uint32_t rank = 0; rank + 1 < layers.ranks() && !cancel.cancelled(); ++rank)
        align(layers, lines, rank);
    form_blocks(layers, lines);
    sort_blocks(layers);
    pack(layers);
    for (int i = 0; i < kRelaxations && !cancel.cancelled(); ++i) relax(layers, i % 2 == 0);
    x.resize(layers.size());
    for (uint32_t node = 0; node < layers.size(); ++node) x[node] = at_[block_of_[node]];
}

}  // namespace netloupe::layout
