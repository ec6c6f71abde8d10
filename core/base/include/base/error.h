#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace netloupe {

/// What kind of failure an Error is; callers branch on this, people read the message.
enum class ErrorCode : uint8_t {
    kNotFound,       ///< The file, node, tensor or rule asked for does not exist.
    kIo,             ///< The operating system refused (permission, disk, not a regular file).
    kUnknownFormat,  ///< No reader recognises the bytes.
    kCorrupt,        ///< The bytes contradict their format: bad magic, truncated, offset beyond the end.
    kUnsupported,    ///< Valid, but of a version or storage form that is not read.
    kLimit,          ///< A named limit of base/limits.h was exceeded.
    kCancelled,      ///< The caller asked to stop.
    kInvalid,        ///< An argument of the caller is wrong (bad query, unknown option).
};

/// A failure as a value. `message` is one sentence for people: what is wrong, where (field path), what to do.
struct Error {
    /// `offset` when the failure has no place in a file.
    static constexpr uint64_t kNoOffset = UINT64_MAX;

    ErrorCode code = ErrorCode::kCorrupt;
    std::string message;
    uint64_t offset = kNoOffset;  ///< Byte offset in the file, or kNoOffset.
    uint32_t line = 0;            ///< 1-based line in a text file, or 0.

    /// The message with the place in it: "graph.node[1]: length 99 reaches beyond the end (offset 310)."
    [[nodiscard]] std::string text() const;
};

template <typename T>
using Result = std::expected<T, Error>;

/// `return fail(ErrorCode::kCorrupt, "...", offset);`
inline std::unexpected<Error> fail(ErrorCode code, std::string message, uint64_t offset = Error::kNoOffset) {
    return std::unexpected(Error{code, std::move(message), offset, 0});
}

}  // namespace netloupe
