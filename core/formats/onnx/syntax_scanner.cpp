#include "syntax_scanner.h"

#include <algorithm>
#include <cctype>

namespace netloupe::onnx {

namespace {

bool starts_identifier(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool continues_identifier(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

void SyntaxScanner::skip_blank() {
    while (at_ < text_.size()) {
        if (text_[at_] == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
            ++at_;
        } else {
            return;
        }
    }
}

char SyntaxScanner::peek() {
    if (failed()) return 0;
    skip_blank();
    return at_ < text_.size() ? text_[at_] : '\0';
}

bool SyntaxScanner::sees(std::string_view word) {
    return peek() != 0 && text_.substr(at_).starts_with(word);
}

bool SyntaxScanner::take(std::string_view word) {
    if (!sees(word)) return false;
    at_ += word.size();
    return true;
}

bool SyntaxScanner::expect(std::string_view word) {
    return take(word) || fail("\"" + std::string(word) + "\" is expected");
}

std::string SyntaxScanner::identifier() {
    if (!starts_identifier(peek())) return {};
    const size_t begin = at_;
    while (at_ < text_.size() && continues_identifier(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
}

std::string SyntaxScanner::name() {
    if (peek() == '"') {
        std::string text;
        quoted(text);
        return text;
    }
    if (!starts_identifier(peek())) return {};
    const size_t begin = at_;
    static constexpr std::string_view kInside = "./:-";
    while (at_ < text_.size() &&
           (continues_identifier(text_[at_]) || kInside.find(text_[at_]) != std::string_view::npos)) {
        ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
}

bool SyntaxScanner::quoted(std::string& out) {
    if (!expect("\"")) return false;
    out.clear();
    while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
            ++at_;
            const char escaped = text_[at_];
            out += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
        } else {
            out += text_[at_];
        }
        ++at_;
    }
    return expect("\"");
}

std::optional<Literal> SyntaxScanner::number() {
    peek();
    size_t end = at_;
    if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
    Literal literal;
    for (const std::string_view word : {"inf", "infinity", "nan", "NaN"}) {
        if (!text_.substr(end).starts_with(word)) continue;
        const size_t after = end + word.size();
        if (after < text_.size() && continues_identifier(text_[after])) continue;
        literal.text = std::string(text_.substr(at_, after - at_));
        at_ = after;
        return literal;
    }
    if (end >= text_.size() ||
        (std::isdigit(static_cast<unsigned char>(text_[end])) == 0 && text_[end] != '.')) {
        return std::nullopt;
    }
    literal.is_integer = true;
    for (; end < text_.size(); ++end) {
        const char c = text_[end];
        const bool exponent_sign = (c == '-' || c == '+') && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) continue;
        if (c != '.' && c != 'e' && c != 'E' && !exponent_sign) break;
        literal.is_integer = false;
    }
    literal.text = std::string(text_.substr(at_, end - at_));
    at_ = end;
    return literal;
}

uint32_t SyntaxScanner::line() {
    peek();
    if (at_ < counted_to_) {
        counted_to_ = 0;
        line_ = 1;
    }
    line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(counted_to_),
                                              text_.begin() + static_cast<ptrdiff_t>(at_), '\n'));
    counted_to_ = at_;
    return line_;
}

bool SyntaxScanner::fail(const std::string& message) {
    if (failed()) return false;
    const uint32_t at_line = line();
    std::string found;
    if (at_ >= text_.size()) {
        found = "the end of the text";
    } else {
        found =
            "\"" +
            std::string(text_.substr(at_, std::min(text_.find_first_of(" \t\r\n", at_) - at_, size_t{20}))) +
            "\"";
    }
    error_ = Error{ErrorCode::kCorrupt,
                   "Line " + std::to_string(at_line) + ": " + message + ", but " + found + " comes.",
                   Error::kNoOffset, at_line};
    return false;
}

}  // namespace netloupe::onnx
