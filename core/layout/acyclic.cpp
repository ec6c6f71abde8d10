#include "acyclic.h"

#include <algorithm>
#include <ranges>

namespace netloupe::layout {
namespace {

enum State : uint8_t { kNew, kOpen, kDone };

}  // namespace

void CycleBreaker::index_arcs(Part& part) {
    const auto from = [&](uint32_t arc) { return part.arcs[arc].from; };
    const auto to = [&](uint32_t arc) { return part.arcs[arc].to; };
    // Filling from arcs sorted by their other end leaves the rows sorted by it.
    part.in.fill(part.boxes(), std::views::iota(0U, static_cast<uint32_t>(part.arcs.size())), to);
    part.out.fill(part.boxes(), part.in.items, from);
    part.in.fill(part.boxes(), part.out.items, to);
}

/// Follows arcs from `root`; returns whether one of them had to be turned.
bool CycleBreaker::walk(Part& part, uint32_t root) {
    bool turned = false;
    state_[root] = kOpen;
    stack_.push_back(root);
    while (!stack_.empty()) {
        const uint32_t box = stack_.back();
        const auto arcs = part.out[box];
        if (next_[box] == arcs.size()) {
            state_[box] = kDone;
            part.sequence.push_back(box);
            stack_.pop_back();
            continue;
        }
        Arc& arc = part.arcs[arcs[next_[box]++]];
        if (state_[arc.to] == kOpen) {
            arc.reversed = true;
            turned = true;
        } else if (state_[arc.to] == kNew) {
            state_[arc.to] = kOpen;
            stack_.push_back(arc.to);
        }
    }
    return turned;
}

void CycleBreaker::run(Part& part, const CancelToken& cancel) {
    index_arcs(part);
    state_.assign(part.boxes(), kNew);
    next_.assign(part.boxes(), 0);
    part.sequence.clear();
    bool turned = false;
    for (const bool only_sources : {true, false}) {
        for (uint32_t box = 0; box < part.boxes(); ++box) {
            if (state_[box] != kNew || (only_sources && !part.in[box].empty())) continue;
            if (cancel.cancelled()) return;
            turned |= walk(part, box);
        }
    }
    std::ranges::reverse(part.sequence);
    if (!turned) return;
    for (Arc& arc : part.arcs) {
        if (arc.reversed) std::swap(arc.from, arc.to);
    }
    index_arcs(part);
}

}  // namespace netloupe::layout
