#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/byte_cursor.h"
#include "base/error.h"

namespace netloupe {

/// Forms of compressed data, by their first bytes.
enum class Compression : uint8_t { kNone, kZlib, kGzip, kBzip2, kXz, kLzma, kLz4 };
Compression compression_of(Bytes head);

struct Unpacked {
    std::vector<std::byte> bytes;
    bool whole = false;  ///< There is nothing behind them: neither more data than was asked for, nor damage.
};

/// Unpacks at most `limit` bytes from the front; what stands behind them is not looked at. Errors:
/// kUnsupported (kNone), kCorrupt when the data is damaged before it gives any byte.
Result<Unpacked> unpack(Bytes packed, uint64_t limit);

}  // namespace netloupe
