#include "python_literal.h"

#include <cctype>
#include <charconv>
#include <string>

#include "base/limits.h"

namespace netloupe::numpy {

namespace {

using Json = nlohmann::json;

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<Json> parse() {
        Json value;
        if (!read(value, 0) || !at_end())
            return fail(ErrorCode::kCorrupt, "The header is no literal of Python.", at_);
        return value;
    }

private:
    bool read(Json& value, uint32_t depth) {
        if (depth > limits::kNesting) return false;
        switch (peek()) {
            case '{':
                return read_dictionary(value, depth);
            case '(':
                return read_list(value, ')', depth);
            case '[':
                return read_list(value, ']', depth);
            case '\'':
            case '"':
                return read_text(value);
            default:
                return read_number(value) || read_word(value);
        }
    }

    bool read_dictionary(Json& value, uint32_t depth) {
        value = Json::object();
        ++at_;
        while (!accept('}')) {
            Json key;
            if (!read(key, depth + 1) || !key.is_string() || !accept(':')) return false;
            if (!read(value[key.get<std::string>()], depth + 1)) return false;
            if (!accept(',') && peek() != '}') return false;
        }
        return true;
    }

    bool read_list(Json& value, char end, uint32_t depth) {
        value = Json::array();
        ++at_;
        while (!accept(end)) {
            Json element;
            if (!read(element, depth + 1)) return false;
            value.push_back(std::move(element));
            if (!accept(',') && peek() != end) return false;
        }
        return true;
    }

    bool read_text(Json& value) {
        const char quote = text_[at_++];
        std::string out;
        while (at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            out += text_[at_++];
        }
        if (at_ >= text_.size()) return false;
        ++at_;
        value = std::move(out);
        return true;
    }

    bool read_number(Json& value) {
        int64_t number = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
        if (error != std::errc()) return false;
        at_ = static_cast<size_t>(end - text_.data());
        if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Of Python 2.
        value = number;
        return true;
    }

    bool read_word(Json& value) {
        for (const auto& [word, meaning] : {std::pair<std::string_view, Json>{"True", true},
                                            {"true", true},
                                            {"False", false},
                                            {"false", false},
                                            {"None", nullptr}}) {
            if (!text_.substr(at_).starts_with(word)) continue;
            at_ += word.size();
            value = meaning;
            return true;
        }
        return false;
    }

    void skip_blanks() {
        while (at_ < text_.size() &&
               (std::isspace(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '\0'))
            ++at_;
    }
    char peek() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool accept(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    bool at_end() {
        skip_blanks();
        return at_ == text_.size();
    }

    std::string_view text_;
    size_t at_ = 0;
};

}  // namespace

Result<Json> parse_literal(std::string_view text) {
    return Parser(text).parse();
}

}  // namespace netloupe::numpy
