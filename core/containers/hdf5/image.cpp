#include "image.h"

#include <algorithm>

namespace netloupe::hdf5 {

uint64_t Fields::number(uint64_t bytes) {
    uint64_t value = 0;
    const Bytes taken = take(bytes);
    for (size_t i = taken.size(); i-- > 0;) value = value << 8 | static_cast<uint64_t>(taken[i]);
    return value;
}

uint64_t Fields::offset() {
    const uint64_t value = number(offset_bytes_);
    const uint64_t all = offset_bytes_ >= 8 ? UINT64_MAX : (uint64_t{1} << (8 * offset_bytes_)) - 1;
    return value == all ? kUndefined : value;
}

Bytes Fields::take(uint64_t bytes) {
    if (!ok_ || bytes > remaining()) {
        ok_ = false;
        return {};
    }
    const Bytes taken = bytes_.subspan(used_, bytes);
    used_ += bytes;
    return taken;
}

bool Fields::mark(std::string_view mark) {
    if (!ok_ || !as_text(rest()).starts_with(mark)) return false;
    skip(mark.size());
    return true;
}

std::string_view Fields::text() {
    const std::string_view all = as_text(rest());
    const size_t end = all.find('\0');
    if (end == std::string_view::npos) {
        ok_ = false;
        return {};
    }
    skip(end + 1);
    return all.substr(0, end);
}

Fields Image::at(uint64_t address) const {
    const uint64_t begin = std::min<uint64_t>(address, bytes_.size());
    return in(bytes_.subspan(begin), begin);
}

Fields Image::at(uint64_t address, uint64_t length) const {
    const auto part = slice(bytes_, address, length);
    return in(part.value_or(Bytes()), address);
}

}  // namespace netloupe::hdf5
