#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancellation.h"
#include "containers/external_files.h"
#include "model/model.h"
#include "xml_text.h"

namespace netloupe::openvino {

/// The first version whose layers are of operator sets: Parameter, Const and Result with their own types,
/// scalars, and edges for all weights.
inline constexpr int64_t kFirstOpsetVersion = 10;

/// What all parts of the reader share while one file is read.
class Reading {
public:
    Reading(Model& into, const XmlText& text, const CancelToken& token);

    Model& model;
    const XmlText& xml;
    const CancelToken& cancel;
    ExternalFiles external;
    StringId weights_file;       ///< Name of the .bin.
    int64_t version = 0;         ///< Of the IR; 0 when the file does not say.
    std::string_view precision;  ///< Of the whole network, in the oldest versions.

    StringId intern(std::string_view text) { return model.strings.intern(text); }
    /// The text of an attribute that the element has or has not.
    static std::string_view text(const pugi::xml_node& element, const char* attribute) {
        return element.attribute(attribute).value();
    }
    [[nodiscard]] Origin origin(const pugi::xml_node& element) const {
        return {Error::kNoOffset, xml.line(element)};
    }
    void damage(const pugi::xml_node& element, std::string message, GraphId graph, NodeId node = {},
                ErrorCode code = ErrorCode::kCorrupt);
    /// True when nothing more is worth reading.
    [[nodiscard]] bool stopped() const { return model.damages.size() >= kMostDamages || cancel.cancelled(); }

    /// The element's children as entries "a.b.c": the attribute "value", or the only other attribute, or the
    /// text of each. Appends to `entries`.
    void flatten(const pugi::xml_node& element, const std::string& prefix, std::vector<KeyValue>& entries);
    Range keep(std::vector<KeyValue>& entries);

private:
    static constexpr size_t kMostDamages = 64;

    void flatten(const pugi::xml_node& element, std::string& key, uint32_t depth,
                 std::vector<KeyValue>& entries);
    bool add_entry(const std::string& key, std::string_view value, std::vector<KeyValue>& entries);

    uint64_t metadata_bytes_ = 0;
};

}  // namespace netloupe::openvino
