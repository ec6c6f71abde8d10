#include "plan.h"

#include <algorithm>
#include <bit>

#include "base/limits.h"

namespace netloupe::cost {

namespace {

/// Offsets are multiples of it, as in TensorFlow Lite.
constexpr uint64_t kAlignment = 64;
/// In which gaps are looked for: what grows faster than the number of tensors is no plan for a large graph.
constexpr size_t kStepsForEach = 2000;
constexpr size_t kStepsAnyway = 10'000'000;

std::optional<uint64_t> aligned(uint64_t offset) {
    if (offset > UINT64_MAX - (kAlignment - 1)) return std::nullopt;
    return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

/// What was placed, by the time it is alive: finds all that are alive in some interval.
class Timeline {
public:
    explicit Timeline(uint32_t nodes)
        : leaves_(std::bit_ceil(std::max(nodes, 1U))),
          spans_(2 * leaves_),
          starts_(leaves_),
          whole_(2 * leaves_, 0),
          within_(2 * leaves_, 0) {}

    /// `end` is where the item's memory ends.
    void insert(uint32_t item, uint32_t first, uint32_t last, uint64_t end) {
        starts_[first].push_back(item);
        each_part(first, last, [&](size_t part) {
            spans_[part].push_back(item);
            whole_[part] = std::max(whole_[part], end);
            // What a part holds, all parts around it hold.
            for (; part > 0 && within_[part] < end; part /= 2) within_[part] = end;
        });
    }

    /// The greatest end of what is alive in the interval.
    [[nodiscard]] uint64_t highest(uint32_t first, uint32_t last) const {
        uint64_t end = 0;
        each_part(first, last, [&](size_t part) { end = std::max(end, within_[part]); });
        // What covers more than such a part covers the first or the last node.
        for (const size_t leaf : {first + leaves_, last + leaves_}) {
            for (size_t part = leaf; part > 0; part /= 2) end = std::max(end, whole_[part]);
        }
        return end;
    }

    /// Calls back once for each item alive at `first`, and for those that begin by `last`. Returns the steps
    /// that it took.
    template <typename Visit>
    size_t visit(uint32_t first, uint32_t last, Visit visit) const {
        size_t steps = last - first;
        for (size_t node = first + leaves_; node > 0; node /= 2) {
            for (const uint32_t item : spans_[node]) visit(item);
            steps += spans_[node].size() + 1;
        }
        for (size_t at = size_t{first} + 1; at <= last; ++at) {
            for (const uint32_t item : starts_[at]) visit(item);
            steps += starts_[at].size();
        }
        return steps;
    }

private:
    /// Calls back for the halves, quarters ... of time that the interval covers whole.
    template <typename Take>
    void each_part(uint32_t first, uint32_t last, Take take) const {
        size_t low = first + leaves_;
        size_t high = size_t{last} + 1 + leaves_;
        for (; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1) take(low++);
            if (high % 2 == 1) take(--high);
        }
    }

    size_t leaves_;
    std::vector<std::vector<uint32_t>> spans_;   ///< A binary tree over time.
    std::vector<std::vector<uint32_t>> starts_;  ///< By node.
    // Greatest ends, in the same tree.
    std::vector<uint64_t> whole_;   ///< Of what covers the part whole.
    std::vector<uint64_t> within_;  ///< Of what was put into the part or into parts of it.
};

class Planner {
public:
    Planner(std::vector<Lifetime> lifetimes, uint32_t nodes)
        : items_(std::move(lifetimes)),
          offsets_(items_.size(), 0),
          nodes_(std::max(nodes, 1U)),
          timeline_(nodes_),
          most_steps_(std::min(limits::kPlanSteps, std::max(kStepsAnyway, kStepsForEach * items_.size()))) {}

    MemoryPlan plan() {
        MemoryPlan plan;
        if (!sums_fit()) return plan;
        find_peak(plan);
        if (place_all()) plan.arena_bytes = end_;
        for (size_t i = 0; i < items_.size(); ++i) {
            const Lifetime& item = items_[i];
            if (item.tensor.valid())
                plan.tensors.push_back({item.tensor, offsets_[i], item.bytes, item.first, item.last});
        }
        return plan;
    }

private:
    [[nodiscard]] bool throughout(const Lifetime& item) const {
        return item.first == 0 && item.last + 1 == nodes_;
    }

    [[nodiscard]] bool sums_fit() const {
        uint64_t sum = 0;
        return std::ranges::none_of(
            items_, [&sum](const Lifetime& item) { return __builtin_add_overflow(sum, item.bytes, &sum); });
    }

    void find_peak(MemoryPlan& plan) const {
        std::vector<uint64_t> change(size_t{nodes_} + 1, 0);
        for (const Lifetime& item : items_) {
            change[item.first] += item.bytes;
            change[size_t{item.last} + 1] -= item.bytes;
        }
        uint64_t live = 0;
        uint32_t peak = 0;
        for (uint32_t node = 0; node < nodes_; ++node) {
            live += change[node];
            if (live <= plan.live_bytes) continue;
            plan.live_bytes = live;
            peak = node;
        }
        plan.peak = NodeId(peak);
        std::vector<const Lifetime*> alive;
        for (const Lifetime& item : items_) {
            if (item.first <= peak && peak <= item.last && item.tensor.valid()) alive.push_back(&item);
        }
        std::ranges::stable_sort(alive, std::greater(), &Lifetime::bytes);
        for (const Lifetime* item : alive) plan.peak_tensors.push_back(item->tensor);
    }

    [[nodiscard]] std::vector<uint32_t> order() const {
        std::vector<uint32_t> order(items_.size());
        for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, [this](uint32_t left, uint32_t right) {
            const Lifetime& a = items_[left];
            const Lifetime& b = items_[right];
            if (throughout(a) != throughout(b)) return throughout(a);
            if (throughout(a)) return false;
            return a.bytes != b.bytes ? a.bytes > b.bytes : a.first < b.first;
        });
        return order;
    }

    bool place_all() {
        for (const uint32_t item : order()) {
            if (items_[item].bytes == 0) continue;
            if (!place(item)) return false;
        }
        return true;
    }

    bool place(uint32_t index) {
        const Lifetime& item = items_[index];
        const auto offset = place_for(item);
        if (!offset || item.bytes > UINT64_MAX - *offset) return false;
        offsets_[index] = *offset;
        end_ = std::max(end_, *offset + item.bytes);
        if (throughout(item)) {
            floor_ = end_;
        } else {
            timeline_.insert(index, item.first, item.last, *offset + item.bytes);
        }
        return true;
    }

    std::optional<uint64_t> place_for(const Lifetime& item) {
        if (throughout(item)) return aligned(end_);
        // Once looking for gaps has become too costly: above all that is alive at the same time.
        if (steps_ > most_steps_) return aligned(std::max(floor_, timeline_.highest(item.first, item.last)));
        return gap_for(item);
    }

    std::optional<uint64_t> gap_for(const Lifetime& item) {
        neighbours_.clear();
        steps_ += timeline_.visit(item.first, item.last, [this](uint32_t other) {
            neighbours_.emplace_back(offsets_[other], offsets_[other] + items_[other].bytes);
        });
        steps_ += neighbours_.size() * static_cast<size_t>(std::bit_width(neighbours_.size()));
        std::ranges::sort(neighbours_);
        std::optional<uint64_t> best;
        uint64_t best_size = UINT64_MAX;
        auto at = aligned(floor_);
        for (const auto& [begin, end] : neighbours_) {
            if (!at) return std::nullopt;
            if (begin >= *at && begin - *at >= item.bytes && begin - *at < best_size) {
                best = at;
                best_size = begin - *at;
            }
            if (end > *at) at = aligned(end);
        }
        return best ? best : at;
    }

    std::vector<Lifetime> items_;
    std::vector<uint64_t> offsets_;
    uint32_t nodes_;
    Timeline timeline_;
    std::vector<std::pair<uint64_t, uint64_t>> neighbours_;  ///< Of the item at hand: begin and end.
    uint64_t floor_ = 0;                                     ///< Of what is not alive throughout.
    uint64_t end_ = 0;
    size_t steps_ = 0;
    size_t most_steps_;
};

}  // namespace

MemoryPlan plan_memory(std::vector<Lifetime> lifetimes, uint32_t nodes) {
    return Planner(std::move(lifetimes), nodes).plan();
}

}  // namespace netloupe::cost
