#include "containers/flatbuffer_view.h"

#include <utility>

namespace netloupe {

namespace {

constexpr std::string_view kBeyondEnd = "points beyond the end of the file";
constexpr std::string_view kTooLong = "is longer than the file";

/// What a table takes at least when it is not shared: the offset to it and its own to the vtable.
constexpr uint64_t kTableCost = 8;

/// So that a tiny but honest file, in which much is shared, is never short of budget.
constexpr uint64_t kFreeElements = 1U << 16;

/// Offset, relative to the bytes, that the 32-bit offset at `at` leads to; 0 when it leaves them.
uint64_t follow(Bytes bytes, uint64_t at) {
    const auto relative = load<uint32_t>(bytes, at);
    if (!relative || *relative > bytes.size() - at) return 0;
    return at + *relative;
}

/// The string at `at`; nothing when its length leaves the bytes.
std::optional<std::string_view> text_at(Bytes bytes, uint64_t at) {
    const auto length = load<uint32_t>(bytes, at);
    if (!length) return std::nullopt;
    const auto found = slice(bytes, at + sizeof(uint32_t), *length);
    if (!found) return std::nullopt;
    return as_text(*found);
}

}  // namespace

FlatSource::FlatSource(Bytes bytes, uint64_t base)
    : bytes_(bytes), base_(base), budget_(bytes.size() + kFreeElements) {}

std::optional<FlatFault> FlatSource::take_fault() {
    return std::exchange(fault_, std::nullopt);
}

bool FlatSource::spend(uint64_t elements) {
    if (elements > budget_) {
        budget_ = 0;
        return false;
    }
    budget_ -= elements;
    return true;
}

void FlatTable::report(uint64_t at, uint16_t field, std::string_view what,
                       std::optional<uint64_t> index) const {
    if (source_ != nullptr) source_->report({source_->base() + at, type_, field, index, what});
}

std::optional<FlatTable> FlatTable::open(FlatSource& source, uint64_t at, std::string_view type) {
    const auto back = load<int32_t>(source.bytes(), at);
    if (!back) return std::nullopt;
    const auto vtable = static_cast<int64_t>(at) - *back;
    if (vtable < 0) return std::nullopt;
    const auto size = load<uint16_t>(source.bytes(), static_cast<uint64_t>(vtable));
    constexpr uint16_t kHeader = 4;
    if (!size || *size < kHeader || !slice(source.bytes(), static_cast<uint64_t>(vtable), *size)) {
        return std::nullopt;
    }
    FlatTable table;
    table.source_ = &source;
    table.type_ = type;
    table.at_ = at;
    table.vtable_ = static_cast<uint64_t>(vtable);
    table.vtable_bytes_ = *size & ~1U;
    return table;
}

uint64_t FlatTable::target(uint16_t field) const {
    const uint64_t at = position(field);
    if (at == 0) return 0;
    const uint64_t to = at < source_->bytes().size() ? follow(source_->bytes(), at) : 0;
    if (to == 0) report(at, field, kBeyondEnd);
    return to;
}

std::string_view FlatTable::text(uint16_t field) const {
    const uint64_t at = target(field);
    if (at == 0) return {};
    const auto found = text_at(source_->bytes(), at);
    if (!found) report(at, field, kTooLong);
    return found.value_or(std::string_view());
}

FlatTable FlatTable::table(uint16_t field, std::string_view type) const {
    const uint64_t at = target(field);
    if (at == 0) return {};
    const auto found = open(*source_, at, type);
    if (!found) report(at, field, "does not lead to a table");
    return found.value_or(FlatTable());
}

std::optional<FlatTable::Vector> FlatTable::vector(uint16_t field, uint64_t element_bytes) const {
    const uint64_t at = target(field);
    if (at == 0) return std::nullopt;
    const auto count = load<uint32_t>(source_->bytes(), at);
    const uint64_t first = at + sizeof(uint32_t);
    const auto elements = count ? slice(source_->bytes(), first, *count * element_bytes) : std::nullopt;
    if (!elements) {
        report(at, field, kTooLong);
        return std::nullopt;
    }
    return Vector{first, *elements};
}

FlatTables FlatTable::tables(uint16_t field, std::string_view type) const {
    const auto found = vector(field, sizeof(uint32_t));
    if (!found) return {};
    return {*this, field, found->elements, found->at, type};
}

FlatTexts FlatTable::texts(uint16_t field) const {
    const auto found = vector(field, sizeof(uint32_t));
    if (!found) return {};
    return {*this, field, found->elements, found->at};
}

FlatTable FlatTables::operator[](uint32_t i) const {
    if (i >= size()) return {};
    FlatSource& source = *parent_.source();
    const uint64_t at = at_ + uint64_t{i} * sizeof(uint32_t);
    if (!source.spend(kTableCost)) {
        parent_.report(at, field_, FlatTable::kTooMuch, i);
        return {};
    }
    const uint64_t to = follow(source.bytes(), at);
    const auto found = to == 0 ? std::nullopt : FlatTable::open(source, to, type_);
    if (!found) parent_.report(at, field_, "does not lead to a table", i);
    return found.value_or(FlatTable());
}

std::string_view FlatTexts::operator[](uint32_t i) const {
    if (i >= size()) return {};
    FlatSource& source = *parent_.source();
    const uint64_t at = at_ + uint64_t{i} * sizeof(uint32_t);
    if (!source.spend(1)) {
        parent_.report(at, field_, FlatTable::kTooMuch, i);
        return {};
    }
    const uint64_t to = follow(source.bytes(), at);
    const auto found = to == 0 ? std::nullopt : text_at(source.bytes(), to);
    if (!found) parent_.report(at, field_, kBeyondEnd, i);
    return found.value_or(std::string_view());
}

std::optional<FlatTable> flat_root(FlatSource& source, std::string_view type) {
    const auto at = load<uint32_t>(source.bytes(), 0);
    if (!at) return std::nullopt;
    return flat_table_at(source, source.base() + *at, type);
}

std::optional<FlatTable> flat_table_at(FlatSource& source, uint64_t offset, std::string_view type) {
    if (offset < source.base()) return std::nullopt;
    return FlatTable::open(source, offset - source.base(), type);
}

}  // namespace netloupe
