#include "metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace netloupe::signature {

namespace {

using Json = nlohmann::json;

std::string_view value_of(const Model& model, Range range, std::string_view key) {
    for (const KeyValue& entry : model.metadata_of(range)) {
        if (model.text(entry.key) == key) return model.text(entry.value);
    }
    return {};
}

/// Lines with something in them.
size_t lines(std::string_view text) {
    size_t count = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) ++count;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return count;
}

/// Of a text in single or double quotes at the front, as Python writes it, with its quotes; 0 without one.
size_t quoted_length(std::string_view text) {
    if (text.empty() || (text[0] != '\'' && text[0] != '"')) return 0;
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i] == text[0]) return i + 1;
        if (text[i] == '\\') ++i;
    }
    return 0;
}

}  // namespace

std::string_view tensor_metadata(const View& view, TensorId tensor, std::string_view key) {
    return value_of(view.model, view.tensor(tensor).metadata, key);
}

std::string_view model_metadata(const Model& model, std::string_view key) {
    return value_of(model, model.model_metadata, key);
}

Json parsed(std::string_view json) {
    Json value = Json::parse(json, nullptr, false);
    return value.is_object() ? value : Json();
}

std::vector<double> numbers(const Json& object, const char* name) {
    if (!object.is_object() || !object.contains(name) || !object[name].is_array()) return {};
    std::vector<double> list;
    for (const Json& element : object[name]) {
        if (!element.is_number() || !std::isfinite(element.get<double>())) return {};
        list.push_back(element.get<double>());
    }
    return list;
}

std::string text_of(const Json& object, const char* name) {
    const bool has = object.is_object() && object.contains(name) && object[name].is_string();
    return has ? object[name].get<std::string>() : std::string();
}

const Json* content_of(const Json& content, const char* kind) {
    if (!content.is_object() || !content.contains("content_properties")) return nullptr;
    const Json& properties = content["content_properties"];
    return properties.is_object() && properties.contains(kind) ? &properties[kind] : nullptr;
}

std::optional<Labels> labels_of(const View& view, TensorId tensor, std::string_view kind) {
    // "labels.txt (TENSOR_AXIS_LABELS), other.txt (DESCRIPTIONS, en)", as the reader writes it.
    const std::string_view listed = tensor_metadata(view, tensor, "associated_files");
    const std::string wanted = fmt::format(" ({}", kind);
    const size_t at = listed.find(wanted);
    if (at == std::string_view::npos) return std::nullopt;
    const size_t separator = listed.rfind("), ", at);
    const size_t begin = separator == std::string_view::npos ? 0 : separator + 3;
    Labels labels{to_utf8(listed.substr(begin, at - begin)), std::nullopt};
    for (const Attachment& attachment : view.model.attachments) {
        const std::string_view text = view.text(attachment.text);
        if (to_utf8(view.text(attachment.name)) == labels.file && !text.empty()) labels.count = lines(text);
    }
    return labels;
}

std::optional<size_t> named_classes(std::string_view dictionary) {
    if (!dictionary.starts_with('{')) return std::nullopt;
    dictionary.remove_prefix(1);
    for (size_t count = 0; !dictionary.empty(); ++count) {
        const std::string key = fmt::format("{}: ", count);
        if (!dictionary.starts_with(key)) return std::nullopt;
        dictionary.remove_prefix(key.size());
        const size_t length = quoted_length(dictionary);
        if (length == 0) return std::nullopt;
        dictionary.remove_prefix(length);
        if (dictionary == "}") return count + 1;
        if (!dictionary.starts_with(", ")) return std::nullopt;
        dictionary.remove_prefix(2);
    }
    return std::nullopt;
}

}  // namespace netloupe::signature
