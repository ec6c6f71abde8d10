#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace netloupe {

using Json = nlohmann::json;

/// Bytes of a file that a person writes for Netloupe: a configuration, a baseline, a target.
inline constexpr uint64_t kJsonBytes = 64ULL << 20;

/// Parses JSON that nests no deeper than limits::kNesting; nothing when it is none.
std::optional<Json> parse_json(std::string_view text);

/// Where in a text something is wrong; both count from 1.
struct TextPlace {
    uint32_t line = 1;
    uint32_t column = 1;  ///< In bytes.
};
/// The place that the message of a JsonDocument's error ends with; nothing where it has none.
std::optional<TextPlace> place_of(const Error& error);

/// A JSON file that a person wrote, and the first thing that is wrong with what it says.
class JsonDocument {
public:
    /// Errors: kNotFound, kIo, kLimit (kJsonBytes), kInvalid with line and column.
    static Result<JsonDocument> read(const std::string& path);
    /// The same for a text; `path` names it.
    static Result<JsonDocument> parse(std::string text, std::string path);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const Json& root() const { return root_; }
    /// The first complaint; its text ends with line and column of the value or key that it is about.
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    friend class JsonValue;
    using Path = std::vector<std::string>;
    void complain(const Path& path, bool about_key, std::string message);

    std::string path_;
    std::string text_;
    Json root_;
    std::optional<Error> error_;
};

/// A value of a document, read with an expectation: what is not as expected is complained of in the document,
/// and reads as nothing.
class JsonValue {
public:
    explicit JsonValue(JsonDocument& document) : document_(&document), value_(&document.root_) {}

    /// The members of an object that has no others than these; a misspelt one is told with the name meant.
    void expect_members(std::span<const std::string_view> names);
    void expect_members(std::initializer_list<std::string_view> names) {
        expect_members(std::span(names.begin(), names.size()));
    }
    [[nodiscard]] std::optional<JsonValue> member(std::string_view name) const;
    /// The member; its absence is complained of.
    JsonValue required(std::string_view name);
    std::vector<std::pair<std::string, JsonValue>> members();
    std::vector<JsonValue> items();

    std::string text();
    std::vector<std::string> texts();
    double number();
    bool boolean();
    /// At least `least`.
    int64_t whole_number(int64_t least = 0);
    [[nodiscard]] bool is_text() const { return value_->is_string(); }
    [[nodiscard]] bool is_null() const { return value_->is_null(); }
    [[nodiscard]] bool is_number() const { return value_->is_number(); }

    /// Complains of this value; of the key that it stands behind.
    void complain(std::string message) { document_->complain(where_, false, std::move(message)); }
    void complain_of_key(std::string message) { document_->complain(where_, true, std::move(message)); }

private:
    JsonValue(JsonDocument& document, const Json& value, JsonDocument::Path where, std::string label)
        : document_(&document), value_(&value), where_(std::move(where)), label_(std::move(label)) {}
    [[nodiscard]] JsonValue below(std::string name, const Json& value, std::string label) const;
    void expected(std::string_view what);

    JsonDocument* document_;
    const Json* value_;
    JsonDocument::Path where_;
    std::string label_ = "The file";  ///< What complaints call it.
};

}  // namespace netloupe
