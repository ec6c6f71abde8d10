#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "context.h"

namespace netloupe::lint {

namespace {

constexpr size_t kLongest = 64U << 10;
constexpr int kDeepest = 32;

/// Names that lead out of a template's sandbox. "namespace" and "loop" are ordinary.
constexpr auto kSuspicious = std::to_array<std::string_view>(
    {"__class__", "__globals__", "__builtins__", "__subclasses__", "__mro__", "__init__", "__import__",
     "__getattribute__", "os.popen", "os.system", "subprocess", "cycler.", "lipsum", "joiner.", "self."});

/// The deepest nesting of blocks.
int depth_of(std::string_view source) {
    int depth = 0;
    int deepest = 0;
    for (size_t at = source.find("{%"); at != std::string_view::npos; at = source.find("{%", at + 2)) {
        std::string_view tag = source.substr(at + 2, 16);
        tag.remove_prefix(std::min(tag.find_first_not_of("-+ \n\t"), tag.size()));
        if (tag.starts_with("if") || tag.starts_with("for") || tag.starts_with("macro"))
            deepest = std::max(deepest, ++depth);
        if (tag.starts_with("endif") || tag.starts_with("endfor") || tag.starts_with("endmacro")) --depth;
    }
    return deepest;
}

/// "self." as a name of its own, not in "myself.".
bool has_name(std::string_view source, std::string_view name) {
    for (size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + 1)) {
        const char before = at == 0 ? ' ' : source[at - 1];
        if (name[0] == '_' || (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_'))
            return true;
    }
    return false;
}

/// Code stands between braces; what is written out is harmless.
std::string code_of(std::string_view source) {
    std::string code;
    for (size_t at = 0; (at = source.find('{', at)) != std::string_view::npos;) {
        const char kind = at + 1 < source.size() ? source[at + 1] : ' ';
        const std::string_view close = kind == '{' ? "}}" : kind == '%' ? "%}" : "";
        if (close.empty()) {
            ++at;
            continue;
        }
        const size_t end = std::min(source.find(close, at), source.size());
        code += source.substr(at, end - at);
        code += '\n';
        at = end;
    }
    return code;
}

void check_template(Context& context, std::string_view key, std::string_view source) {
    const auto report = [&](std::string why) {
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} {}.", key, why),
            .fix = "Do not render it outside of a sandbox. Take the template of the original model.",
        });
    };
    if (source.size() > kLongest)
        return report(fmt::format("is {} bytes long; templates have a few thousand", source.size()));
    const std::string code = code_of(source);
    for (const std::string_view name : kSuspicious) {
        if (has_name(code, name))
            return report(fmt::format(
                "uses {}, by which templates break out into the program that renders them", name));
    }
    if (const int depth = depth_of(source); depth > kDeepest)
        report(fmt::format("nests blocks {} deep, which overflows the stack of some parsers", depth));
}

void check(Context& context) {
    const Model& model = context.model();
    for (const KeyValue& entry : model.metadata_of(model.model_metadata)) {
        const std::string_view key = model.text(entry.key);
        if (key.starts_with("tokenizer.chat_template")) check_template(context, key, model.text(entry.value));
    }
}

}  // namespace

extern const Rule x07_template_code;
const Rule x07_template_code{
    .id = "X07",
    .name = "template-code",
    .summary = "A chat template contains what only attacks need.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Looks in chat templates for attributes that lead to Python's internals, for objects of "
                "Jinja that are used in known attacks, and for lengths and depths that no template needs.",
            .why = "A chat template is a program that comes with a model. Renderers without a sandbox have "
                   "run commands from it (CVE-2024-34359).",
            .not_a_problem = "Templates that make their own variables with namespace(), walk lists and call "
                             "filters, as most do.",
            .fix = "Render templates in a sandbox only, and take the one of the original model.",
            .example = "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
            .source = "https://github.com/abetlen/llama-cpp-python/security/advisories/GHSA-56xg-wfcc-g829",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
