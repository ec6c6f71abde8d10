#include "layers.h"

#include <algorithm>
#include <tuple>

namespace netloupe::layout {
namespace {

/// Bends that a part may have; dense graphs with more get a lower span, so that time and memory stay in
/// bounds.
constexpr uint64_t kBendsPerBox = 12;
constexpr uint64_t kBendsAtLeast = 200'000;

int32_t span_of(const Arc& arc, const Layers& layers) {
    return layers.rank[arc.to] - layers.rank[arc.from];
}

/// The greatest span up to `wanted` with which the part has no more than its share of bends.
int32_t affordable_span(const Part& part, const Layers& layers, int32_t wanted) {
    const uint64_t budget = std::max(kBendsAtLeast, kBendsPerBox * part.boxes());
    for (int32_t most = wanted; most > 1; most /= 2) {
        uint64_t bends = 0;
        for (const Arc& arc : part.arcs) {
            const int32_t span = span_of(arc, layers);
            if (span <= most) bends += static_cast<uint64_t>(span - 1);
        }
        if (bends <= budget) return most;
    }
    return 1;
}

/// What the edges of one lane have in common. Turned arcs share nothing: their ports are at the other end.
auto lane_key(const Arc& arc) {
    return std::tuple(arc.reversed, arc.port, arc.reversed ? arc.edge : 0);
}

}  // namespace

/// Adds the bends of arcs that leave one box at one port; the longest of them is the last.
void LayerBuilder::add_lane(const Part& part, std::span<const uint32_t> arcs, Layers& layers) {
    const uint32_t lane = layers.size();
    const int32_t top = layers.rank[part.arcs[arcs.front()].from] + 1;
    const int32_t length = span_of(part.arcs[arcs.back()], layers) - 1;
    for (int32_t i = 0; i < length; ++i) layers.rank.push_back(top + i);
    lane_length_.resize(layers.size() - layers.boxes, 0);
    lane_length_[lane - layers.boxes] = static_cast<uint32_t>(length);
    for (const uint32_t arc : arcs) layers.bends[arc] = lane;
}

void LayerBuilder::link_lane(uint32_t box, uint32_t lane, Layers& layers) {
    uint32_t& length = lane_length_[lane - layers.boxes];
    if (length == 0) return;
    links_.push_back({box, lane});
    for (uint32_t bend = lane; bend + 1 < lane + length; ++bend) links_.push_back({bend, bend + 1});
    length = 0;
}

/// Adds the lanes that start at a box and all links of its arcs, in the order of the boxes to which they
/// lead.
void LayerBuilder::add_box(const Part& part, uint32_t box, int32_t max_span, Layers& layers) {
    long_arcs_.clear();
    for (const uint32_t arc : part.out[box]) {
        const int32_t span = span_of(part.arcs[arc], layers);
        if (span > max_span) {
            layers.bends[arc] = Layers::kStub;
        } else if (span > 1) {
            long_arcs_.push_back(arc);
        }
    }
    std::ranges::sort(long_arcs_, {}, [&](uint32_t arc) {
        return std::tuple_cat(lane_key(part.arcs[arc]), std::tuple(span_of(part.arcs[arc], layers), arc));
    });
    const std::span all(long_arcs_);
    for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        while (end < all.size() && lane_key(part.arcs[all[end]]) == lane_key(part.arcs[all[begin]])) ++end;
        add_lane(part, all.subspan(begin, end - begin), layers);
    }
    for (const uint32_t arc : part.out[box]) {
        const uint32_t lane = layers.bends[arc];
        const uint32_t to = part.arcs[arc].to;
        if (lane == Layers::kStub) continue;
        if (lane == kNone) {
            links_.push_back({box, to});
        } else {
            link_lane(box, lane, layers);
            links_.push_back({lane + static_cast<uint32_t>(span_of(part.arcs[arc], layers)) - 2, to});
        }
    }
}

/// Walks down from `root`, depth first, and puts every node that it meets at the right end of its rank.
void LayerBuilder::place_from(uint32_t root, Layers& layers) {
    const auto place = [&](uint32_t node) {
        const auto rank = static_cast<uint32_t>(layers.rank[node]);
        layers.nodes[layers.first[rank] + filled_[rank]++] = node;
        next_[node] = 0;
        stack_.push_back(node);
    };
    place(root);
    while (!stack_.empty()) {
        const uint32_t node = stack_.back();
        const auto below = layers.down[node];
        if (next_[node] == below.size()) {
            stack_.pop_back();
        } else if (const uint32_t child = below[next_[node]++]; next_[child] == kNone) {
            place(child);
        }
    }
}

void LayerBuilder::place_in_order(Layers& layers, const CancelToken& cancel) {
    const auto ranks = static_cast<uint32_t>(std::ranges::max(layers.rank)) + 1;
    layers.first.assign(ranks + 1, 0);
    for (const int32_t rank : layers.rank) ++layers.first[static_cast<uint32_t>(rank) + 1];
    for (uint32_t rank = 0; rank < ranks; ++rank) layers.first[rank + 1] += layers.first[rank];
    layers.nodes.resize(layers.size());
    layers.position.resize(layers.size());
    filled_.assign(ranks, 0);
    next_.assign(layers.size(), kNone);
    for (uint32_t node = 0; node < layers.boxes; ++node) {
        if (!layers.up[node].empty()) continue;
        if (cancel.cancelled()) return;
        place_from(node, layers);
    }
    for (uint32_t rank = 0; rank < ranks; ++rank) layers.renumber(rank);
}

void LayerBuilder::run(const Part& part, uint32_t max_span, Layers& layers, const CancelToken& cancel) {
    const auto wanted = static_cast<int32_t>(std::clamp<uint32_t>(max_span, 1, part.boxes()));
    const int32_t most = affordable_span(part, layers, wanted);
    layers.boxes = part.boxes();
    layers.bends.assign(part.arcs.size(), kNone);
    links_.clear();
    lane_length_.clear();
    for (uint32_t box = 0; box < part.boxes(); ++box) add_box(part, box, most, layers);
    layers.down.fill(layers.size(), links_, &Link::from, &Link::to);
    layers.up.fill(layers.size(), links_, &Link::to, &Link::from);
    place_in_order(layers, cancel);
}

}  // namespace netloupe::layout
