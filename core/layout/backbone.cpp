#include "backbone.h"

#include <algorithm>
#include <ranges>

namespace netloupe::layout {
namespace {

/// The node of the next rank through which an arc leaves its box.
uint32_t leaves_through(const Part& part, const Layers& layers, uint32_t arc) {
    const uint32_t lane = layers.bends[arc];
    return lane == kNone ? part.arcs[arc].to : lane;
}

/// The node of the rank before through which an arc arrives at its box.
uint32_t arrives_through(const Part& part, const Layers& layers, uint32_t arc) {
    const auto [from, to] = std::pair(part.arcs[arc].from, part.arcs[arc].to);
    const uint32_t lane = layers.bends[arc];
    return lane == kNone ? from : lane + static_cast<uint32_t>(layers.rank[to] - layers.rank[from]) - 2;
}

}  // namespace

void BackboneFinder::weigh(const Part& part, const Layers& layers) {
    below_.assign(part.boxes(), 0);
    above_.assign(part.boxes(), 0);
    for (const uint32_t box : part.sequence) {
        for (const uint32_t a : part.in[box]) {
            if (layers.bends[a] == Layers::kStub) continue;
            const Arc& arc = part.arcs[a];
            above_[box] = std::max(above_[box], above_[arc.from] + static_cast<double>(arc.weight));
        }
    }
    for (const uint32_t box : part.sequence | std::views::reverse) {
        for (const uint32_t a : part.out[box]) {
            if (layers.bends[a] == Layers::kStub) continue;
            const Arc& arc = part.arcs[a];
            below_[box] = std::max(below_[box], below_[arc.to] + static_cast<double>(arc.weight));
        }
    }
}

/// The arc on the heaviest path from (or to) a box, the middle one of those that tie, or kNone.
uint32_t BackboneFinder::best_arc(const Part& part, const Layers& layers, uint32_t box, bool down) {
    double best = -1;
    tied_.clear();
    for (const uint32_t a : down ? part.out[box] : part.in[box]) {
        if (layers.bends[a] == Layers::kStub) continue;
        const Arc& arc = part.arcs[a];
        const double weight = static_cast<double>(arc.weight) + (down ? below_[arc.to] : above_[arc.from]);
        if (weight > best) tied_.clear();
        if (weight >= best) tied_.push_back(a);
        best = std::max(best, weight);
    }
    if (tied_.empty()) return kNone;
    const auto middle = tied_.begin() + static_cast<std::ptrdiff_t>((tied_.size() - 1) / 2);
    std::ranges::nth_element(tied_, middle, {}, [&](uint32_t a) {
        const uint32_t through = down ? leaves_through(part, layers, a) : arrives_through(part, layers, a);
        return std::pair(layers.position[through], a);
    });
    return *middle;
}

void BackboneFinder::run(const Part& part, const Layers& layers, Lines& lines) {
    weigh(part, layers);
    lines.backbone.assign(layers.size(), kNone);
    lines.heavy_down.assign(layers.size(), kNone);
    lines.heavy_up.assign(layers.size(), kNone);
    for (uint32_t box = 0; box < part.boxes(); ++box) {
        const uint32_t down = best_arc(part, layers, box, true);
        if (down != kNone) lines.heavy_down[box] = leaves_through(part, layers, down);
        const uint32_t up = best_arc(part, layers, box, false);
        if (up != kNone) lines.heavy_up[box] = arrives_through(part, layers, up);
    }
    const auto start = static_cast<uint32_t>(std::ranges::max_element(below_) - below_.begin());
    for (uint32_t box = start, arc = best_arc(part, layers, box, true); arc != kNone;
         arc = best_arc(part, layers, box, true)) {
        const uint32_t to = part.arcs[arc].to;
        uint32_t node = box;
        if (layers.bends[arc] != kNone) {
            const uint32_t end = arrives_through(part, layers, arc) + 1;
            for (uint32_t bend = layers.bends[arc]; bend != end; ++bend) {
                lines.backbone[node] = bend;
                node = bend;
            }
        }
        lines.backbone[node] = to;
        box = to;
    }
}

}  // namespace netloupe::layout
