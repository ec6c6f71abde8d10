#include "containers/compressed.h"

#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <string_view>

namespace netloupe {

namespace {

using namespace std::string_view_literals;

constexpr uint64_t kChunk = 1ULL << 20;
/// What xz may take for itself; its strongest preset needs less.
constexpr uint64_t kLzmaMemory = 128ULL << 20;

/// What became of some of the data.
struct Progress {
    uint64_t taken = 0;
    uint64_t given = 0;
    bool done = false;
    bool damaged = false;
};

/// Unpacks zlib's and gzip's forms; 32 lets zlib tell which by the header.
class ZlibStream {
public:
    ZlibStream() { ready_ = inflateInit2(&stream_, MAX_WBITS + 32) == Z_OK; }
    ~ZlibStream() { inflateEnd(&stream_); }
    ZlibStream(const ZlibStream&) = delete;
    ZlibStream& operator=(const ZlibStream&) = delete;

    Progress run(Bytes in, std::span<std::byte> out) {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
        stream_.avail_in = static_cast<uInt>(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        const int status = ready_ ? inflate(&stream_, Z_NO_FLUSH) : Z_MEM_ERROR;
        const bool damaged = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
        return {in.size() - stream_.avail_in, out.size() - stream_.avail_out, status == Z_STREAM_END,
                damaged};
    }

private:
    z_stream stream_{};
    bool ready_ = false;
};

class Bzip2Stream {
public:
    Bzip2Stream() { ready_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
    ~Bzip2Stream() { BZ2_bzDecompressEnd(&stream_); }
    Bzip2Stream(const Bzip2Stream&) = delete;
    Bzip2Stream& operator=(const Bzip2Stream&) = delete;

    Progress run(Bytes in, std::span<std::byte> out) {
        stream_.next_in = reinterpret_cast<char*>(const_cast<std::byte*>(in.data()));
        stream_.avail_in = static_cast<unsigned>(in.size());
        stream_.next_out = reinterpret_cast<char*>(out.data());
        stream_.avail_out = static_cast<unsigned>(out.size());
        const int status = ready_ ? BZ2_bzDecompress(&stream_) : BZ_MEM_ERROR;
        return {in.size() - stream_.avail_in, out.size() - stream_.avail_out, status == BZ_STREAM_END,
                status != BZ_OK && status != BZ_STREAM_END};
    }

private:
    bz_stream stream_{};
    bool ready_ = false;
};

/// xz's form and the older one of lzma alone.
class LzmaStream {
public:
    LzmaStream() { ready_ = lzma_auto_decoder(&stream_, kLzmaMemory, 0) == LZMA_OK; }
    ~LzmaStream() { lzma_end(&stream_); }
    LzmaStream(const LzmaStream&) = delete;
    LzmaStream& operator=(const LzmaStream&) = delete;

    Progress run(Bytes in, std::span<std::byte> out) {
        stream_.next_in = reinterpret_cast<const uint8_t*>(in.data());
        stream_.avail_in = in.size();
        stream_.next_out = reinterpret_cast<uint8_t*>(out.data());
        stream_.avail_out = out.size();
        const lzma_ret status = ready_ ? lzma_code(&stream_, LZMA_RUN) : LZMA_MEM_ERROR;
        return {in.size() - stream_.avail_in, out.size() - stream_.avail_out, status == LZMA_STREAM_END,
                status != LZMA_OK && status != LZMA_STREAM_END && status != LZMA_BUF_ERROR};
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
    bool ready_ = false;
};

class Lz4Stream {
public:
    Lz4Stream() { ready_ = LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) == 0; }
    ~Lz4Stream() { LZ4F_freeDecompressionContext(context_); }
    Lz4Stream(const Lz4Stream&) = delete;
    Lz4Stream& operator=(const Lz4Stream&) = delete;

    Progress run(Bytes in, std::span<std::byte> out) {
        size_t given = out.size();
        size_t taken = in.size();
        if (!ready_) return {.damaged = true};
        const size_t hint = LZ4F_decompress(context_, out.data(), &given, in.data(), &taken, nullptr);
        if (LZ4F_isError(hint) != 0) return {.damaged = true};
        return {taken, given, hint == 0, false};
    }

private:
    LZ4F_dctx* context_ = nullptr;
    bool ready_ = false;
};

template <typename Stream>
Result<Unpacked> run(Bytes packed, uint64_t limit) {
    Stream stream;
    Unpacked out;
    for (Progress progress; !progress.done;) {
        const uint64_t before = out.bytes.size();
        if (before == limit) return out;
        out.bytes.resize(before + std::min(kChunk, limit - before));
        const Bytes in = packed.first(std::min(packed.size(), kChunk));
        progress = stream.run(in, std::span(out.bytes).subspan(before));
        out.bytes.resize(before + progress.given);
        packed = packed.subspan(progress.taken);
        const bool stuck = progress.taken == 0 && progress.given == 0 && !progress.done;
        if (progress.damaged || stuck) {
            if (out.bytes.empty()) return fail(ErrorCode::kCorrupt, "The compressed data is damaged.", 0);
            return out;
        }
    }
    out.whole = true;
    return out;
}

}  // namespace

Compression compression_of(Bytes head) {
    const std::string_view text = as_text(head);
    if (text.starts_with("\x1f\x8b"sv)) return Compression::kGzip;
    if (text.starts_with("BZh"sv)) return Compression::kBzip2;
    if (text.starts_with("\xfd"
                         "7zXZ\0"sv))
        return Compression::kXz;
    if (text.starts_with("\x5d\0\0"sv)) return Compression::kLzma;
    if (text.starts_with("\x04\x22\x4d\x18"sv)) return Compression::kLz4;
    // zlib's two bytes are a multiple of 31, and the first says deflate with a window of at most 32 KiB.
    const auto first = load<uint8_t>(head, 0);
    const auto second = load<uint8_t>(head, 1);
    const bool zlib =
        first && second && (*first & 0x0F) == 8 && *first >> 4 <= 7 && (*first * 256 + *second) % 31 == 0;
    return zlib ? Compression::kZlib : Compression::kNone;
}

Result<Unpacked> unpack(Bytes packed, uint64_t limit) {
    switch (compression_of(packed)) {
        case Compression::kZlib:
        case Compression::kGzip:
            return run<ZlibStream>(packed, limit);
        case Compression::kBzip2:
            return run<Bzip2Stream>(packed, limit);
        case Compression::kXz:
        case Compression::kLzma:
            return run<LzmaStream>(packed, limit);
        case Compression::kLz4:
            return run<Lz4Stream>(packed, limit);
        default:
            return fail(ErrorCode::kUnsupported, "The data is not compressed in a form that is read.", 0);
    }
}

}  // namespace netloupe
