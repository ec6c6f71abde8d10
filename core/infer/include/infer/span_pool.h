#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/id.h"

namespace netloupe::infer {

inline uint64_t hash_value(uint32_t value) {
    return uint64_t{value} * 0x9E3779B97F4A7C15ULL;
}

/// Short lists, each stored once and numbered. Needs hash_value(T).
template <typename T>
class SpanPool {
public:
    /// The number of the list, which is a new one when it was not there. `list` is not of this pool.
    uint32_t intern(std::span<const T> list) {
        if ((ranges_.size() + 1) * 2 > slots_.size()) rehash();
        const size_t slot = slot_of(list);
        if (slots_[slot] != 0) return slots_[slot] - 1;
        ranges_.push_back({static_cast<uint32_t>(items_.size()), static_cast<uint32_t>(list.size())});
        items_.insert(items_.end(), list.begin(), list.end());
        slots_[slot] = static_cast<uint32_t>(ranges_.size());
        return slots_[slot] - 1;
    }
    [[nodiscard]] std::span<const T> view(uint32_t id) const {
        return std::span(items_).subspan(ranges_[id].begin, ranges_[id].count);
    }
    [[nodiscard]] size_t size() const { return ranges_.size(); }

private:
    [[nodiscard]] size_t slot_of(std::span<const T> list) const {
        uint64_t hash = list.size();
        for (const T& item : list) hash = (hash ^ hash_value(item)) * 0xFF51AFD7ED558CCDULL;
        hash ^= hash >> 32;
        size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != 0 && !std::ranges::equal(view(slots_[slot] - 1), list)) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }
    void rehash() {
        slots_.assign(std::max<size_t>(16, slots_.size() * 2), 0);
        for (uint32_t id = 0; id < ranges_.size(); ++id) slots_[slot_of(view(id))] = id + 1;
    }

    std::vector<T> items_;
    std::vector<Range> ranges_;
    std::vector<uint32_t> slots_;  ///< Open addressing, id + 1, 0 is free; size is a power of two.
};

}  // namespace netloupe::infer
