#include "chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "containers/compressed.h"

namespace netloupe::hdf5 {

namespace {

/// Bytes that one chunk may unpack to: one at a time is in memory.
constexpr uint64_t kMostChunkBytes = 1ULL << 30;
/// Deflate makes no more than this of a byte.
constexpr uint64_t kMostOfOneByte = 1032;

struct Chunk {
    uint64_t address = kUndefined;
    uint64_t bytes = 0;  ///< As stored.
    uint32_t mask = 0;   ///< Bits of filters that were left out.
};

/// Elements that follow each other in a chunk and in what is asked for.
struct Run {
    uint64_t chunk = 0;
    uint64_t inside = 0;  ///< First element in the chunk.
    uint64_t out = 0;     ///< First element of the answer.
    uint64_t count = 0;
};

/// How chunks tile the dataset; they are numbered row by row.
class Grid {
public:
    explicit Grid(const Dataset& dataset) : dataset_(dataset) {
        for (size_t d = 0; d < rank(); ++d)
            tiles_.push_back((extent(d) + dataset.chunk[d] - 1) / dataset.chunk[d]);
    }

    [[nodiscard]] size_t rank() const { return dataset_.shape.size(); }
    [[nodiscard]] uint64_t extent(size_t d) const { return static_cast<uint64_t>(dataset_.shape[d]); }

    /// Bytes of an unpacked chunk; more than is read when they cannot be counted.
    [[nodiscard]] uint64_t chunk_bytes() const {
        uint64_t bytes = dataset_.type.bytes;
        for (const uint64_t extent : dataset_.chunk) {
            if (__builtin_mul_overflow(bytes, extent, &bytes)) return UINT64_MAX;
        }
        return bytes;
    }

    /// The number of the chunk whose first element is there.
    [[nodiscard]] uint64_t number(std::span<const uint64_t> place) const {
        uint64_t number = 0;
        for (size_t d = 0; d < rank(); ++d) number = number * tiles_[d] + place[d] / dataset_.chunk[d];
        return number;
    }

    /// Where elements [first, end) are, chunk by chunk.
    [[nodiscard]] std::vector<Run> runs(uint64_t first, uint64_t end) const {
        std::vector<Run> runs;
        std::vector<uint64_t> place(rank());
        const size_t last = rank() - 1;
        for (uint64_t at = first; at < end;) {
            uint64_t left = at;
            for (size_t d = rank(); d-- > 0; left /= extent(d)) place[d] = left % extent(d);
            const uint64_t in_chunk = dataset_.chunk[last] - place[last] % dataset_.chunk[last];
            const uint64_t count = std::min({end - at, in_chunk, extent(last) - place[last]});
            uint64_t inside = 0;
            for (size_t d = 0; d < rank(); ++d)
                inside = inside * dataset_.chunk[d] + place[d] % dataset_.chunk[d];
            runs.push_back({number(place), inside, at - first, count});
            at += count;
        }
        std::ranges::stable_sort(runs, {}, &Run::chunk);
        return runs;
    }

private:
    const Dataset& dataset_;
    std::vector<uint64_t> tiles_;
};

/// Where each chunk stands.
class ChunkIndex {
public:
    ChunkIndex(Image& image, const Dataset& dataset, const Grid& grid)
        : image_(image), dataset_(dataset), grid_(grid) {}

    Result<void> read() {
        if (dataset_.index == Dataset::Index::kTree) return read_tree();
        if (dataset_.index == Dataset::Index::kFixedArray) return read_array_head();
        return {};
    }

    /// A chunk that nobody wrote has no address.
    [[nodiscard]] Chunk find(uint64_t number) {
        switch (dataset_.index) {
            case Dataset::Index::kSingle:
                return {dataset_.index_address,
                        dataset_.filters.empty() ? grid_.chunk_bytes() : dataset_.single_bytes,
                        dataset_.single_mask};
            case Dataset::Index::kImplicit: {
                Chunk chunk{0, grid_.chunk_bytes(), 0};
                if (__builtin_mul_overflow(number, chunk.bytes, &chunk.address) ||
                    __builtin_add_overflow(chunk.address, dataset_.index_address, &chunk.address))
                    chunk.address = kUndefined;
                return chunk;
            }
            case Dataset::Index::kFixedArray:
                return find_in_array(number);
            case Dataset::Index::kTree:
                break;
        }
        const auto found = chunks_.find(number);
        return found == chunks_.end() ? Chunk{} : found->second;
    }

private:
    Result<void> read_tree() {
        std::vector<uint64_t> left{dataset_.index_address};
        std::unordered_set<uint64_t> seen;
        while (!left.empty()) {
            const uint64_t address = left.back();
            left.pop_back();
            if (!image_.step()) return Image::too_many();
            if (!seen.insert(address).second) continue;
            if (const auto read = read_node(address, left); !read) return read;
        }
        return {};
    }

    Result<void> read_node(uint64_t address, std::vector<uint64_t>& left) {
        constexpr uint8_t kOfChunks = 1;
        Fields node = image_.at(address);
        const bool marked = node.mark("TREE");
        const uint8_t kind = node.u8();
        const uint8_t level = node.u8();
        const uint16_t count = node.u16();
        (void)node.offset();
        (void)node.offset();
        if (!marked || kind != kOfChunks) return image_.corrupt("A tree of chunks is none.", address);
        std::vector<uint64_t> place(grid_.rank());
        for (uint16_t i = 0; i < count; ++i) {
            if (!image_.step()) return Image::too_many();
            Chunk chunk;
            chunk.bytes = node.u32();
            chunk.mask = node.u32();
            for (uint64_t& one : place) one = node.number(8);
            node.skip(8);
            chunk.address = node.offset();
            if (!node.ok()) return image_.corrupt("A tree of chunks is cut off.", address);
            bool inside = true;
            for (size_t d = 0; d < place.size(); ++d) inside = inside && place[d] < grid_.extent(d);
            if (level > 0) {
                left.push_back(chunk.address);
            } else if (inside) {
                chunks_.try_emplace(grid_.number(place), chunk);
            }
        }
        return {};
    }

    Result<void> read_array_head() {
        Fields head = image_.at(dataset_.index_address);
        const bool marked = head.mark("FAHD");
        head.skip(2);
        entry_bytes_ = head.u8();
        const uint8_t page_bits = head.u8();
        entries_ = head.length();
        const uint64_t block = head.offset();
        const uint64_t plain = image_.offset_bytes();
        const bool fits = dataset_.filters.empty() ? entry_bytes_ == plain
                                                   : entry_bytes_ > plain + 4 && entry_bytes_ <= plain + 12;
        if (!marked || !head.ok() || !fits || page_bits >= 32)
            return image_.corrupt("An array of chunks is damaged.", dataset_.index_address);
        Fields array = image_.at(block);
        if (!array.mark("FADB")) return image_.corrupt("An array of chunks is none.", block);
        array.skip(2);
        (void)array.offset();
        page_ = uint64_t{1} << page_bits;
        paged_ = entries_ > page_;
        if (paged_) {
            constexpr uint64_t kChecksumBytes = 4;
            array.skip((entries_ / page_ + (entries_ % page_ != 0 ? 1 : 0) + 7) / 8 + kChecksumBytes);
        }
        array_ = array.rest();
        return {};
    }

    [[nodiscard]] Chunk find_in_array(uint64_t number) const {
        constexpr uint64_t kChecksumBytes = 4;
        uint64_t at = 0;
        if (number >= entries_ || __builtin_mul_overflow(number, entry_bytes_, &at)) return {};
        if (paged_) at += number / page_ * kChecksumBytes;
        const auto entry = slice(array_, at, entry_bytes_);
        if (!entry) return {};
        Fields fields = image_.in(*entry, 0);
        Chunk chunk{fields.offset(), grid_.chunk_bytes(), 0};
        if (dataset_.filters.empty()) return chunk;
        chunk.bytes = fields.number(entry_bytes_ - image_.offset_bytes() - 4);
        chunk.mask = fields.u32();
        return chunk;
    }

    Image& image_;
    const Dataset& dataset_;
    const Grid& grid_;
    std::unordered_map<uint64_t, Chunk> chunks_;
    uint64_t entry_bytes_ = 0;
    uint64_t entries_ = 0;
    uint64_t page_ = 1;
    bool paged_ = false;
    Bytes array_;
};

/// The first bytes of all elements were put together, then the second ones, and so on.
std::vector<std::byte> unshuffled(Bytes bytes, uint64_t element) {
    std::vector<std::byte> out(bytes.begin(), bytes.end());
    if (element < 2) return out;
    const uint64_t count = bytes.size() / element;
    for (uint64_t part = 0; part < element; ++part) {
        for (uint64_t i = 0; i < count; ++i) out[i * element + part] = bytes[part * count + i];
    }
    return out;
}

/// LibLZF's form: runs of literal bytes, and copies of what came before.
std::optional<std::vector<std::byte>> unpack_lzf(Bytes bytes, uint64_t limit) {
    std::vector<std::byte> out;
    Fields fields(bytes, 0, 8, 8);
    while (fields.ok() && fields.remaining() > 0) {
        const uint64_t control = fields.u8();
        constexpr uint64_t kLiterals = 32;
        if (control < kLiterals) {
            const Bytes literal = fields.take(control + 1);
            out.insert(out.end(), literal.begin(), literal.end());
        } else {
            uint64_t count = control >> 5;
            if (count == 7) count += fields.u8();
            const uint64_t back = (control & 0x1F) << 8 | fields.u8();
            if (back >= out.size()) return std::nullopt;
            for (uint64_t i = 0; i < count + 2; ++i) out.push_back(out[out.size() - back - 1]);
        }
        if (out.size() > limit) return std::nullopt;
    }
    return fields.ok() ? std::optional(std::move(out)) : std::nullopt;
}

/// Undoes the filters of one chunk.
class Unpacking {
public:
    Unpacking(const Image& image, const Dataset& dataset, uint64_t bytes)
        : image_(image), dataset_(dataset), bytes_(bytes) {}

    Result<std::vector<std::byte>> unpack(const Chunk& chunk) const {
        const auto stored = slice(image_.bytes(), chunk.address, chunk.bytes);
        if (!stored) return image_.corrupt("A chunk reaches beyond the end of the file.", chunk.address);
        std::vector<std::byte> bytes(stored->begin(), stored->end());
        for (size_t i = dataset_.filters.size(); i-- > 0;) {
            const bool left_out = i < 32 && (chunk.mask >> i & 1) != 0;
            if (left_out) continue;
            auto next = undo(dataset_.filters[i], bytes, chunk.address);
            if (!next) return next;
            bytes = std::move(*next);
        }
        if (bytes.size() < bytes_)
            return image_.corrupt("A chunk is shorter than it should be.", chunk.address);
        return bytes;
    }

private:
    enum Id : uint16_t { kDeflate = 1, kShuffle = 2, kChecksum = 3, kLzf = 32000 };
    static constexpr uint64_t kChecksumBytes = 4;

    [[nodiscard]] Result<std::vector<std::byte>> undo(const Filter& filter,
                                                      const std::vector<std::byte>& bytes,
                                                      uint64_t at) const {
        switch (filter.id) {
            case kShuffle:
                return unshuffled(bytes, filter.values.empty() ? 1 : filter.values[0]);
            case kChecksum:
                if (bytes.size() < kChecksumBytes) return image_.corrupt("A chunk has no checksum.", at);
                return std::vector<std::byte>(bytes.begin(), bytes.end() - kChecksumBytes);
            case kDeflate: {
                if (bytes_ / kMostOfOneByte > bytes.size())
                    return image_.corrupt("A chunk is too short for what it should unpack to.", at);
                auto unpacked = netloupe::unpack(bytes, bytes_ + kChecksumBytes);
                if (!unpacked) return image_.corrupt("The compressed data of a chunk is damaged.", at);
                return std::move(unpacked->bytes);
            }
            case kLzf: {
                auto unpacked = unpack_lzf(bytes, bytes_ + kChecksumBytes);
                if (!unpacked) return image_.corrupt("The compressed data of a chunk is damaged.", at);
                return std::move(*unpacked);
            }
            default:
                return fail(
                    ErrorCode::kUnsupported,
                    fmt::format("The values went through filter {} of HDF5, which is not read.", filter.id),
                    image_.base() + at);
        }
    }

    const Image& image_;
    const Dataset& dataset_;
    uint64_t bytes_;
};

/// What a chunk that was never written holds.
void put_fill(Bytes fill, std::span<std::byte> out) {
    if (fill.empty()) return;
    for (size_t at = 0; at + fill.size() <= out.size(); at += fill.size())
        std::ranges::copy(fill, out.begin() + static_cast<std::ptrdiff_t>(at));
}

Result<std::vector<std::byte>> read_chunks(Image& image, const Dataset& dataset, uint64_t first,
                                           uint64_t end) {
    const uint64_t element = dataset.type.bytes;
    const Grid grid(dataset);
    if (grid.rank() == 0) return image.corrupt("A single element is in no chunk.", dataset.index_address);
    if (grid.chunk_bytes() > kMostChunkBytes)
        return fail(ErrorCode::kLimit, "The chunks of these values are too large to be unpacked.",
                    image.base() + dataset.index_address);
    ChunkIndex index(image, dataset, grid);
    if (const auto read = index.read(); !read) return std::unexpected(read.error());
    const Unpacking unpacking(image, dataset, grid.chunk_bytes());
    std::vector<std::byte> out((end - first) * element);
    std::vector<std::byte> unpacked;
    std::optional<uint64_t> current;
    Chunk chunk;
    for (const Run& run : grid.runs(first, end)) {
        if (current != run.chunk) {
            current = run.chunk;
            chunk = index.find(run.chunk);
            if (chunk.address != kUndefined) {
                auto bytes = unpacking.unpack(chunk);
                if (!bytes) return bytes;
                unpacked = std::move(*bytes);
            }
        }
        const auto to = std::span(out).subspan(run.out * element, run.count * element);
        if (chunk.address == kUndefined) {
            put_fill(dataset.fill, to);
        } else {
            std::memcpy(to.data(), unpacked.data() + run.inside * element, to.size());
        }
    }
    return out;
}

}  // namespace

Result<std::vector<std::byte>> read_elements(Image& image, const Dataset& dataset, uint64_t first,
                                             uint64_t count) {
    uint64_t total = 1;
    for (const int64_t extent : dataset.shape) {
        if (__builtin_mul_overflow(total, static_cast<uint64_t>(extent), &total)) total = 0;
    }
    const uint64_t begin = std::min(first, total);
    const uint64_t end = begin + std::min(count, total - begin);
    const uint64_t element = dataset.type.bytes;
    if (element > 0 && end - begin > kMostChunkBytes / element)
        return fail(ErrorCode::kLimit, "These are more values than are read at once.");
    switch (dataset.storage) {
        case Dataset::Storage::kSpan: {
            const uint64_t at = dataset.offset - image.base();
            const auto whole = slice(image.bytes(), at, dataset.length);
            const auto part = whole ? slice(*whole, begin * element, (end - begin) * element) : std::nullopt;
            if (!part) return image.corrupt("The dataset reaches beyond the end of the file.", at);
            return std::vector<std::byte>(part->begin(), part->end());
        }
        case Dataset::Storage::kChunked:
            return read_chunks(image, dataset, begin, end);
        case Dataset::Storage::kNone: {
            std::vector<std::byte> out((end - begin) * element);
            put_fill(dataset.fill, out);
            return out;
        }
        case Dataset::Storage::kOutside:
            return fail(ErrorCode::kNotFound, "The values stand in other files, which are not opened.");
        case Dataset::Storage::kUnread:
            break;
    }
    return fail(ErrorCode::kUnsupported, "The values are stored in a form that is not read.");
}

}  // namespace netloupe::hdf5
