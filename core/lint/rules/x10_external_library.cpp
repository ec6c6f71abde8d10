#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "context.h"

namespace netloupe::lint {

namespace {

bool is_library(std::string_view text) {
    static constexpr std::array<std::string_view, 3> kEndings{".so", ".dll", ".dylib"};
    return std::ranges::any_of(kEndings, [&](std::string_view ending) { return text.ends_with(ending); }) ||
           text.find(".so.") != std::string_view::npos;
}

/// The text between quotes that names a library, in options that are written as JSON.
std::string_view library_in(std::string_view json) {
    while (true) {
        const size_t begin = json.find('"');
        const size_t end = begin == std::string_view::npos ? begin : json.find('"', begin + 1);
        if (end == std::string_view::npos) return {};
        const std::string_view text = json.substr(begin + 1, end - begin - 1);
        if (is_library(text)) return text;
        json.remove_prefix(end + 1);
    }
}

/// The library that an attribute of somebody's own operator names.
std::string_view named_library(const Model& model, const Node& node) {
    for (const Attribute& attribute : model.attributes_of(node)) {
        const std::string_view text = model.text(attribute.text);
        if (attribute.type == AttributeType::kString && is_library(text)) return text;
        if (attribute.type != AttributeType::kJson) continue;
        if (const std::string_view library = library_in(text); !library.empty()) return library;
    }
    return {};
}

bool runs_python(std::string_view op) {
    return op == "PyOp" || op == "PyCustomOp" || op == "PythonOp";
}

/// What the node makes a runtime load; empty when it is nothing.
std::string loaded(const Model& model, const Node& node) {
    const std::string_view op = model.text(node.op);
    if (op == "EPContext") {
        if (model.int_attribute(node, "embed_mode", 1) != 0) return {};
        const Attribute* path = model.find_attribute(node, "ep_cache_context");
        return fmt::format("the compiled network in the file \"{}\"",
                           path == nullptr ? "" : model.text(path->text));
    }
    if (!node.is_custom || node.callee.valid()) return {};
    if (runs_python(op)) return "Python code, which it runs";
    const std::string_view library = named_library(model, node);
    return library.empty() ? std::string() : fmt::format("the library \"{}\"", library);
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        const std::string what = loaded(context.model(), graph.node(id));
        if (what.empty()) return;
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("{} makes the runtime load {}: that is a program from outside of the model, "
                            "which nobody can check here.",
                            graph.label(id), what),
            .fix = "Load the model only when you trust where both come from.",
            .graph = graph.id(),
            .node = id,
        });
    });
}

}  // namespace

extern const Rule x10_external_library;
const Rule x10_external_library{
    .id = "X10",
    .name = "external-library",
    .summary = "The model makes a runtime load foreign code.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Finds EPContext nodes whose compiled network stands in a file of its own, operators that "
                "run Python (PyOp, PyCustomOp), and custom operators with an attribute that names a "
                "library.",
            .why = "What is loaded runs with the rights of the application.",
            .not_a_problem = "An EPContext that holds its network itself (embed_mode 1).",
            .fix = "Load the model only when you trust where both come from.",
            .example = "`com.microsoft::EPContext { embed_mode=0 ep_cache_context=\"model_qnn.bin\" }`",
            .source = "https://onnxruntime.ai/docs/execution-providers/EP-Context-Design.html",
        },
    .check = check,
};

}  // namespace netloupe::lint
