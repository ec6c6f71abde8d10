#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/error.h"

namespace netloupe {

using Bytes = std::span<const std::byte>;

/// A file's bytes, mapped read-only: opening reads nothing, pages come in when they are touched.
/// A file that a converter truncates while it is mapped would raise SIGBUS on touch; see
/// install_fault_guard().
class MappedFile {
public:
    /// Errors: kNotFound, kIo (a directory, no permission). An empty file maps to no bytes.
    static Result<MappedFile> open(const std::string& path);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    [[nodiscard]] Bytes bytes() const { return {data_, size_}; }
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Hints, for those who read much of the file from front to back: these bytes are wanted soon; their
    /// memory is not wanted any more. A later touch reads them again.
    void expect(size_t offset, size_t length) const;
    void release(size_t offset, size_t length) const;

private:
    MappedFile(std::string path, const std::byte* data, size_t size);
    void advise(size_t offset, size_t length, int advice) const;
    void reset() noexcept;

    std::string path_;
    const std::byte* data_ = nullptr;
    size_t size_ = 0;
};

/// Makes a touch of a mapped page that is no longer in its file (it was truncated meanwhile) read as zeros
/// instead of ending the process; readers then find the damage by their ordinary checks. Call once, before
/// the first open.
void install_fault_guard();

}  // namespace netloupe
