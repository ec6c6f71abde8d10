#include "segments.h"

#include "schemas/executorch_generated.h"

namespace netloupe::executorch {

namespace {

using wire::executorch::Segment;

constexpr uint64_t kHeaderOffset = 8;
constexpr uint64_t kMagicBytes = 4;

/// Where the header keeps the place of the first segment. Both headers begin with a magic and their own
/// length; that of a program gives the flatbuffer's size next, that of tensors its offset and size.
std::optional<uint64_t> segment_base(Bytes file) {
    const auto magic = slice(file, kHeaderOffset, kMagicBytes);
    if (!magic) return std::nullopt;
    if (as_text(*magic) == "eh00") return load<uint64_t>(file, kHeaderOffset + 16);
    if (as_text(*magic) == "FH01") return load<uint64_t>(file, kHeaderOffset + 24);
    return std::nullopt;
}

}  // namespace

Segments::Segments(Bytes file, const FlatTables& list) {
    const auto base = segment_base(file);
    for (uint32_t i = 0; i < list.size(); ++i) {
        const FlatTable table = list[i];
        // A table that cannot be opened is a fault already.
        if (!table) break;
        const auto offset = table.number<uint64_t>(Segment::VT_OFFSET);
        const auto length = table.number<uint64_t>(Segment::VT_SIZE);
        // Programs without data may have no header, and an empty segment.
        const bool inside =
            length == 0 || (base && *base <= file.size() && slice(file.subspan(*base), offset, length));
        if (!inside) table.reject(Segment::VT_OFFSET, "leads beyond the end of the file");
        spans_.push_back(inside ? std::optional(Span{length == 0 ? 0 : *base + offset, length})
                                : std::nullopt);
    }
}

std::optional<Segments::Span> Segments::find(uint64_t index) const {
    return index < spans_.size() ? spans_[index] : std::nullopt;
}

std::optional<Segments::Span> Segments::find(uint64_t index, uint64_t offset) const {
    const auto span = find(index);
    if (!span || offset > span->length) return std::nullopt;
    return Span{span->offset + offset, span->length - offset};
}

bool has_identifier(Bytes head, std::string_view identifier) {
    constexpr uint64_t kIdentifierOffset = 4;
    const auto found = slice(head, kIdentifierOffset, identifier.size());
    return found && as_text(*found) == identifier;
}

}  // namespace netloupe::executorch
