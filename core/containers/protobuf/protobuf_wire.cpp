#include "containers/protobuf_wire.h"

#include <algorithm>
#include <array>

#include "base/limits.h"

namespace netloupe::wire {

bool Reader::long_varint(uint64_t& value) {
    value = 0;
    const std::byte* at = at_;
    for (uint32_t shift = 0; shift < 70; shift += 7) {
        if (at == end_) return false;
        const auto low = std::to_integer<uint64_t>(*at++);
        value |= (low & 0x7FU) << std::min(shift, 63U);
        if ((low & 0x80U) == 0) {
            at_ = at;
            return true;
        }
    }
    return false;
}

bool Reader::skip_group(uint32_t number, uint64_t start) {
    std::array<uint32_t, limits::kNesting> open{};
    size_t depth = 0;
    open[depth++] = number;
    Field field;
    while (depth > 0) {
        field.start = offset();
        uint64_t key = 0;
        if (at_ == end_ || !varint(key) || key >> 3 == 0 || key > UINT32_MAX) {
            return stop(Stop::kGroup, start, number);
        }
        field.tag = static_cast<uint32_t>(key);
        bool good = true;
        switch (field.type()) {
            case WireType::kVarint:
                good = varint(field.value);
                break;
            case WireType::kFixed64:
                good = fixed<uint64_t>(field);
                break;
            case WireType::kFixed32:
                good = fixed<uint32_t>(field);
                break;
            case WireType::kBytes:
                good = payload(field) && !field.cut;
                break;
            case WireType::kGroupStart:
                good = depth < open.size();
                if (good) open[depth++] = field.number();
                break;
            case WireType::kGroupEnd:
                good = open[--depth] == field.number();
                break;
            default:
                good = false;
        }
        if (!good) return stop(Stop::kGroup, start, number);
    }
    return true;
}

std::optional<Fault> Reader::fault() const {
    const std::string value = std::to_string(stop_value_);
    switch (stop_) {
        case Stop::kNone:
            return std::nullopt;
        case Stop::kVarint:
            if (stop_offset_ + 10 > end_offset())
                return Fault{stop_offset_, true, "a number reaches beyond the end"};
            return Fault{stop_offset_, false, "a number has more than 64 bits"};
        case Stop::kNumber:
            return Fault{stop_offset_, false, "field number " + value + " does not exist"};
        case Stop::kWireType:
            return Fault{stop_offset_, false, "wire type " + value + " is not allowed here"};
        case Stop::kLength:
            return Fault{stop_offset_, true, "length " + value + " reaches beyond the end"};
        case Stop::kFixed:
            return Fault{stop_offset_, true, "a number of " + value + " bytes reaches beyond the end"};
        case Stop::kGroup:
            return Fault{stop_offset_, false, "group " + value + " does not end"};
    }
    return std::nullopt;
}

uint64_t count_varints(Bytes bytes) {
    return static_cast<uint64_t>(
        std::ranges::count_if(bytes, [](std::byte b) { return (b & std::byte{0x80}) == std::byte{0}; }));
}

}  // namespace netloupe::wire
