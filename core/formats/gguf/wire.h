#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"

namespace netloupe::gguf {

enum class ValueType : uint32_t {
    kUint8 = 0,
    kInt8 = 1,
    kUint16 = 2,
    kInt16 = 3,
    kUint32 = 4,
    kInt32 = 5,
    kFloat32 = 6,
    kBool = 7,
    kString = 8,
    kArray = 9,
    kUint64 = 10,
    kInt64 = 11,
    kFloat64 = 12,
};

/// How a file writes its numbers.
struct Encoding {
    uint32_t version = 0;
    bool big_endian = false;

    /// Of counts and lengths: version 1 has 32 bits for them.
    [[nodiscard]] uint64_t count_bytes() const { return version == 1 ? 4 : 8; }
};

/// A metadata value: where it stands. Of arrays the elements.
struct Value {
    ValueType type = ValueType::kUint8;
    ValueType element = ValueType::kUint8;  ///< Of an array.
    uint64_t count = 1;                     ///< Of an array.
    uint64_t offset = 0;                    ///< Of the first byte; of a string or array behind its count.
    uint64_t length = 0;
};

struct Entry {
    std::string_view key;
    Value value;
};

struct TensorInfo {
    std::string_view name;
    std::vector<uint64_t> dims;  ///< As written: the fastest one first.
    uint32_t type = 0;
    uint64_t offset = 0;  ///< In the data.
    uint64_t place = 0;   ///< Of the entry itself.
};

struct Header {
    Encoding encoding;
    std::vector<Entry> entries;
    std::vector<TensorInfo> tensors;
    uint64_t declared_tensors = 0;
    uint64_t end = 0;             ///< Behind the last tensor's entry, before padding.
    std::optional<Error> damage;  ///< Why reading stopped before the end.
};

/// Walks the header; views are into the file. An Error means that it is no GGUF file, or of no known version.
Result<Header> read_header(Bytes file);

/// Bytes of one element; 0 for strings and arrays.
uint64_t size_of(ValueType type);

/// A number at the offset in the file's byte order.
std::optional<uint64_t> read_unsigned(Bytes file, const Encoding& encoding, uint64_t offset, uint64_t bytes);

/// The value as text: numbers as the shortest decimal, booleans, strings. Arrays end in "…" after `most`
/// elements.
std::string value_text(Bytes file, const Encoding& encoding, const Value& value, uint64_t most);
/// Whole numbers and booleans; nothing for other types.
std::optional<int64_t> value_integer(Bytes file, const Encoding& encoding, const Value& value);

/// Walks an array of strings: the one at `offset`, and where the next one stands.
struct StringAt {
    std::string_view text;
    uint64_t next = 0;
};
std::optional<StringAt> string_at(Bytes file, const Encoding& encoding, uint64_t offset);

}  // namespace netloupe::gguf
