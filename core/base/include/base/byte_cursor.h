#pragma once

#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/mapped_file.h"

namespace netloupe {

static_assert(std::endian::native == std::endian::little, "readers load little-endian numbers as they stand");

/// The `length` bytes at `offset`, or nothing when they do not all exist. Never overflows.
inline std::optional<Bytes> slice(Bytes bytes, uint64_t offset, uint64_t length) {
    if (offset > bytes.size() || length > bytes.size() - offset) return std::nullopt;
    return bytes.subspan(offset, length);
}

/// A little-endian number at `offset`, or nothing when the bytes end before it does. No alignment is needed.
template <typename T>
std::optional<T> load(Bytes bytes, uint64_t offset) {
    const auto at = slice(bytes, offset, sizeof(T));
    if (!at) return std::nullopt;
    T value;
    std::memcpy(&value, at->data(), sizeof(T));
    return value;
}

inline std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Walks bytes from front to back; every read is checked and consumes what it returns. `base` is the offset
/// of the first byte in its file, so that errors can name where they are.
class ByteCursor {
public:
    explicit ByteCursor(Bytes bytes, uint64_t base = 0) : bytes_(bytes), base_(base) {}

    [[nodiscard]] bool done() const { return at_ == bytes_.size(); }
    [[nodiscard]] uint64_t remaining() const { return bytes_.size() - at_; }
    /// Offset of the next byte in the file.
    [[nodiscard]] uint64_t offset() const { return base_ + at_; }

    /// The next `length` bytes, or nothing (and nothing consumed) when fewer are left.
    std::optional<Bytes> take(uint64_t length) {
        const auto taken = slice(bytes_, at_, length);
        if (taken) at_ += length;
        return taken;
    }

    template <typename T>
    std::optional<T> read() {
        const auto value = load<T>(bytes_, at_);
        if (value) at_ += sizeof(T);
        return value;
    }

private:
    Bytes bytes_;
    uint64_t base_;
    uint64_t at_ = 0;
};

}  // namespace netloupe
