#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <utility>

namespace netloupe {

namespace {

/// Mappings that the fault guard may patch. A signal handler can neither lock nor allocate, hence a fixed
/// table of atomics.
struct GuardedRange {
    std::atomic<uintptr_t> begin{0};
    std::atomic<uintptr_t> end{0};
};
constexpr size_t kGuardedRanges = 4096;
std::array<GuardedRange, kGuardedRanges> guarded;

void guard(const void* data, size_t size) {
    const auto begin = reinterpret_cast<uintptr_t>(data);
    for (GuardedRange& range : guarded) {
        uintptr_t free_slot = 0;
        if (range.begin.compare_exchange_strong(free_slot, begin)) {
            range.end.store(begin + size);
            return;
        }
    }
}

void unguard(const void* data) {
    const auto begin = reinterpret_cast<uintptr_t>(data);
    for (GuardedRange& range : guarded) {
        if (range.begin.load() != begin) continue;
        range.end.store(0);
        range.begin.store(0);
        return;
    }
}

void on_bus_error(int signal, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    for (const GuardedRange& range : guarded) {
        if (address < range.begin.load() || address >= range.end.load()) continue;
        const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the faulting page is known only by its address.
        auto* at = reinterpret_cast<void*>(address & ~(page - 1));
        if (mmap(at, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) return;
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

Error io_error(const std::string& path, int code) {
    if (code == ENOENT || code == ENOTDIR) return {ErrorCode::kNotFound, "File not found: " + path};
    return {ErrorCode::kIo, "Cannot read " + path + ": " + std::strerror(code)};
}

}  // namespace

void install_fault_guard() {
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, nullptr);
}

Result<MappedFile> MappedFile::open(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return std::unexpected(io_error(path, errno));
    struct stat status{};
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(fd);
        const char* what =
            S_ISDIR(status.st_mode) ? " is a folder, not a model file" : " is not a regular file";
        return fail(ErrorCode::kIo, path + what);
    }
    const auto size = static_cast<size_t>(status.st_size);
    if (size == 0) {
        ::close(fd);
        return MappedFile(path, nullptr, 0);
    }
    void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    const int code = errno;
    ::close(fd);
    if (data == MAP_FAILED) return std::unexpected(io_error(path, code));
    // Readers hop from header to header; reading ahead would pull in the weights between them.
    madvise(data, size, MADV_RANDOM);
    guard(data, size);
    return MappedFile(path, static_cast<const std::byte*>(data), size);
}

MappedFile::MappedFile(std::string path, const std::byte* data, size_t size)
    : path_(std::move(path)), data_(data), size_(size) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    if (this == &other) return *this;
    reset();
    path_ = std::move(other.path_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
}

MappedFile::~MappedFile() {
    reset();
}

void MappedFile::expect(size_t offset, size_t length) const {
    advise(offset, length, MADV_WILLNEED);
}

void MappedFile::release(size_t offset, size_t length) const {
    advise(offset, length, MADV_DONTNEED);
}

void MappedFile::advise(size_t offset, size_t length, int advice) const {
    if (data_ == nullptr || offset >= size_) return;
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t begin = offset / page * page;
    const size_t end = offset + std::min(length, size_ - offset);
    madvise(const_cast<std::byte*>(data_) + begin, end - begin, advice);
}

void MappedFile::reset() noexcept {
    if (data_ == nullptr) return;
    unguard(data_);
    munmap(const_cast<std::byte*>(data_), size_);
    data_ = nullptr;
    size_ = 0;
}

}  // namespace netloupe
