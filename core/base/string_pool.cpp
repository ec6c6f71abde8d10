#include "base/string_pool.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace netloupe {

namespace {
constexpr size_t kBlockBytes = size_t{64} * 1024;
constexpr size_t kFirstSlots = 256;
}  // namespace

StringPool::StringPool() : slots_(kFirstSlots, 0) {
    intern("");
}

size_t StringPool::slot_of(std::string_view text) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = std::hash<std::string_view>{}(text)&mask;
    while (slots_[slot] != 0 && views_[slots_[slot] - 1] != text) slot = (slot + 1) & mask;
    return slot;
}

StringId StringPool::intern(std::string_view text) {
    size_t slot = slot_of(text);
    if (slots_[slot] != 0) return StringId(slots_[slot] - 1);
    if ((views_.size() + 1) * 2 > slots_.size()) {
        rehash(slots_.size() * 2);
        slot = slot_of(text);
    }
    views_.push_back(store(text));
    slots_[slot] = static_cast<uint32_t>(views_.size());
    return StringId(views_.size() - 1);
}

StringId StringPool::find(std::string_view text) const {
    const size_t slot = slot_of(text);
    return slots_[slot] == 0 ? StringId() : StringId(slots_[slot] - 1);
}

std::string_view StringPool::store(std::string_view text) {
    if (text.empty()) return {};
    if (blocks_.empty() || block_size_ - block_used_ < text.size()) {
        block_size_ = std::max(kBlockBytes, text.size());
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_size_));
        block_used_ = 0;
    }
    char* at = blocks_.back().get() + block_used_;
    std::memcpy(at, text.data(), text.size());
    block_used_ += text.size();
    return {at, text.size()};
}

void StringPool::reserve(size_t strings) {
    views_.reserve(strings);
    const size_t slots = std::bit_ceil(strings * 2 + 2);
    if (slots > slots_.size()) rehash(slots);
}

void StringPool::rehash(size_t slots) {
    slots_.assign(slots, 0);
    for (size_t i = 0; i < views_.size(); ++i) slots_[slot_of(views_[i])] = static_cast<uint32_t>(i + 1);
}

}  // namespace netloupe
