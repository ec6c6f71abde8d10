#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace netloupe::layout {

/// Union-find; the lowest member stands for its group.
class Groups {
public:
    void reset(uint32_t count) {
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    uint32_t find(uint32_t member) {
        while (parent_[member] != member) {
            parent_[member] = parent_[parent_[member]];
            member = parent_[member];
        }
        return member;
    }
    void join(uint32_t a, uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<uint32_t> parent_;
};

}  // namespace netloupe::layout
