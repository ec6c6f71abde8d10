#include "rank.h"

#include <algorithm>
#include <ranges>

namespace netloupe::layout {
namespace {

/// Rounds of improvement; each takes linear time, and most graphs are settled after two.
constexpr int kRounds = 12;
constexpr int32_t kUnbounded = INT32_MAX;

void rank_by_longest_path(const Part& part, std::vector<int32_t>& ranks) {
    ranks.assign(part.boxes(), 0);
    for (const uint32_t box : part.sequence) {
        for (const uint32_t arc : part.out[box]) {
            int32_t& rank = ranks[part.arcs[arc].to];
            rank = std::max(rank, ranks[box] + 1);
        }
    }
}

/// Moves a box up or down within the room its neighbours leave it, when that makes its arcs shorter in sum.
bool settle(const Part& part, uint32_t box, std::vector<int32_t>& ranks) {
    double pull = 0;
    int32_t lowest = kUnbounded;
    int32_t highest = -kUnbounded;
    for (const uint32_t arc : part.out[box]) {
        pull += static_cast<double>(part.arcs[arc].weight);
        lowest = std::min(lowest, ranks[part.arcs[arc].to] - 1);
    }
    for (const uint32_t arc : part.in[box]) {
        pull -= static_cast<double>(part.arcs[arc].weight);
        highest = std::max(highest, ranks[part.arcs[arc].from] + 1);
    }
    const int32_t target = pull > 0 ? lowest : pull < 0 ? highest : ranks[box];
    const bool moves = target != ranks[box] && target != kUnbounded && target != -kUnbounded;
    if (moves) ranks[box] = target;
    return moves;
}

}  // namespace

bool Ranker::settle_boxes(const Part& part, std::vector<int32_t>& ranks) const {
    bool moved = false;
    for (const uint32_t box : part.sequence | std::views::reverse) moved |= settle(part, box, ranks);
    for (const uint32_t box : part.sequence) moved |= settle(part, box, ranks);
    return moved;
}

void Ranker::find_groups(const Part& part, const std::vector<int32_t>& ranks) {
    joined_.reset(part.boxes());
    for (const Arc& arc : part.arcs) {
        if (ranks[arc.to] - ranks[arc.from] == 1) joined_.join(arc.from, arc.to);
    }
    group_.resize(part.boxes());
    for (uint32_t box = 0; box < part.boxes(); ++box) group_[box] = joined_.find(box);
}

/// Moves all groups that are pulled down (or up) by the weight of their arcs as far as the nearest neighbour
/// allows, all at once: a group's neighbour that moves too only leaves more room.
bool Ranker::shift_groups(const Part& part, std::vector<int32_t>& ranks, bool down) {
    find_groups(part, ranks);
    pull_.assign(part.boxes(), 0);
    room_.assign(part.boxes(), kUnbounded);
    for (const Arc& arc : part.arcs) {
        const uint32_t from = group_[arc.from];
        const uint32_t to = group_[arc.to];
        if (from == to) continue;
        pull_[from] += static_cast<double>(arc.weight);
        pull_[to] -= static_cast<double>(arc.weight);
        int32_t& room = room_[down ? from : to];
        room = std::min(room, ranks[arc.to] - ranks[arc.from] - 1);
    }
    bool moved = false;
    for (uint32_t box = 0; box < part.boxes(); ++box) {
        const uint32_t group = group_[box];
        const bool pulled = down ? pull_[group] > 0 : pull_[group] < 0;
        if (!pulled || room_[group] == kUnbounded) continue;
        ranks[box] += down ? room_[group] : -room_[group];
        moved = true;
    }
    return moved;
}

void Ranker::run(const Part& part, std::vector<int32_t>& ranks, const CancelToken& cancel) {
    rank_by_longest_path(part, ranks);
    for (int round = 0; round < kRounds && !cancel.cancelled(); ++round) {
        bool moved = settle_boxes(part, ranks);
        moved |= shift_groups(part, ranks, true);
        moved |= shift_groups(part, ranks, false);
        if (!moved) break;
    }
    const int32_t first = std::ranges::min(ranks);
    for (int32_t& rank : ranks) rank -= first;
}

}  // namespace netloupe::layout
