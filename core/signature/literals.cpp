#include "literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/utf8.h"
#include "query/describe.h"

namespace netloupe::signature {

namespace {

constexpr size_t kLongest = 32;

/// Words of the five languages, and names that the code itself uses.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"abstract",     "and",         "any",      "as",         "assert",     "async",        "auto",
     "await",        "batches",     "bool",     "boolean",    "break",      "by",           "byte",
     "case",         "catch",       "char",     "class",      "companion",  "concept",      "const",
     "constexpr",    "continue",    "data",     "def",        "default",    "defer",        "del",
     "delete",       "do",          "double",   "elif",       "else",       "enum",         "env",
     "environment",  "except",      "explicit", "export",     "extends",    "extension",    "extern",
     "false",        "field",       "file",     "final",      "finally",    "float",        "for",
     "friend",       "from",        "fun",      "func",       "get",        "global",       "goto",
     "guard",        "i",           "if",       "implements", "import",     "in",           "init",
     "inline",       "inout",       "input",    "inputs",     "instanceof", "int",          "interface",
     "internal",     "interpreter", "is",       "it",         "key",        "lambda",       "lateinit",
     "let",          "long",        "main",     "map",        "match",      "memory",       "model",
     "mutable",      "namespace",   "native",   "new",        "nil",        "none",         "nonlocal",
     "not",          "np",          "null",     "object",     "open",       "operator",     "options",
     "or",           "ort",         "out",      "output",     "outputs",    "override",     "package",
     "pass",         "path",        "print",    "private",    "protected",  "protocol",     "public",
     "raise",        "register",    "repeat",   "requires",   "resolver",   "results",      "return",
     "runner",       "self",        "session",  "set",        "short",      "signed",       "sizeof",
     "static",       "std",         "strictfp", "struct",     "subscript",  "super",        "switch",
     "synchronized", "template",    "tflite",   "this",       "throw",      "throws",       "transient",
     "true",         "try",         "type",     "typealias",  "typedef",    "typeid",       "typename",
     "typeof",       "union",       "unsigned", "using",      "val",        "value",        "var",
     "virtual",      "void",        "volatile", "when",       "where",      "while",        "with",
     "xor",          "yield",       "alignas",  "alignof",    "asm",        "bitand",       "bitor",
     "compl",        "decltype",    "dynamic",  "noexcept",   "nullptr",    "thread_local", "wchar_t",
     "record",       "sealed",      "len",      "list",       "dict",       "actual",       "expect",
     "some"});

/// The character that begins the text, and its bytes.
struct Character {
    uint32_t code = 0;
    size_t length = 1;
};

Character decode(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
    const size_t length = utf8_sequence(text);
    if (length <= 1) return {length == 0 ? 0xFFFD : byte(0), 1};
    uint32_t code = byte(0) & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3FU);
    return {code, length};
}

bool is_plain(uint32_t code) {
    return code >= 0x20 && code < 0x7F && code != '"' && code != '\\' && code != '$';
}

std::string utf16_escape(uint32_t code) {
    if (code < 0x10000) return fmt::format("\\u{:04x}", code);
    const uint32_t rest = code - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

std::string escape(uint32_t code, Language language) {
    if (code == '\\') return "\\\\";
    if (code == '"') return "\\\"";
    switch (language) {
        case Language::kPython:
            if (code == '$') return "$";
            return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
        case Language::kKotlin:
            return code == '$' ? "\\$" : utf16_escape(code);
        case Language::kJava:
            // The compiler reads \u escapes before it looks for the end of a literal; octal ones later.
            if (code == '$') return "$";
            return code < 0x100 ? fmt::format("\\{:03o}", code) : utf16_escape(code);
        case Language::kSwift:
            return code == '$' ? "$" : fmt::format("\\u{{{:x}}}", code);
        default:
            return code == '$' ? "$" : fmt::format("\\{:03o}", code);
    }
}

bool is_letter_or_digit(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
}

/// The last part of a path of names, without the number of the output behind it.
std::string_view last_part(std::string_view name) {
    if (const size_t colon = name.rfind(':');
        colon != std::string_view::npos && colon > 0 &&
        std::ranges::all_of(name.substr(colon + 1), [](unsigned char c) { return std::isdigit(c) != 0; }))
        name = name.substr(0, colon);
    while (name.ends_with('/')) name.remove_suffix(1);
    const size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

}  // namespace

std::string string_literal(std::string_view text, Language language) {
    std::string literal = "\"";
    while (!text.empty()) {
        // C++ names are bytes, and octal escapes end after three digits.
        const Character next =
            language == Language::kCpp ? Character{static_cast<unsigned char>(text[0]), 1} : decode(text);
        // ?? may begin a trigraph.
        const bool question = next.code == '?' && language == Language::kCpp;
        literal += is_plain(next.code) && !question ? std::string(1, static_cast<char>(next.code))
                                                    : escape(next.code, language);
        text.remove_prefix(next.length);
    }
    return literal + "\"";
}

std::string comment_text(std::string_view text) {
    // What the card itself writes beyond ASCII.
    constexpr auto kOwn = std::to_array<uint32_t>({0xD7, 0xF7, 0x2212, 0xB7, 0x2026});
    std::string plain;
    while (!text.empty()) {
        const Character next = decode(text);
        const bool ascii = next.code >= 0x20 && next.code < 0x7F && next.code != '\\';
        if (ascii || std::ranges::find(kOwn, next.code) != kOwn.end()) {
            plain += text.substr(0, next.length);
        } else {
            plain += '_';
        }
        text.remove_prefix(next.length);
    }
    return plain;
}

std::string real_literal(double value) {
    std::string text = query::number_text(value);
    if (text.find_first_of(".en") == std::string::npos) text += ".0";
    return text;
}

std::string plus(int64_t number) {
    if (number == 0) return {};
    return fmt::format(" {} {}", number < 0 ? '-' : '+', number < 0 ? -number : number);
}

bool Identifiers::take(const std::string& camel) {
    // Behind the name of a variable the code sets what it makes of it.
    constexpr auto kDerived = std::to_array<std::string_view>(
        {"", "Buffer", "Tensor", "Mean", "Deviation", "Shape", "Fed", "Raw", "Dim"});
    const auto taken = [&](std::string_view suffix) { return used_.contains(camel + std::string(suffix)); };
    if (std::ranges::any_of(kDerived, taken)) return false;
    for (const std::string_view suffix : kDerived) used_.insert(camel + std::string(suffix));
    return true;
}

std::string Identifiers::make(std::string_view name, std::string_view fallback) {
    std::string id;
    bool lower_before = false;
    for (const char c : last_part(name)) {
        if (id.size() >= kLongest) break;
        const bool upper = std::isupper(static_cast<unsigned char>(c)) != 0;
        if (!is_letter_or_digit(c)) {
            if (!id.empty() && !id.ends_with('_')) id += '_';
        } else {
            if (upper && lower_before && !id.ends_with('_')) id += '_';
            id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        lower_before = is_letter_or_digit(c) && !upper;
    }
    while (id.ends_with('_')) id.pop_back();
    if (id.empty()) id = fallback;
    if (std::isdigit(static_cast<unsigned char>(id[0])) != 0) id = fmt::format("{}_{}", fallback, id);
    if (std::ranges::find(kReserved, id) != kReserved.end()) id += "_values";
    std::string distinct = id;
    for (int number = 2; !take(camel_case(distinct)); ++number) distinct = fmt::format("{}_{}", id, number);
    return distinct;
}

std::string camel_case(std::string_view snake_case) {
    std::string camel;
    bool upper = false;
    for (const char c : snake_case) {
        if (c == '_') {
            upper = true;
        } else {
            camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            upper = false;
        }
    }
    return camel;
}

}  // namespace netloupe::signature
