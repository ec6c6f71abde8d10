#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"
#include "model/data_type.h"
#include "model/values.h"

namespace netloupe::numpy {

/// How one element is stored.
struct Element {
    enum class Kind : uint8_t { kNumber, kBytes, kText, kObject, kRecord, kRaw };
    struct Field;

    Kind kind = Kind::kRaw;
    DataType type = DataType::kRecord;
    bool big_endian = false;
    uint64_t bytes = 0;
    std::vector<Field> fields;  ///< Of records, in order.
};
struct Element::Field {
    std::string name;
    Element element;
    uint64_t offset = 0;
    uint64_t count = 1;  ///< Of the elements it holds: fields may be arrays.
};

/// What the header of an array says.
struct Array {
    Element element;
    std::string description;  ///< Of the element, as written.
    bool fortran = false;     ///< The first index runs fastest.
    std::vector<int64_t> shape;
    uint64_t header_bytes = 0;       ///< The data stands behind them.
    std::optional<uint64_t> bytes;   ///< Of the data; none when no file can be that long.
    std::optional<Error> irregular;  ///< What NumPy itself would refuse.
};

inline constexpr std::string_view kMagic = "\x93NUMPY";

/// Bytes from the front that hold the header; nothing when these do not begin an array.
std::optional<uint64_t> header_bytes(Bytes front);
/// Errors: kCorrupt with offset, kUnsupported, kLimit.
Result<Array> read_header(Bytes front);

/// Elements [first, first + count) in the order of C from the array's data. Elements that `data` does not
/// reach are left out.
Result<Values> decode(const Array& array, Bytes data, uint64_t first, uint64_t count);

/// Where element `index` in the order of C stands in the file's order.
uint64_t stored_index(const Array& array, uint64_t index);

}  // namespace netloupe::numpy
