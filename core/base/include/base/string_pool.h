#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/id.h"

namespace netloupe {

using StringId = Id<struct StringTag>;

/// Interns strings: equal texts get equal ids. The empty string is always id 0.
/// Views stay valid for the pool's life. Not thread-safe while interning; reading is.
class StringPool {
public:
    StringPool();
    StringPool(StringPool&&) noexcept = default;
    StringPool& operator=(StringPool&&) noexcept = default;

    StringId intern(std::string_view text);
    /// Makes room for that many strings in all, so that interning them moves nothing.
    void reserve(size_t strings);
    /// The id of a text that was interned, or none; never adds.
    [[nodiscard]] StringId find(std::string_view text) const;
    /// Empty for an invalid id.
    [[nodiscard]] std::string_view view(StringId id) const {
        return id.index() < views_.size() ? views_[id.index()] : std::string_view();
    }
    [[nodiscard]] size_t size() const { return views_.size(); }

private:
    [[nodiscard]] size_t slot_of(std::string_view text) const;
    std::string_view store(std::string_view text);
    void rehash(size_t slots);

    std::vector<std::string_view> views_;
    std::vector<uint32_t> slots_;  ///< Open addressing, value = id + 1, 0 = free; size is a power of two.
    std::vector<std::unique_ptr<char[]>> blocks_;
    size_t block_used_ = 0;
    size_t block_size_ = 0;
};

}  // namespace netloupe
