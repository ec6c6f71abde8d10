#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/byte_cursor.h"

/// Checked access to a FlatBuffer that may be damaged, hostile, misaligned or many gigabytes long. Nothing is
/// verified up front: each access checks the bytes that it touches, so that the cost follows what is read and
/// whatever stands before the damage is readable. (flatbuffers::Verifier walks everything, refuses the whole
/// buffer for one bad offset and over 2 GB, and does not say where.)
///
/// A bad access yields the field's default or nothing, and is noted in the FlatSource; readers ask for the
/// fault after each element and turn it into a Damage.
namespace netloupe {

/// The first thing found wrong since the last FlatSource::take_fault().
struct FlatFault {
    uint64_t offset = 0;  ///< In the file.
    std::string_view
        table;           ///< Full schema name of the table it was found in: "netloupe.wire.tflite.Tensor".
    uint16_t field = 0;  ///< Its vtable offset (flatc's VT_...); 0 when the table itself is bad.
    std::optional<uint64_t> index;  ///< Element of the field's vector.
    std::string_view what;          ///< "reaches beyond the end of the file".
};

/// The bytes of a FlatBuffer and what was found wrong in them.
class FlatSource {
public:
    /// `base` is where the bytes stand in their file. Elements that may be read in all are bounded by the
    /// number of bytes, because a small hostile file can name one vector from a million tables.
    explicit FlatSource(Bytes bytes, uint64_t base = 0);

    [[nodiscard]] Bytes bytes() const { return bytes_; }
    [[nodiscard]] uint64_t base() const { return base_; }

    void report(const FlatFault& fault) {
        if (!fault_) fault_ = fault;
    }
    [[nodiscard]] bool faulty() const { return fault_.has_value(); }
    /// The fault, if there is one; the source is then ready to note the next.
    std::optional<FlatFault> take_fault();

    /// Accounts for reading elements; false when more are asked for than the file can honestly hold.
    bool spend(uint64_t elements);
    /// Nothing more can be read.
    [[nodiscard]] bool exhausted() const { return budget_ == 0; }

private:
    Bytes bytes_;
    uint64_t base_;
    uint64_t budget_;
    std::optional<FlatFault> fault_;
};

/// A vector of numbers; elements need no alignment.
template <typename T>
class FlatNumbers {
public:
    FlatNumbers() = default;
    FlatNumbers(Bytes bytes, uint64_t offset) : bytes_(bytes), offset_(offset) {}

    [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(bytes_.size() / sizeof(T)); }
    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    /// `i` < size().
    [[nodiscard]] T operator[](uint32_t i) const {
        T value;
        std::memcpy(&value, bytes_.data() + uint64_t{i} * sizeof(T), sizeof(T));
        return value;
    }
    [[nodiscard]] Bytes bytes() const { return bytes_; }
    /// Of the first element, in the file.
    [[nodiscard]] uint64_t offset() const { return offset_; }

private:
    Bytes bytes_;
    uint64_t offset_ = 0;
};

class FlatTables;
class FlatTexts;

/// A table; a default one has no fields.
class FlatTable {
public:
    FlatTable() = default;

    [[nodiscard]] explicit operator bool() const { return source_ != nullptr; }
    /// In the file.
    [[nodiscard]] uint64_t offset() const { return source_ == nullptr ? 0 : source_->base() + at_; }
    [[nodiscard]] FlatSource* source() const { return source_; }
    [[nodiscard]] bool has(uint16_t field) const { return position(field) != 0; }

    template <typename T>
    [[nodiscard]] T number(uint16_t field, T fallback = T{}) const {
        const uint64_t at = position(field);
        if (at == 0) return fallback;
        const auto value = load<T>(source_->bytes(), at);
        if (!value) report(at, field, "reaches beyond the end of the file");
        return value.value_or(fallback);
    }

    /// Empty when absent.
    [[nodiscard]] std::string_view text(uint16_t field) const;
    [[nodiscard]] FlatTable table(uint16_t field, std::string_view type) const;
    template <typename Wire>
    [[nodiscard]] FlatTable table(uint16_t field) const {
        return table(field, Wire::GetFullyQualifiedName());
    }
    [[nodiscard]] FlatTables tables(uint16_t field, std::string_view type) const;
    template <typename Wire>
    [[nodiscard]] FlatTables tables(uint16_t field) const;
    [[nodiscard]] FlatTexts texts(uint16_t field) const;

    /// Numbers that will be read: they count against the source's budget.
    template <typename T>
    [[nodiscard]] FlatNumbers<T> numbers(uint16_t field) const {
        const auto found = span<T>(field);
        if (source_ != nullptr && !source_->spend(found.size())) {
            report(found.offset() - source_->base(), field, kTooMuch);
            return {};
        }
        return found;
    }
    /// Where a vector stands that may stay unread (weights).
    template <typename T>
    [[nodiscard]] FlatNumbers<T> span(uint16_t field) const {
        const auto found = vector(field, sizeof(T));
        if (!found) return {};
        return {found->elements, source_->base() + found->at};
    }

    /// Notes that a value read from the field makes no sense.
    void reject(uint16_t field, std::string_view what, std::optional<uint64_t> index = std::nullopt) const {
        report(position(field), field, what, index);
    }

    static constexpr std::string_view kTooMuch = "asks for more elements than the file can hold";

private:
    friend class FlatTables;
    friend class FlatTexts;
    friend std::optional<FlatTable> flat_table_at(FlatSource&, uint64_t, std::string_view);

    struct Vector {
        uint64_t at;  ///< Of the first element.
        Bytes elements;
    };

    /// The table at `at`, or nothing when its vtable is not one.
    static std::optional<FlatTable> open(FlatSource& source, uint64_t at, std::string_view type);
    /// Where the field's value stands, 0 when it is absent.
    [[nodiscard]] uint64_t position(uint16_t field) const {
        if (field >= vtable_bytes_) return 0;
        uint16_t inside;
        std::memcpy(&inside, source_->bytes().data() + vtable_ + field, sizeof(inside));
        return inside == 0 ? 0 : at_ + inside;
    }
    /// Where the field's offset leads, or 0 (absent or bad).
    [[nodiscard]] uint64_t target(uint16_t field) const;
    void report(uint64_t at, uint16_t field, std::string_view what,
                std::optional<uint64_t> index = std::nullopt) const;
    [[nodiscard]] std::optional<Vector> vector(uint16_t field, uint64_t element_bytes) const;

    FlatSource* source_ = nullptr;
    std::string_view type_;
    uint64_t at_ = 0;
    uint64_t vtable_ = 0;
    uint32_t vtable_bytes_ = 0;  ///< Even, at most what the file holds.
};

/// A vector of tables.
class FlatTables {
public:
    FlatTables() = default;

    [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(elements_.size() / sizeof(uint32_t)); }
    /// A table without fields when `i` is out of range or the offset is bad.
    [[nodiscard]] FlatTable operator[](uint32_t i) const;

private:
    friend class FlatTable;
    FlatTables(const FlatTable& parent, uint16_t field, Bytes elements, uint64_t at, std::string_view type)
        : parent_(parent), field_(field), elements_(elements), at_(at), type_(type) {}

    FlatTable parent_;
    uint16_t field_ = 0;
    Bytes elements_;
    uint64_t at_ = 0;
    std::string_view type_;
};

/// A vector of strings.
class FlatTexts {
public:
    FlatTexts() = default;

    [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(elements_.size() / sizeof(uint32_t)); }
    [[nodiscard]] std::string_view operator[](uint32_t i) const;

private:
    friend class FlatTable;
    FlatTexts(const FlatTable& parent, uint16_t field, Bytes elements, uint64_t at)
        : parent_(parent), field_(field), elements_(elements), at_(at) {}

    FlatTable parent_;
    uint16_t field_ = 0;
    Bytes elements_;
    uint64_t at_ = 0;
};

template <typename Wire>
FlatTables FlatTable::tables(uint16_t field) const {
    return tables(field, Wire::GetFullyQualifiedName());
}

/// The root table. Nothing when the first offset or the root's vtable is not one; that is no fault yet,
/// because files are also recognised by it.
std::optional<FlatTable> flat_root(FlatSource& source, std::string_view type);

/// The table at an offset of the file that was found earlier (FlatTable::offset()).
std::optional<FlatTable> flat_table_at(FlatSource& source, uint64_t offset, std::string_view type);

}  // namespace netloupe
