#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "base/mapped_file.h"

/// Walks protobuf messages where they lie in a mapped file, without copying and without touching what is
/// skipped: the cost follows the number of fields, never their size. Wire format as in the protobuf
/// encoding guide.
namespace netloupe::wire {

enum class WireType : uint8_t {
    kVarint = 0,
    kFixed64 = 1,
    kBytes = 2,
    kGroupStart = 3,
    kGroupEnd = 4,
    kFixed32 = 5,
};

/// A field's number and wire type as they stand together on the wire; `switch` over these, so that a known
/// number of an unexpected wire type counts as unknown, as protobuf itself does.
constexpr uint32_t tag(uint32_t number, WireType type) {
    return number << 3 | static_cast<uint32_t>(type);
}
constexpr uint32_t varint_tag(uint32_t number) {
    return tag(number, WireType::kVarint);
}
constexpr uint32_t bytes_tag(uint32_t number) {
    return tag(number, WireType::kBytes);
}
constexpr uint32_t fixed32_tag(uint32_t number) {
    return tag(number, WireType::kFixed32);
}
constexpr uint32_t fixed64_tag(uint32_t number) {
    return tag(number, WireType::kFixed64);
}

struct Field {
    uint32_t tag = 0;
    uint64_t value = 0;   ///< Of a varint or fixed field; of bytes, the length that is declared.
    Bytes bytes;          ///< Payload of a bytes field; what is there of it when `cut`.
    uint64_t offset = 0;  ///< In the file: of the payload (bytes, fixed) or the number (varint).
    uint64_t start = 0;   ///< In the file: of the tag.
    bool cut = false;     ///< The declared length reaches beyond the enclosing message.

    [[nodiscard]] uint32_t number() const { return tag >> 3; }
    [[nodiscard]] WireType type() const { return static_cast<WireType>(tag & 7U); }
    [[nodiscard]] int64_t integer() const { return static_cast<int64_t>(value); }
    /// Of an int32 field: of a number that is too long, protobuf's parsers keep the low 32 bits.
    [[nodiscard]] int32_t integer32() const { return static_cast<int32_t>(value); }
    [[nodiscard]] float real32() const {
        const auto bits = static_cast<uint32_t>(value);
        float out;
        std::memcpy(&out, &bits, sizeof out);
        return out;
    }
    [[nodiscard]] double real64() const {
        double out;
        std::memcpy(&out, &value, sizeof out);
        return out;
    }
};

/// What stopped a Reader before the end of its message.
struct Fault {
    uint64_t offset = 0;  ///< In the file: of the field that is wrong.
    bool cut = false;     ///< A length or number reaches beyond the end of the message.
    std::string message;  ///< "length 99 reaches beyond the end", "wire type 7 does not exist".
};

/// The fields of one message, front to back.
class Reader {
public:
    /// `base` is the offset of the first byte in its file.
    Reader(Bytes bytes, uint64_t base)
        : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()), base_(base) {}

    /// The next field; false at the end and at damage (see fault()). A bytes field that reaches beyond the
    /// end is still returned, cut, as the last one. Groups are skipped.
    bool next(Field& field) {
        while (at_ != end_) {
            field.start = offset();
            uint64_t key = 0;
            if (!varint(key)) return stop(Stop::kVarint, field.start, 0);
            if (key >> 3 == 0 || key > UINT32_MAX) return stop(Stop::kNumber, field.start, key >> 3);
            field.tag = static_cast<uint32_t>(key);
            switch (field.type()) {
                case WireType::kVarint:
                    field.offset = offset();
                    return varint(field.value) || stop(Stop::kVarint, field.offset, 0);
                case WireType::kFixed64:
                    return fixed<uint64_t>(field);
                case WireType::kFixed32:
                    return fixed<uint32_t>(field);
                case WireType::kBytes:
                    return payload(field);
                case WireType::kGroupStart:
                    if (!skip_group(field.number(), field.start)) return false;
                    break;
                default:
                    return stop(Stop::kWireType, field.start, key & 7U);
            }
        }
        return false;
    }

    /// Offset in the file of the next byte and of the byte after the last.
    [[nodiscard]] uint64_t offset() const { return base_ + static_cast<uint64_t>(at_ - begin_); }
    [[nodiscard]] uint64_t end_offset() const { return base_ + static_cast<uint64_t>(end_ - begin_); }
    [[nodiscard]] bool failed() const { return stop_ != Stop::kNone; }
    /// Why next() ended early; nothing when it did not.
    [[nodiscard]] std::optional<Fault> fault() const;

private:
    enum class Stop : uint8_t { kNone, kVarint, kNumber, kWireType, kLength, kFixed, kGroup };

    bool varint(uint64_t& value) {
        if (at_ != end_ && (std::to_integer<uint8_t>(*at_) & 0x80U) == 0) {
            value = std::to_integer<uint8_t>(*at_++);
            return true;
        }
        return long_varint(value);
    }
    bool long_varint(uint64_t& value);

    template <typename T>
    bool fixed(Field& field) {
        field.offset = offset();
        if (static_cast<size_t>(end_ - at_) < sizeof(T)) return stop(Stop::kFixed, field.start, sizeof(T));
        T value;
        std::memcpy(&value, at_, sizeof(T));
        field.value = value;
        at_ += sizeof(T);
        return true;
    }

    bool payload(Field& field) {
        if (!varint(field.value)) return stop(Stop::kVarint, field.start, 0);
        field.offset = offset();
        const auto left = static_cast<uint64_t>(end_ - at_);
        field.cut = field.value > left;
        field.bytes = Bytes(at_, field.cut ? left : field.value);
        at_ += field.bytes.size();
        if (field.cut) stop(Stop::kLength, field.start, field.value);
        return true;
    }

    bool skip_group(uint32_t number, uint64_t start);
    bool stop(Stop why, uint64_t where, uint64_t value) {
        stop_ = why;
        stop_offset_ = where;
        stop_value_ = value;
        at_ = end_;
        return false;
    }

    const std::byte* begin_;
    const std::byte* at_;
    const std::byte* end_;
    uint64_t base_;
    Stop stop_ = Stop::kNone;
    uint64_t stop_offset_ = 0;
    uint64_t stop_value_ = 0;
};

/// The varints of a packed field; calls `take(uint64_t)` for each until it returns false. False when the
/// last one is cut off or longer than ten bytes.
template <typename Take>
bool for_each_varint(Bytes bytes, Take&& take) {
    uint64_t value = 0;
    uint32_t shift = 0;
    for (const std::byte b : bytes) {
        const auto low = std::to_integer<uint64_t>(b);
        if (shift > 63) return false;
        value |= (low & 0x7FU) << shift;
        shift += 7;
        if ((low & 0x80U) != 0) continue;
        if (!take(value)) return true;
        value = 0;
        shift = 0;
    }
    return shift == 0;
}

/// How many varints a packed field holds.
uint64_t count_varints(Bytes bytes);

}  // namespace netloupe::wire
