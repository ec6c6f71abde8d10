#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"
#include "model/data_type.h"

namespace netloupe::safetensors {

/// A tensor as the header declares it.
struct Entry {
    std::string name;
    std::string dtype;  ///< As written.
    std::vector<int64_t> shape;
    uint64_t begin = 0;  ///< In the data, which starts behind the header.
    uint64_t end = 0;
};

struct Header {
    std::vector<Entry> entries;  ///< In file order; of equal names all.
    std::vector<std::pair<std::string, std::string>> metadata;
    uint64_t data = 0;  ///< Offset of the data in the file.
};

/// Reads the header. Errors: kCorrupt with offset, kLimit.
Result<Header> read_header(Bytes file);

/// The length that the header declares, when the file can have such a header at all.
uint64_t declared_length(Bytes file);

/// kUnknown for a name that the format does not define.
DataType type_of(std::string_view dtype);

/// What readers of the format refuse in the placing of tensors: ranges that disagree with shape and type,
/// leave the file, overlap, leave holes, and names that stand twice. One error a finding, at most
/// limits::kDamages.
std::vector<Error> faults(const Header& header, uint64_t file_bytes);

}  // namespace netloupe::safetensors
