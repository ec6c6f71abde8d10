#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"

namespace netloupe::openvino {

/// An XML file that knows the lines of its elements. Entities other than the five of XML itself and numbers
/// are not expanded, whatever a DOCTYPE says.
class XmlText {
public:
    /// Errors: kLimit when the parsed form would not fit in memory, kCorrupt with line when nothing of the
    /// text could be read. A text that ends too early is read to there; see damage().
    static Result<XmlText> parse(Bytes file);

    [[nodiscard]] pugi::xml_node root() const { return document_->document_element(); }
    /// 1-based line at which the element begins; 0 when the encoding hides it.
    [[nodiscard]] uint32_t line(const pugi::xml_node& node) const;
    [[nodiscard]] const std::optional<Error>& damage() const { return damage_; }

private:
    XmlText() : document_(std::make_unique<pugi::xml_document>()) {}
    [[nodiscard]] uint32_t line_at(uint64_t offset) const;

    std::unique_ptr<pugi::xml_document> document_;
    std::vector<uint32_t> line_ends_;  ///< Offsets of line breaks; empty when lines are not known.
    std::optional<Error> damage_;
};

}  // namespace netloupe::openvino
