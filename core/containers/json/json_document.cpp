#include "containers/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "base/limits.h"
#include "base/mapped_file.h"
#include "base/nearest_name.h"
#include "json_place.h"

namespace netloupe {

namespace {

constexpr std::string_view kPlace = " (line ";
constexpr std::string_view kColumn = ", column ";

Error error_at(std::string_view text, size_t offset, std::string message) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
    const std::string place = fmt::format("{}{}{}{})", kPlace, 1 + std::ranges::count(before, '\n'), kColumn,
                                          1 + before.size() - line_begin);
    message.insert(message.size() - 1, place);  // Before the full stop or question mark.
    return {ErrorCode::kInvalid, std::move(message)};
}

bool nests_too_deep(int depth) {
    return depth > static_cast<int>(limits::kNesting);
}

/// The value as JSON, cut when it is long.
std::string shown(const Json& value) {
    constexpr size_t kShown = 40;
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() <= kShown ? text : text.substr(0, kShown) + "…";
}

}  // namespace

std::optional<TextPlace> place_of(const Error& error) {
    const size_t begin = error.message.rfind(kPlace);
    if (begin == std::string::npos) return std::nullopt;
    TextPlace place;
    const char* end = error.message.data() + error.message.size();
    const auto line = std::from_chars(error.message.data() + begin + kPlace.size(), end, place.line);
    const std::string_view rest(line.ptr, static_cast<size_t>(end - line.ptr));
    if (line.ec != std::errc() || !rest.starts_with(kColumn)) return std::nullopt;
    const auto column = std::from_chars(line.ptr + kColumn.size(), end, place.column);
    return column.ec == std::errc() ? std::optional(place) : std::nullopt;
}

std::optional<Json> parse_json(std::string_view text) {
    bool too_deep = false;
    const auto watch_depth = [&too_deep](int depth, Json::parse_event_t, Json&) {
        too_deep |= nests_too_deep(depth);
        return !too_deep;
    };
    Json value = Json::parse(text, watch_depth, false);
    if (too_deep || value.is_discarded()) return std::nullopt;
    return value;
}

Result<JsonDocument> JsonDocument::read(const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file) return std::unexpected(file.error());
    const Bytes bytes = file->bytes();
    if (bytes.size() > kJsonBytes)
        return fail(ErrorCode::kLimit,
                    fmt::format("The file has {} bytes; at most {} are read.", bytes.size(), kJsonBytes));
    return parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), path);
}

Result<JsonDocument> JsonDocument::parse(std::string text, std::string path) {
    JsonDocument document;
    document.path_ = std::move(path);
    document.text_ = std::move(text);
    try {
        bool too_deep = false;
        document.root_ = Json::parse(document.text_, [&too_deep](int level, Json::parse_event_t, Json&) {
            too_deep |= nests_too_deep(level);
            return !too_deep;
        });
        if (too_deep)
            return fail(ErrorCode::kLimit,
                        fmt::format("The JSON nests deeper than {} levels.", limits::kNesting));
    } catch (const Json::parse_error& error) {
        // The library counts bytes from 1 and points behind what it could not take.
        const size_t offset = error.byte > 0 ? error.byte - 1 : 0;
        return std::unexpected(error_at(
            document.text_, offset,
            offset >= document.text_.size() ? "The JSON ends too early." : "This is not valid JSON."));
    }
    return document;
}

void JsonDocument::complain(const Path& path, bool about_key, std::string message) {
    if (error_) return;
    const JsonPlace place = find_json_place(text_, path);
    error_ = error_at(text_, about_key ? place.key : place.value, std::move(message));
}

JsonValue JsonValue::below(std::string name, const Json& value, std::string label) const {
    JsonDocument::Path where = where_;
    where.push_back(std::move(name));
    return {*document_, value, std::move(where), std::move(label)};
}

void JsonValue::expected(std::string_view what) {
    complain(fmt::format("{} must be {}, and is {}.", label_, what, shown(*value_)));
}

void JsonValue::expect_members(std::span<const std::string_view> names) {
    for (auto& [name, value] : members()) {
        if (std::ranges::find(names, name) != names.end()) continue;
        const auto meant = nearest_name(name, names);
        value.complain_of_key(
            meant ? fmt::format("\"{}\" is unknown; did you mean \"{}\"?", name, *meant)
                  : fmt::format("\"{}\" is unknown; known are {}.", name, fmt::join(names, ", ")));
    }
}

std::optional<JsonValue> JsonValue::member(std::string_view name) const {
    if (!value_->is_object()) return std::nullopt;
    const auto found = value_->find(name);
    if (found == value_->end()) return std::nullopt;
    return below(std::string(name), *found, fmt::format("\"{}\"", name));
}

JsonValue JsonValue::required(std::string_view name) {
    if (const auto found = member(name)) return *found;
    complain(fmt::format("\"{}\" is missing.", name));
    static const Json kNothing;
    return {*document_, kNothing, where_, fmt::format("\"{}\"", name)};
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() {
    std::vector<std::pair<std::string, JsonValue>> members;
    if (!value_->is_object()) {
        expected("an object");
        return members;
    }
    for (const auto& [name, value] : value_->items())
        members.emplace_back(name, below(name, value, fmt::format("\"{}\"", name)));
    return members;
}

std::vector<JsonValue> JsonValue::items() {
    std::vector<JsonValue> items;
    if (!value_->is_array()) {
        expected("a list");
        return items;
    }
    for (size_t i = 0; i < value_->size(); ++i)
        items.push_back(below(std::to_string(i), (*value_)[i], fmt::format("Item {} of {}", i + 1, label_)));
    return items;
}

std::string JsonValue::text() {
    if (value_->is_string()) return value_->get<std::string>();
    expected("a text");
    return {};
}

std::vector<std::string> JsonValue::texts() {
    std::vector<std::string> texts;
    for (JsonValue& item : items()) texts.push_back(item.text());
    return texts;
}

double JsonValue::number() {
    if (value_->is_number()) return value_->get<double>();
    expected("a number");
    return 0;
}

bool JsonValue::boolean() {
    if (value_->is_boolean()) return value_->get<bool>();
    expected("true or false");
    return false;
}

int64_t JsonValue::whole_number(int64_t least) {
    const bool fits =
        value_->is_number_integer() && !(value_->is_number_unsigned() && value_->get<uint64_t>() > INT64_MAX);
    if (fits && value_->get<int64_t>() >= least) return value_->get<int64_t>();
    expected(fmt::format("a whole number of at least {}", least));
    return least;
}

}  // namespace netloupe
