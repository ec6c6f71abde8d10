#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Binary models written as text, by the schemas of the project.
namespace netloupe::support {

/// A FlatBuffer of schemas/<schema>.fbs from JSON; `root` is another table than the schema's root.
std::string flatbuffer(const std::string& schema, const std::string& json, const std::string& root = "");

/// The same with bytes between the first offset and the rest: an identifier and whatever stands behind it.
/// Their number is a multiple of 4.
std::string with_identifier(const std::string& flatbuffer, const std::string& inserted);

/// A message ("Model") of schemas/<schema>.proto ("coreml", "paddle") from protobuf text.
std::string message(const std::string& schema, const std::string& type, const std::string& text);

/// A little-endian number as bytes.
template <typename T>
std::string bytes_of(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

inline std::vector<std::byte> to_bytes(std::string_view text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

}  // namespace netloupe::support
