#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace netloupe::onnx {

/// A number as ONNX's text syntax writes it.
struct Literal {
    std::string text;
    bool is_integer = false;
};

/// Takes ONNX's text syntax apart, from front to back. After the first error nothing more is found.
class SyntaxScanner {
public:
    explicit SyntaxScanner(std::string_view text) : text_(text) {}

    /// The character that comes next, 0 at the end. Blanks and `#` comments are skipped.
    char peek();
    /// Whether `word` comes next; nothing is taken.
    bool sees(std::string_view word);
    /// Takes the word when it comes next.
    bool take(std::string_view word);
    /// The same, and an error when it does not.
    bool expect(std::string_view word);

    /// [A-Za-z_][A-Za-z0-9_]*; empty when none comes next.
    std::string identifier();
    /// An identifier that may go on with dots, slashes, colons and dashes as exporters' names do, or any text
    /// in quotes.
    std::string name();
    /// Text in quotes with its escapes; an error when none comes next.
    bool quoted(std::string& out);
    std::optional<Literal> number();

    /// Puts the scanner back to where it was at an earlier time.
    [[nodiscard]] size_t position() const { return at_; }
    void rewind(size_t position) { at_ = position; }

    uint32_t line();
    bool fail(const std::string& message);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    void skip_blank();

    std::string_view text_;
    size_t at_ = 0;
    size_t counted_to_ = 0;
    uint32_t line_ = 1;
    std::optional<Error> error_;
};

}  // namespace netloupe::onnx
