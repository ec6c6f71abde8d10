#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_cursor.h"

namespace netloupe {

/// A value of a FlexBuffer (FlatBuffers' schema-less form), checked as it is read. The library's own verifier
/// (2.0) accepts keys without an end and maps with fewer keys than values, and reads unaligned numbers.
class FlexValue {
public:
    /// What the many wire types come to.
    enum class Kind : uint8_t { kNull, kInt, kUint, kFloat, kBool, kText, kBlob, kVector, kMap };

    /// The value that the bytes hold; nothing when they are no FlexBuffer.
    static std::optional<FlexValue> root(Bytes bytes);

    [[nodiscard]] Kind kind() const { return kind_; }
    /// Of kInt, kUint (as its bit pattern) and kBool.
    [[nodiscard]] int64_t integer() const { return integer_; }
    /// Of kFloat.
    [[nodiscard]] double real() const { return real_; }
    /// Of kText (without its end) and kBlob.
    [[nodiscard]] Bytes content() const { return content_; }
    /// Elements of kVector and kMap.
    [[nodiscard]] uint64_t size() const { return size_; }
    /// Element of a vector, value of a map; nothing when it is damaged.
    [[nodiscard]] std::optional<FlexValue> element(uint64_t i) const;
    /// Key of a map.
    [[nodiscard]] std::optional<std::string_view> key(uint64_t i) const;
    /// A vector of numbers as it stands in the file: kind and bytes of an element, and where the first is.
    struct Numbers {
        Kind kind;
        uint8_t width;
        Bytes bytes;
    };
    [[nodiscard]] std::optional<Numbers> numbers() const;

private:
    static std::optional<FlexValue> read(Bytes all, uint64_t at, uint8_t parent_width, uint8_t packed);
    bool read_inline(uint64_t at, uint8_t width, uint32_t type);
    bool read_at(uint64_t at, uint32_t type);
    bool read_sequence(uint64_t at, uint32_t type);
    bool read_keys(uint64_t at);
    bool read_text(uint64_t at, bool key);

    Bytes all_;
    Kind kind_ = Kind::kNull;
    int64_t integer_ = 0;
    double real_ = 0;
    Bytes content_;
    uint64_t size_ = 0;
    uint64_t first_ = 0;        ///< Of the first element.
    uint8_t width_ = 1;         ///< Bytes of an element.
    uint8_t element_type_ = 0;  ///< Packed type of all elements; 0: each has its own behind the last one.
    uint64_t keys_ = 0;         ///< Of the first key's offset.
    uint8_t key_width_ = 1;
};

/// The value as JSON. Bytes that are not UTF-8 become \u00XX escapes, so that nothing is lost. Nothing when a
/// part is damaged, nested deeper than limits::kNesting, or there are more than `values` values.
std::optional<std::string> to_json(const FlexValue& value, uint64_t values);

}  // namespace netloupe
