#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/limits.h"
#include "infer/dimension.h"

namespace netloupe::infer {

/// A short list on the stack. What does not fit is dropped and makes it overflowed().
template <typename T, size_t kCapacity>
class InlineList {
public:
    InlineList() = default;
    explicit InlineList(std::span<const T> items) {
        for (const T& item : items) push(item);
    }
    InlineList(std::initializer_list<T> items) : InlineList(std::span(items.begin(), items.size())) {}
    InlineList(size_t count, T item) {
        for (size_t i = 0; i < std::min(count, kCapacity + 1); ++i) push(item);
    }

    void push(T item) { insert(count_, item); }
    void insert(size_t at, T item) {
        if (count_ == kCapacity) {
            overflowed_ = true;
            return;
        }
        std::copy_backward(begin() + at, end(), end() + 1);
        items_[at] = item;
        ++count_;
    }
    void erase(size_t at) {
        std::copy(begin() + at + 1, end(), begin() + at);
        --count_;
    }
    void append(std::span<const T> items) {
        for (const T& item : items) push(item);
    }
    void resize(size_t count) { count_ = std::min(count, count_); }
    [[nodiscard]] size_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] bool overflowed() const { return overflowed_; }
    [[nodiscard]] T& operator[](size_t i) { return items_[i]; }
    [[nodiscard]] const T& operator[](size_t i) const { return items_[i]; }
    [[nodiscard]] T* begin() { return items_.data(); }
    [[nodiscard]] T* end() { return items_.data() + count_; }
    [[nodiscard]] const T* begin() const { return items_.data(); }
    [[nodiscard]] const T* end() const { return items_.data() + count_; }
    [[nodiscard]] std::span<const T> span() const { return {items_.data(), count_}; }
    [[nodiscard]] std::span<const T> first(size_t count) const { return span().first(count); }
    [[nodiscard]] std::span<const T> from(size_t begin) const { return span().subspan(begin); }
    [[nodiscard]] bool contains(T item) const { return std::find(begin(), end(), item) != end(); }

private:
    std::array<T, kCapacity> items_{};
    size_t count_ = 0;
    bool overflowed_ = false;
};

using DimList = InlineList<DimId, limits::kRank>;
using IntList = InlineList<int64_t, limits::kTrackedValues>;

}  // namespace netloupe::infer
