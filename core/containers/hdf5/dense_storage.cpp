#include "dense_storage.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_set>

namespace netloupe::hdf5 {

namespace {

/// Bytes in which every number up to `most` can be written.
uint64_t bytes_for(uint64_t most) {
    return (most == 0 ? 0 : static_cast<uint64_t>(std::bit_width(most) - 1) / 8) + 1;
}

/// A fractal heap: blocks of sizes that double from row to row of a table, which may have tables in it.
class FractalHeap {
public:
    FractalHeap(Image& image, uint64_t address) : image_(image) {
        Fields head = image.at(address);
        const bool marked = head.mark("FRHP");
        head.skip(1);
        head.skip(2);
        const uint16_t filter_bytes = head.u16();
        head.skip(1);
        const uint32_t most_managed = head.u32();
        // Huge objects and free space have their own ways, which are not needed.
        for (int i = 0; i < 2; ++i) {
            (void)head.length();
            (void)head.offset();
        }
        constexpr int kStatistics = 8;
        for (int i = 0; i < kStatistics; ++i) (void)head.length();
        width_ = head.u16();
        first_block_ = head.length();
        const uint64_t most_direct = head.length();
        const uint16_t heap_bits = head.u16();
        head.skip(2);
        root_ = head.offset();
        rows_ = head.u16();
        offset_bytes_ = (heap_bits + 7U) / 8;
        length_bytes_ = std::min(bytes_for(most_direct), bytes_for(most_managed));
        const bool sizes = std::has_single_bit(first_block_) && std::has_single_bit(most_direct) &&
                           most_direct >= first_block_ && width_ > 0 && offset_bytes_ <= 8;
        ok_ = marked && head.ok() && sizes && filter_bytes == 0;
        if (ok_) direct_rows_ = std::countr_zero(most_direct) - std::countr_zero(first_block_) + 2;
    }

    [[nodiscard]] bool ok() const { return ok_; }

    /// What an id stands for.
    [[nodiscard]] std::optional<Fields> find(Fields id) const {
        enum Kind : uint8_t { kManaged, kHuge, kTiny };
        const uint64_t at = id.at();
        const uint8_t flags = id.u8();
        const auto kind = static_cast<Kind>(flags >> 4 & 3);
        if (kind == kTiny) {
            const uint64_t bytes = (flags & 0x0FU) + 1U;
            const Bytes object = id.take(bytes);
            return id.ok() ? std::optional(image_.in(object, at + 1)) : std::nullopt;
        }
        const uint64_t offset = id.number(offset_bytes_);
        const uint64_t bytes = id.number(length_bytes_);
        if (kind != kManaged || !id.ok()) return std::nullopt;
        const auto place = place_of(offset);
        if (!place || !slice(image_.bytes(), *place, bytes)) return std::nullopt;
        return image_.at(*place, bytes);
    }

private:
    [[nodiscard]] uint64_t block_bytes(uint64_t row) const {
        return row == 0 ? first_block_ : first_block_ << (row - 1);
    }

    /// Where the byte with that offset in the heap's own counting stands.
    [[nodiscard]] std::optional<uint64_t> place_of(uint64_t offset) const {
        constexpr int kTables = 64;
        if (rows_ == 0) return at_end(root_, offset);
        uint64_t block = root_;
        for (int i = 0; i < kTables && block != kUndefined; ++i) {
            const uint64_t first_row = width_ * first_block_;
            const uint64_t row = static_cast<uint64_t>(std::bit_width(offset / first_row));
            if (row >= static_cast<uint64_t>(std::countl_zero(first_block_))) return std::nullopt;
            const uint64_t bytes = block_bytes(row);
            const uint64_t behind = row == 0 ? offset : offset - width_ * bytes;
            const uint64_t entry = row * width_ + behind / bytes;
            Fields table = image_.at(block);
            if (!table.mark("FHIB")) return std::nullopt;
            table.skip(1U + image_.offset_bytes() + offset_bytes_);
            uint64_t before = 0;
            if (__builtin_mul_overflow(entry, uint64_t{image_.offset_bytes()}, &before)) return std::nullopt;
            table.skip(before);
            block = table.offset();
            if (!table.ok()) return std::nullopt;
            offset = behind % bytes;
            if (row < static_cast<uint64_t>(direct_rows_)) return at_end(block, offset);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<uint64_t> at_end(uint64_t block, uint64_t offset) const {
        uint64_t place = 0;
        if (block == kUndefined || !image_.at(block).mark("FHDB") ||
            __builtin_add_overflow(block, offset, &place)) {
            return std::nullopt;
        }
        return place;
    }

    Image& image_;
    bool ok_ = false;
    uint64_t width_ = 0;
    uint64_t first_block_ = 0;
    uint64_t root_ = kUndefined;
    uint16_t rows_ = 0;
    int direct_rows_ = 0;
    uint64_t offset_bytes_ = 0;
    uint64_t length_bytes_ = 0;
};

/// A B-tree of the second version: in order, the records of its leaves and between them those of inner nodes.
class RecordTree {
public:
    RecordTree(Image& image, uint64_t address, std::vector<Error>& damages)
        : image_(image), damages_(damages), address_(address) {}

    Result<void> read(const std::function<void(Fields)>& take) {
        Fields head = image_.at(address_);
        const bool marked = head.mark("BTHD");
        head.skip(1);
        kind_ = head.u8();
        node_bytes_ = head.u32();
        record_bytes_ = head.u16();
        const uint16_t depth = head.u16();
        head.skip(2);
        const uint64_t root = head.offset();
        const uint16_t records = head.u16();
        if (!marked || !head.ok() || record_bytes_ == 0 || !measure(depth)) {
            damage("A tree of names in the HDF5 file is damaged.", address_);
            return {};
        }
        if (root == kUndefined || records == 0) return {};
        return read_node(root, records, depth, take);
    }

    /// How many bytes of a record stand in front of the id in the heap.
    [[nodiscard]] std::optional<uint64_t> before_id() const {
        enum Kind : uint8_t {
            kLinkByName = 5,
            kLinkByOrder = 6,
            kAttributeByName = 8,
            kAttributeByOrder = 9
        };
        switch (kind_) {
            case kLinkByName:
                return 4;
            case kLinkByOrder:
                return 8;
            case kAttributeByName:
            case kAttributeByOrder:
                return 0;
            default:
                return std::nullopt;
        }
    }

private:
    static constexpr uint16_t kDeepest = 8;
    static constexpr uint64_t kFrame = 10;  ///< Mark, version, kind, and the checksum at the end.

    /// How wide the counts in the pointers of each level are, by how many records may be below.
    bool measure(uint16_t depth) {
        if (depth > kDeepest || node_bytes_ < kFrame + record_bytes_) return false;
        uint64_t most = (node_bytes_ - kFrame) / record_bytes_;
        count_bytes_ = bytes_for(most);
        total_bytes_.assign(1, 0);
        for (uint16_t level = 1; level < depth; ++level) {
            const uint64_t pointer = image_.offset_bytes() + count_bytes_ + total_bytes_.back();
            if (node_bytes_ < kFrame + pointer) return false;
            const uint64_t here = (node_bytes_ - kFrame - pointer) / (record_bytes_ + pointer);
            uint64_t below = 0;
            if (__builtin_mul_overflow(here + 1, most, &below) || __builtin_add_overflow(below, here, &most))
                return false;
            total_bytes_.push_back(bytes_for(most));
        }
        return true;
    }

    // NOLINTNEXTLINE(misc-no-recursion): no deeper than kDeepest.
    Result<void> read_node(uint64_t address, uint64_t records, uint16_t depth,
                           const std::function<void(Fields)>& take) {
        if (!image_.step()) return Image::too_many();
        if (!seen_.insert(address).second) return {};
        Fields node = image_.at(address);
        if (!node.mark(depth == 0 ? "BTLF" : "BTIN")) {
            damage("A node of a tree of names in the HDF5 file is none.", address);
            return {};
        }
        node.skip(2);
        const uint64_t first = node.at();
        const Bytes own = node.take(records * record_bytes_);
        for (uint64_t i = 0; i <= records && node.ok(); ++i) {
            if (depth > 0) {
                const uint64_t child = node.offset();
                const uint64_t count = node.number(count_bytes_);
                if (depth > 1) node.skip(total_bytes_[depth - 1]);
                if (!node.ok()) break;
                if (const auto read = read_node(child, count, depth - 1, take); !read) return read;
            }
            if (i == records) break;
            if (!image_.step()) return Image::too_many();
            take(image_.in(own.subspan(i * record_bytes_, record_bytes_), first + i * record_bytes_));
        }
        if (!node.ok()) damage("A node of a tree of names in the HDF5 file is cut off.", address);
        return {};
    }

    void damage(std::string message, uint64_t address) {
        damages_.push_back(image_.corrupt(std::move(message), address).error());
    }

    Image& image_;
    std::vector<Error>& damages_;
    uint64_t address_;
    uint8_t kind_ = 0;
    uint32_t node_bytes_ = 0;
    uint64_t record_bytes_ = 0;
    uint64_t count_bytes_ = 0;
    std::vector<uint64_t> total_bytes_;  ///< Of nodes at each level; leaves have none.
    std::unordered_set<uint64_t> seen_;
};

}  // namespace

Result<void> for_each_dense(Image& image, uint64_t heap, uint64_t tree, std::vector<Error>& damages,
                            const std::function<void(const Fields&)>& take) {
    const FractalHeap objects(image, heap);
    if (!objects.ok()) {
        damages.push_back(image.corrupt("A heap of the HDF5 file is damaged.", heap).error());
        return {};
    }
    RecordTree records(image, tree, damages);
    return records.read([&](Fields record) {
        const auto before = records.before_id();
        if (!before) return;
        record.skip(*before);
        const auto object = objects.find(record);
        if (object) return take(*object);
        damages.push_back(
            image.corrupt("An entry of the HDF5 file is not in its heap.", record.at()).error());
    });
}

}  // namespace netloupe::hdf5
