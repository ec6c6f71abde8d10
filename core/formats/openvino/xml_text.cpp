#include "xml_text.h"

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"

namespace netloupe::openvino {

namespace {

/// What the parsed form may take: a text of nothing but tags takes many times its own size.
constexpr uint64_t kMostMemory = 400ULL << 20;
constexpr uint64_t kBytesOfElement = 64;
constexpr uint64_t kBytesOfAttribute = 40;

uint64_t memory_of(std::string_view text) {
    const auto tags = static_cast<uint64_t>(std::ranges::count(text, '<'));
    const auto attributes = static_cast<uint64_t>(std::ranges::count(text, '='));
    return text.size() + tags * kBytesOfElement + attributes * kBytesOfAttribute;
}

/// Offsets in the parsed form are those of the file only when nothing was converted.
bool is_one_byte_encoding(std::string_view text) {
    return !text.starts_with("\xfe\xff") && !text.starts_with("\xff\xfe") &&
           text.substr(0, 4).find('\0') == std::string_view::npos;
}

}  // namespace

Result<XmlText> XmlText::parse(Bytes file) {
    const std::string_view text = as_text(file);
    if (file.size() > kMostMemory || memory_of(text) > kMostMemory) {
        return fail(ErrorCode::kLimit, "The XML of " + std::to_string(file.size()) +
                                           " bytes would take more than " +
                                           std::to_string(kMostMemory >> 20) + " MiB to be read.");
    }
    XmlText xml;
    if (is_one_byte_encoding(text)) {
        for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
            xml.line_ends_.push_back(static_cast<uint32_t>(at));
        }
    }
    constexpr unsigned kWanted =
        pugi::parse_escapes | pugi::parse_cdata | pugi::parse_eol | pugi::parse_embed_pcdata;
    const auto result = xml.document_->load_buffer(file.data(), file.size(), kWanted);
    if (!result) {
        const auto offset = static_cast<uint64_t>(std::max<ptrdiff_t>(result.offset, 0));
        xml.damage_ = Error{ErrorCode::kCorrupt,
                            "The XML ends to make sense: " + std::string(result.description()) + ".",
                            xml.line_ends_.empty() ? offset : Error::kNoOffset, xml.line_at(offset)};
    }
    if (!xml.root()) {
        return std::unexpected(
            xml.damage_.value_or(Error{ErrorCode::kCorrupt, "The XML has no element.", 0, 0}));
    }
    return xml;
}

uint32_t XmlText::line(const pugi::xml_node& node) const {
    const ptrdiff_t offset = node.offset_debug();
    return offset < 0 ? 0 : line_at(static_cast<uint64_t>(offset));
}

uint32_t XmlText::line_at(uint64_t offset) const {
    if (line_ends_.empty()) return 0;
    return static_cast<uint32_t>(std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin()) + 1;
}

}  // namespace netloupe::openvino
