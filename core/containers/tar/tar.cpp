#include "containers/tar.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace netloupe {

namespace {

constexpr uint64_t kBlock = 512;
constexpr uint64_t kLongestName = 64ULL << 10;
constexpr size_t kMostMembers = 1'000'000;

std::string_view field(Bytes header, uint64_t at, uint64_t length) {
    const std::string_view text = as_text(header.subspan(at, length));
    return text.substr(0, text.find('\0'));
}

/// Numbers are octal digits between blanks, or, where these do not suffice, binary behind a set bit.
std::optional<uint64_t> number(Bytes header, uint64_t at, uint64_t length) {
    const auto first = std::to_integer<uint8_t>(header[at]);
    uint64_t value = 0;
    if ((first & 0x80U) != 0) {
        for (uint64_t i = 1; i < length; ++i) {
            if ((value >> 56U) != 0) return std::nullopt;
            value = value << 8U | std::to_integer<uint8_t>(header[at + i]);
        }
        return value;
    }
    std::string_view text = field(header, at, length);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text = text.substr(0, text.find(' '));
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, 8);
    if (text.empty()) return 0;
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value)
                                                                           : std::nullopt;
}

bool checksum_fits(Bytes header) {
    constexpr uint64_t kAt = 148;
    constexpr uint64_t kLength = 8;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < kBlock; ++i)
        sum += i >= kAt && i < kAt + kLength ? uint64_t{' '} : std::to_integer<uint64_t>(header[i]);
    return number(header, kAt, kLength) == sum && sum != kLength * ' ';
}

bool all_zero(Bytes block) {
    return std::ranges::all_of(block, [](std::byte byte) { return byte == std::byte{0}; });
}

/// The path in POSIX's extended header: lines of "LENGTH KEY=VALUE".
std::string extended_path(std::string_view text) {
    while (!text.empty()) {
        uint64_t length = 0;
        std::from_chars(text.data(), text.data() + text.size(), length);
        const size_t key = text.find(' ');
        if (length == 0 || length > text.size() || key >= length) return {};
        const std::string_view entry = text.substr(key + 1, length - key - 2);
        if (entry.starts_with("path=")) return std::string(entry.substr(5));
        text.remove_prefix(length);
    }
    return {};
}

std::string name_of(Bytes header) {
    const std::string_view name = field(header, 0, 100);
    const bool posix = as_text(header.subspan(257, 5)) == "ustar";
    const std::string_view prefix = posix ? field(header, 345, 155) : std::string_view();
    return prefix.empty() ? std::string(name) : std::string(prefix) + "/" + std::string(name);
}

}  // namespace

bool is_tar(Bytes head) {
    const auto header = slice(head, 0, kBlock);
    return header && checksum_fits(*header);
}

Result<std::vector<TarMember>> tar_members(Bytes bytes) {
    std::vector<TarMember> members;
    std::string long_name;
    for (uint64_t at = 0; at < bytes.size();) {
        const auto header = slice(bytes, at, kBlock);
        if (header && all_zero(*header)) break;
        if (!header || !checksum_fits(*header))
            return fail(ErrorCode::kCorrupt, "The tar archive is damaged: a header's checksum does not fit.",
                        at);
        const auto size = number(*header, 124, 12);
        const auto content = size ? slice(bytes, at + kBlock, *size) : std::nullopt;
        if (!content)
            return fail(ErrorCode::kCorrupt, "A file of the tar archive reaches beyond its end.", at);
        if (members.size() >= kMostMembers)
            return fail(ErrorCode::kLimit, "The tar archive has too many files.", at);
        const char type = static_cast<char>((*header)[156]);
        if (type == 'L' || type == 'x') {
            const std::string_view text = as_text(content->first(std::min<uint64_t>(*size, kLongestName)));
            long_name = type == 'x' ? extended_path(text) : std::string(text.substr(0, text.find('\0')));
        } else {
            const bool link = type == '1' || type == '2';
            if (type == '\0' || type == '0' || type == '7' || link)
                members.push_back(
                    {long_name.empty() ? name_of(*header) : std::move(long_name), at + kBlock, *size, link});
            long_name.clear();
        }
        // Contents are filled up to whole blocks, the last of which may be missing.
        at += kBlock + *size;
        at += std::min((kBlock - at % kBlock) % kBlock, bytes.size() - at);
    }
    return members;
}

}  // namespace netloupe
