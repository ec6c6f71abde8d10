#include "containers/zip_directory.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "base/limits.h"

namespace netloupe {

namespace {

constexpr uint32_t kEndMark = 0x06054b50;
constexpr uint32_t kEnd64Mark = 0x06064b50;
constexpr uint32_t kLocator64Mark = 0x07064b50;
constexpr uint32_t kMemberMark = 0x02014b50;
constexpr uint32_t kLocalMark = 0x04034b50;
constexpr uint64_t kEndBytes = 22;
constexpr uint64_t kLocator64Bytes = 20;
constexpr uint64_t kMemberBytes = 46;
constexpr uint64_t kLocalBytes = 30;
constexpr uint64_t kLongestComment = UINT16_MAX;

/// What the end record says, and where it stands.
struct End {
    uint64_t at = 0;
    uint64_t count = 0;
    uint64_t directory_bytes = 0;
    uint64_t directory_offset = 0;
};

/// The end record is the last thing but a comment of unknown length.
std::optional<uint64_t> find_end(Bytes bytes) {
    if (bytes.size() < kEndBytes) return std::nullopt;
    const uint64_t last = bytes.size() - kEndBytes;
    const uint64_t first = last - std::min(last, kLongestComment);
    for (uint64_t at = last + 1; at-- > first;) {
        if (bytes[at] != std::byte{'P'} || load<uint32_t>(bytes, at) != kEndMark) continue;
        const uint64_t comment = *load<uint16_t>(bytes, at + 20);
        if (at + kEndBytes + comment == bytes.size()) return at;
    }
    return std::nullopt;
}

/// Zip64 numbers stand in a record of their own, which a locator in front of the end record points at.
std::optional<End> read_end64(Bytes bytes, uint64_t end) {
    if (end < kLocator64Bytes || load<uint32_t>(bytes, end - kLocator64Bytes) != kLocator64Mark) {
        return std::nullopt;
    }
    // Where the archive was moved the locator's offset is stale, but the record is in front of the locator.
    constexpr uint64_t kRecordBytes = 56;
    for (const auto at : {*load<uint64_t>(bytes, end - kLocator64Bytes + 8),
                          end - std::min(end, kLocator64Bytes + kRecordBytes)}) {
        if (load<uint32_t>(bytes, at) != kEnd64Mark || !slice(bytes, at, kRecordBytes)) continue;
        return End{at, *load<uint64_t>(bytes, at + 32), *load<uint64_t>(bytes, at + 40),
                   *load<uint64_t>(bytes, at + 48)};
    }
    return std::nullopt;
}

std::optional<End> read_end(Bytes bytes) {
    const auto at = find_end(bytes);
    if (!at) return std::nullopt;
    if (const auto big = read_end64(bytes, *at)) return big;
    return End{*at, *load<uint16_t>(bytes, *at + 10), *load<uint32_t>(bytes, *at + 12),
               *load<uint32_t>(bytes, *at + 16)};
}

/// Replaces the numbers that did not fit 32 bits by those of the zip64 extra field, which holds only them.
void read_extra(Bytes extra, ZipMember& member) {
    constexpr uint16_t kZip64 = 1;
    ByteCursor fields(extra);
    while (const auto id = fields.read<uint16_t>()) {
        const auto length = fields.read<uint16_t>();
        const auto content = length ? fields.take(*length) : std::nullopt;
        if (!content) return;
        if (*id != kZip64) continue;
        ByteCursor numbers(*content);
        for (uint64_t* number : {&member.bytes, &member.packed_bytes, &member.header}) {
            if (*number != UINT32_MAX) continue;
            const auto value = numbers.read<uint64_t>();
            if (!value) return;
            *number = *value;
        }
    }
}

Result<ZipMember> read_member(ByteCursor& directory) {
    const uint64_t offset = directory.offset();
    const auto damaged = [&] { return fail(ErrorCode::kCorrupt, "The zip directory is damaged.", offset); };
    const auto fixed = directory.take(kMemberBytes);
    if (!fixed || load<uint32_t>(*fixed, 0) != kMemberMark) return damaged();
    constexpr uint16_t kEncrypted = 1;
    ZipMember member;
    member.encrypted = (*load<uint16_t>(*fixed, 8) & kEncrypted) != 0;
    member.method = static_cast<ZipMember::Method>(*load<uint16_t>(*fixed, 10));
    member.crc = *load<uint32_t>(*fixed, 16);
    member.packed_bytes = *load<uint32_t>(*fixed, 20);
    member.bytes = *load<uint32_t>(*fixed, 24);
    member.header = *load<uint32_t>(*fixed, 42);
    const auto name = directory.take(*load<uint16_t>(*fixed, 28));
    const auto extra = directory.take(*load<uint16_t>(*fixed, 30));
    const auto comment = directory.take(*load<uint16_t>(*fixed, 32));
    if (!name || !extra || !comment) return damaged();
    member.name = as_text(*name);
    read_extra(*extra, member);
    return member;
}

/// Deflate makes no more than this of a byte: a size beyond it is a lie, and no reason to take memory.
constexpr uint64_t kMostOfOneByte = 1032;

bool plausible(const ZipMember& member) {
    if (member.method == ZipMember::Method::kStored) return member.bytes == member.packed_bytes;
    return member.bytes / kMostOfOneByte <= member.packed_bytes;
}

std::unexpected<Error> refused(const ZipMember& member, ErrorCode code, std::string_view why) {
    return fail(code, "The zip entry " + std::string(member.name) + " " + std::string(why) + ".",
                member.header);
}

}  // namespace

bool ends_with_zip(Bytes bytes) {
    return find_end(bytes).has_value();
}

Result<std::vector<ZipMember>> zip_members(Bytes bytes) {
    const auto end = read_end(bytes);
    if (!end) return fail(ErrorCode::kCorrupt, "The zip archive has no end record.", bytes.size());
    if (end->directory_bytes > end->at) {
        return fail(ErrorCode::kCorrupt, "The zip directory is longer than the file.", end->at);
    }
    const uint64_t start = end->at - end->directory_bytes;
    if (end->count > end->directory_bytes / kMemberBytes) {
        return fail(ErrorCode::kCorrupt, "The zip directory has fewer entries than it counts.", end->at);
    }
    // Offsets are short by as much as other data stands in front of the archive.
    const uint64_t shift = start - std::min(start, end->directory_offset);
    ByteCursor directory(bytes.subspan(start, end->directory_bytes), start);
    std::vector<ZipMember> members;
    for (uint64_t i = 0; i < end->count; ++i) {
        auto member = read_member(directory);
        if (!member) return std::unexpected(member.error());
        if (member->header > UINT64_MAX - shift) {
            return fail(ErrorCode::kCorrupt, "A zip entry lies beyond the end of the file.",
                        directory.offset());
        }
        member->header += shift;
        members.push_back(*member);
    }
    return members;
}

Result<Bytes> zip_packed(Bytes bytes, const ZipMember& member) {
    const std::string name(member.name);
    const auto local = slice(bytes, member.header, kLocalBytes);
    if (!local || load<uint32_t>(*local, 0) != kLocalMark) {
        return fail(ErrorCode::kCorrupt, "The zip entry " + name + " has no local header.", member.header);
    }
    // The local header's name and extra field may differ in length from those of the directory.
    const uint64_t data =
        member.header + kLocalBytes + *load<uint16_t>(*local, 26) + *load<uint16_t>(*local, 28);
    const auto packed = slice(bytes, data, member.packed_bytes);
    if (!packed) {
        return fail(ErrorCode::kCorrupt, "The zip entry " + name + " reaches beyond the end of the file.",
                    data);
    }
    return *packed;
}

Result<std::string> inflate_front(Bytes packed, uint64_t wanted) {
    std::string out(wanted, '\0');
    z_stream stream{};
    // Negative: raw deflate data, without zlib's own header.
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return fail(ErrorCode::kLimit, "Out of memory.");
    uint64_t consumed = 0;
    uint64_t written = 0;
    int status = Z_OK;
    while (status == Z_OK && written < wanted) {
        // zlib counts in 32 bits.
        const auto in = static_cast<uInt>(std::min<uint64_t>(packed.size() - consumed, UINT32_MAX));
        const auto room = static_cast<uInt>(std::min<uint64_t>(wanted - written, UINT32_MAX));
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + consumed));
        stream.avail_in = in;
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
        stream.avail_out = room;
        status = inflate(&stream, Z_NO_FLUSH);
        consumed += in - stream.avail_in;
        written += room - stream.avail_out;
        if (status == Z_OK && stream.avail_in == in && stream.avail_out == room) status = Z_BUF_ERROR;
    }
    inflateEnd(&stream);
    if (status != Z_OK && status != Z_STREAM_END)
        return fail(ErrorCode::kCorrupt, "The deflated data is damaged.");
    out.resize(written);
    return out;
}

Result<std::string> zip_front(Bytes bytes, const ZipMember& member, uint64_t count) {
    if (member.encrypted) return refused(member, ErrorCode::kUnsupported, "is encrypted");
    if (!plausible(member)) return refused(member, ErrorCode::kCorrupt, "declares an impossible size");
    const auto packed = zip_packed(bytes, member);
    if (!packed) return std::unexpected(packed.error());
    const uint64_t wanted = std::min(count, member.bytes);
    switch (member.method) {
        case ZipMember::Method::kStored:
            return std::string(as_text(packed->first(wanted)));
        case ZipMember::Method::kDeflated: {
            auto content = inflate_front(*packed, wanted);
            if (!content || content->size() < wanted)
                return refused(member, ErrorCode::kCorrupt, "has damaged deflate data");
            return content;
        }
        default:
            return refused(member, ErrorCode::kUnsupported, "is packed by a method that is not read");
    }
}

Result<std::string> zip_content(Bytes bytes, const ZipMember& member, uint64_t limit) {
    if (member.bytes > limit) return refused(member, ErrorCode::kLimit, "is too large");
    auto content = zip_front(bytes, member, member.bytes);
    if (!content) return content;
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(content->data()), content->size());
    if (static_cast<uint32_t>(crc) != member.crc)
        return refused(member, ErrorCode::kCorrupt, "does not match its checksum");
    return content;
}

}  // namespace netloupe
