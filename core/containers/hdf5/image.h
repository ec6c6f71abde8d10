#pragma once

#include <cstdint>
#include <string_view>

#include "base/byte_cursor.h"
#include "base/error.h"

namespace netloupe::hdf5 {

/// An address that leads nowhere, all bits set in the file.
inline constexpr uint64_t kUndefined = UINT64_MAX;

/// Fields one after another. A field that is not there reads as 0 and makes ok() false for good, so that a
/// structure is read first and then judged.
class Fields {
public:
    Fields(Bytes bytes, uint64_t at, uint8_t offset_bytes, uint8_t length_bytes)
        : bytes_(bytes), start_(at), offset_bytes_(offset_bytes), length_bytes_(length_bytes) {}

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] uint64_t remaining() const { return bytes_.size() - used_; }
    /// Where the next field stands, from the superblock on.
    [[nodiscard]] uint64_t at() const { return start_ + used_; }
    [[nodiscard]] Bytes rest() const { return bytes_.subspan(used_); }

    /// A little-endian number of so many bytes, at most 8.
    uint64_t number(uint64_t bytes);
    uint8_t u8() { return static_cast<uint8_t>(number(1)); }
    uint16_t u16() { return static_cast<uint16_t>(number(2)); }
    uint32_t u32() { return static_cast<uint32_t>(number(4)); }
    /// An address, or kUndefined.
    uint64_t offset();
    uint64_t length() { return number(length_bytes_); }
    Bytes take(uint64_t bytes);
    void skip(uint64_t bytes) { (void)take(bytes); }
    /// Whether the next bytes are this mark, which are then taken.
    bool mark(std::string_view mark);
    /// The text that ends before the next NUL, which is taken too.
    std::string_view text();

private:
    Bytes bytes_;
    uint64_t start_;
    uint64_t used_ = 0;
    uint8_t offset_bytes_;
    uint8_t length_bytes_;
    bool ok_ = true;
};

/// The bytes of a file from its superblock on, which addresses count from, and how wide its numbers are.
class Image {
public:
    Image(Bytes bytes, uint64_t base, uint8_t offset_bytes, uint8_t length_bytes)
        : bytes_(bytes),
          base_(base),
          steps_(bytes.size() + kFreeSteps),
          offset_bytes_(offset_bytes),
          length_bytes_(length_bytes) {}

    [[nodiscard]] Bytes bytes() const { return bytes_; }
    /// Where the superblock stands in the file.
    [[nodiscard]] uint64_t base() const { return base_; }
    [[nodiscard]] uint8_t offset_bytes() const { return offset_bytes_; }
    /// What stands from the address on; no fields when it is beyond the end.
    [[nodiscard]] Fields at(uint64_t address) const;
    [[nodiscard]] Fields at(uint64_t address, uint64_t length) const;
    /// Fields that were taken out of others.
    [[nodiscard]] Fields in(Bytes bytes, uint64_t at) const {
        return {bytes, at, offset_bytes_, length_bytes_};
    }
    [[nodiscard]] std::unexpected<Error> corrupt(std::string message, uint64_t address) const {
        return fail(ErrorCode::kCorrupt, std::move(message), base_ + address);
    }

    /// Counts a message, a link, a node of a tree. A file has not more of them than bytes, unless its parts
    /// are shared to keep a reader busy: then this says no.
    [[nodiscard]] bool step() { return steps_ > 0 && steps_-- > 0; }
    [[nodiscard]] static std::unexpected<Error> too_many() {
        return fail(ErrorCode::kLimit, "The HDF5 file tells its parts more often than it has any.");
    }

private:
    static constexpr uint64_t kFreeSteps = 1024;

    Bytes bytes_;
    uint64_t base_;
    uint64_t steps_;
    uint8_t offset_bytes_;
    uint8_t length_bytes_;
};

}  // namespace netloupe::hdf5
