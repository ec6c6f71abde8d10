#include "reading.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/limits.h"
#include "base/text.h"

namespace netloupe::openvino {

namespace {

/// Keys repeat the names of all elements around them: what they may take is bounded, not by the file's size.
constexpr uint64_t kMostMetadataBytes = 32ULL << 20;
constexpr size_t kLongestKey = 1024;

/// In runtime information, elements of these names carry their own in an attribute.
constexpr std::array<std::string_view, 3> kNamedElements = {"attribute", "user_data", "info"};

std::string_view name_of(const pugi::xml_node& element) {
    const std::string_view tag = element.name();
    const std::string_view own = element.attribute("name").value();
    const bool is_named = std::ranges::find(kNamedElements, tag) != kNamedElements.end();
    return is_named && !own.empty() ? own : tag;
}

/// "1" of value="1"; "[N,C,H,W]" of layout="[N,C,H,W]"; "a=1, b=2" of more; the text without attributes.
std::string value_of(const pugi::xml_node& element) {
    if (const auto value = element.attribute("value")) return value.value();
    std::string out;
    size_t count = 0;
    for (const pugi::xml_attribute attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        if (name == "name" || name == "version") continue;
        if (count++ > 0) out += ", ";
        out += std::string(name) + '=' + attribute.value();
    }
    if (count == 1) out.erase(0, out.find('=') + 1);
    return count > 0 ? out : std::string(trimmed(element.child_value()));
}

}  // namespace

Reading::Reading(Model& into, const XmlText& text, const CancelToken& token)
    : model(into), xml(text), cancel(token) {
    const std::filesystem::path path(into.files[0].path);
    weights_file = intern(std::filesystem::path(path.filename()).replace_extension(".bin").string());
}

void Reading::damage(const pugi::xml_node& element, std::string message, GraphId graph, NodeId node,
                     ErrorCode code) {
    if (model.damages.size() >= kMostDamages) return;
    Damage damage;
    damage.error = {code, std::move(message), Error::kNoOffset, xml.line(element)};
    damage.graph = graph;
    damage.node = node;
    model.damages.push_back(std::move(damage));
}

void Reading::flatten(const pugi::xml_node& element, const std::string& prefix,
                      std::vector<KeyValue>& entries) {
    std::string key = prefix;
    flatten(element, key, 0, entries);
}

void Reading::flatten(const pugi::xml_node& element, std::string& key, uint32_t depth,
                      std::vector<KeyValue>& entries) {
    if (depth == limits::kNesting) return;
    const size_t length = key.size();
    for (const pugi::xml_node child : element.children()) {
        if (child.type() != pugi::node_element) continue;
        const std::string_view name = name_of(child);
        if (length + name.size() > kLongestKey) continue;
        if (length > 0) key += '.';
        key += name;
        const std::string value = value_of(child);
        const bool is_leaf = !child.first_child();
        if ((is_leaf || !value.empty()) && !add_entry(key, value, entries)) return;
        if (!is_leaf) flatten(child, key, depth + 1, entries);
        key.resize(length);
    }
}

bool Reading::add_entry(const std::string& key, std::string_view value, std::vector<KeyValue>& entries) {
    metadata_bytes_ += key.size() + value.size();
    if (metadata_bytes_ > kMostMetadataBytes) return false;
    entries.push_back({intern(key), intern(value)});
    return true;
}

Range Reading::keep(std::vector<KeyValue>& entries) {
    if (entries.empty()) return {};
    const Range range = append(model.metadata, std::span<const KeyValue>(entries));
    entries.clear();
    return range;
}

}  // namespace netloupe::openvino
