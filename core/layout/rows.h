#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <span>
#include <vector>

namespace netloupe::layout {

/// Lists of numbers, one list a row, in two flat vectors.
struct Rows {
    std::vector<uint32_t> begin;  ///< One more than rows.
    std::vector<uint32_t> items;

    [[nodiscard]] std::span<const uint32_t> operator[](uint32_t row) const {
        return {items.data() + begin[row], items.data() + begin[row + 1]};
    }
    [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(begin.size()) - 1; }

    /// Puts `value` of each item into row `key` of it; within a row the order of the items stays.
    template <std::ranges::sized_range Items, typename Key, typename Value = std::identity>
    void fill(uint32_t rows, const Items& from, Key key, Value value = {}) {
        begin.assign(rows + 1, 0);
        items.resize(std::ranges::size(from));
        for (const auto& item : from) ++begin[std::invoke(key, item) + 1];
        for (uint32_t row = 0; row < rows; ++row) begin[row + 1] += begin[row];
        for (const auto& item : from) items[begin[std::invoke(key, item)]++] = std::invoke(value, item);
        for (uint32_t row = rows; row > 0; --row) begin[row] = begin[row - 1];
        begin[0] = 0;
    }
};

}  // namespace netloupe::layout
