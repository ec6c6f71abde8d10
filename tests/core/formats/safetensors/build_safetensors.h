#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace netloupe::safetensors_test {

/// A file of this header, padded with blanks to `padding` bytes, and that much data, whose bytes count up.
inline std::string file(std::string_view header, size_t data_bytes, size_t padding = 0) {
    std::string text(header);
    text.resize(std::max(text.size(), padding), ' ');
    std::string out;
    for (uint64_t length = text.size(), i = 0; i < 8; ++i, length >>= 8)
        out += static_cast<char>(length & 0xFF);
    out += text;
    for (size_t i = 0; i < data_bytes; ++i) out += static_cast<char>(i);
    return out;
}

}  // namespace netloupe::safetensors_test
