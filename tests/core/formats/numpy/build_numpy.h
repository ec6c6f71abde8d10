#pragma once

#include <string>
#include <string_view>

namespace netloupe::numpy_test {

/// An array of this header, whose length has two bytes in version 1 and four later.
inline std::string array(std::string_view header, std::string_view data, int version = 1) {
    std::string out = "\x93NUMPY";
    out += {static_cast<char>(version), '\0'};
    size_t length = header.size();
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i, length >>= 8) out += static_cast<char>(length & 0xFF);
    return out + std::string(header) + std::string(data);
}

}  // namespace netloupe::numpy_test
