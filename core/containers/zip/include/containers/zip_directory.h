#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "base/error.h"

namespace netloupe {

/// A file in a zip archive (PKWARE APPNOTE): where it stands, so that what is stored can be mapped.
struct ZipMember {
    enum class Method : uint16_t { kStored = 0, kDeflated = 8 };

    std::string_view name;  ///< As written, into the archive's bytes; folders end with '/'.
    Method method = Method::kStored;
    bool encrypted = false;
    uint32_t crc = 0;
    uint64_t packed_bytes = 0;
    uint64_t bytes = 0;
    uint64_t header = 0;  ///< Offset of its local header.
};

/// Whether the bytes end with a zip archive; looks at no more than their last 64 KiB.
bool ends_with_zip(Bytes bytes);

/// The archive's members from its central directory, zip64 included. The archive may stand behind other data,
/// with offsets counted from either. Errors: kCorrupt with offset, kLimit.
Result<std::vector<ZipMember>> zip_members(Bytes bytes);

/// The packed bytes of a member. Errors: kCorrupt when its local header or its span is damaged.
Result<Bytes> zip_packed(Bytes bytes, const ZipMember& member);

/// The first `count` bytes that raw deflate data holds, fewer when it ends. Error kCorrupt.
Result<std::string> inflate_front(Bytes packed, uint64_t count);

/// The first `count` bytes of a member's content, fewer when it is shorter. Errors: as zip_content().
Result<std::string> zip_front(Bytes bytes, const ZipMember& member, uint64_t count);

/// The content of a member, at most `limit` bytes. Errors: kLimit, kUnsupported (encrypted, other methods),
/// kCorrupt (deflate data, checksum, or a size that its packed bytes cannot have).
Result<std::string> zip_content(Bytes bytes, const ZipMember& member, uint64_t limit);

}  // namespace netloupe
