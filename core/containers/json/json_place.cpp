#include "json_place.h"

#include <nlohmann/json.hpp>

namespace netloupe {

namespace {

/// Walks over JSON that is known to be valid.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) { skip_space(); }

    [[nodiscard]] size_t at() const { return at_; }
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    /// Steps over one bracket, comma or colon, and the space behind it.
    void step() {
        ++at_;
        skip_space();
    }

    std::string take_string() {
        const size_t begin = at_;
        skip_string();
        const auto value = nlohmann::json::parse(text_.substr(begin, at_ - begin), nullptr, false);
        skip_space();
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    void skip_value() {
        int depth = 0;
        do {
            const char c = peek();
            if (c == '"') {
                skip_string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at_;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at_;
            } else if (c == ',' || c == ':') {
                ++at_;
            } else {
                at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
            }
            skip_space();
        } while (depth > 0 && at_ < text_.size());
    }

private:
    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    void skip_string() {
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    std::string_view text_;
    size_t at_ = 0;
};

/// Moves to the member or item of that name; false when there is none.
bool descend(Scanner& scanner, const std::string& name, JsonPlace& place) {
    const bool object = scanner.peek() == '{';
    if (!object && scanner.peek() != '[') return false;
    scanner.step();
    for (size_t index = 0; scanner.peek() != '}' && scanner.peek() != ']' && scanner.peek() != '\0';
         ++index) {
        const size_t key = scanner.at();
        const std::string found = object ? scanner.take_string() : std::to_string(index);
        if (object) scanner.step();
        if (found == name) {
            place = {key, scanner.at()};
            return true;
        }
        scanner.skip_value();
        if (scanner.peek() == ',') scanner.step();
    }
    return false;
}

}  // namespace

JsonPlace find_json_place(std::string_view text, std::span<const std::string> path) {
    Scanner scanner(text);
    JsonPlace place{scanner.at(), scanner.at()};
    for (const std::string& name : path) {
        if (!descend(scanner, name, place)) break;
    }
    return place;
}

}  // namespace netloupe
