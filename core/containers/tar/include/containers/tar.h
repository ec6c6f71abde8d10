#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_cursor.h"
#include "base/error.h"

namespace netloupe {

/// A file in a tar archive: where it stands.
struct TarMember {
    std::string name;
    uint64_t offset = 0;  ///< Of its content.
    uint64_t bytes = 0;
    bool link = false;  ///< A link to another file, which has no content.
};

/// Whether the bytes begin a tar archive: a header whose checksum fits.
bool is_tar(Bytes head);

/// The archive's files; folders and what only describes files are left out. Long names of GNU's tar and of
/// POSIX are read. Errors: kCorrupt with offset, kLimit.
Result<std::vector<TarMember>> tar_members(Bytes bytes);

}  // namespace netloupe
