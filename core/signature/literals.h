#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "signature/code.h"

namespace netloupe::signature {

/// The text as a literal in double quotes, with escapes for all that is not plain ASCII.
std::string string_literal(std::string_view text, Language language);
/// For a comment to the end of the line: without control characters, backslashes and what changes the
/// direction of text.
std::string comment_text(std::string_view text);
/// "0.5", "1.0": a decimal that every language reads as floating point.
std::string real_literal(double value);
/// " + 3", " - 3", "" for 0.
std::string plus(int64_t number);

/// Makes names of a file identifiers that are valid in every language and distinct.
class Identifiers {
public:
    /// snake_case, of at most 32 letters; `fallback` when nothing is left of the name.
    std::string make(std::string_view name, std::string_view fallback);

private:
    bool take(const std::string& camel);

    std::unordered_set<std::string> used_;
};

/// "input_image" is "inputImage".
std::string camel_case(std::string_view snake_case);

}  // namespace netloupe::signature
