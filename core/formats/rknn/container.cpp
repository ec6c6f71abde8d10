#include "container.h"

#include <algorithm>

namespace netloupe::rknn {

namespace {

constexpr std::string_view kMagic("RKNN\0\0\0\0", 8);
/// From version 2 on the data stands further behind.
constexpr uint64_t kLaterHeader = 40;

}  // namespace

std::optional<Container> open_container(Bytes file) {
    ByteCursor cursor(file);
    const auto magic = cursor.take(kMagic.size());
    const auto version = cursor.read<uint64_t>();
    const auto length = cursor.read<uint64_t>();
    if (!magic || as_text(*magic) != kMagic || !version || !length) return std::nullopt;
    Container out;
    out.version = *version;
    // The highest digit marks another packing of the same parts.
    const bool later = (*version & 0xFFFU) > 1;
    if (later && *length > 0 && !cursor.take(kLaterHeader)) return std::nullopt;
    out.data_offset = cursor.offset();
    out.cut = *length > cursor.remaining();
    out.data = cursor.take(std::min(*length, cursor.remaining())).value_or(Bytes());
    const auto json_length = cursor.read<uint64_t>();
    if (!json_length) {
        out.cut = true;
        return out;
    }
    out.cut = out.cut || *json_length > cursor.remaining();
    out.json = as_text(cursor.take(std::min(*json_length, cursor.remaining())).value_or(Bytes()));
    out.json = out.json.substr(0, out.json.find('\0'));
    return out;
}

}  // namespace netloupe::rknn
