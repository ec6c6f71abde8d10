#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/utf8.h"
#include "context.h"
#include "python_modules.h"

namespace netloupe::lint {

namespace {

/// Whether the attribute holds compiled code of Python, in the form of either generation; layers inside
/// layers are JSON.
bool holds_code(const Model& model, const Node& node) {
    return std::ranges::any_of(model.attributes_of(node), [&](const Attribute& attribute) {
        const std::string_view name = model.text(attribute.name);
        const std::string_view text = model.text(attribute.text);
        return text.contains("\"class_name\":\"__lambda__\"") ||
               text.contains("\"function_type\":\"lambda\"") || (name == "function_type" && text == "lambda");
    });
}

void check_layers(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        const Model& model = context.model();
        const Node& node = graph.node(id);
        const bool code = holds_code(model, node);
        if (!code && model.text(node.op) != "Lambda") return;
        context.report({
            .severity = code ? Severity::kError : Severity::kWarning,
            .message =
                code
                    ? fmt::format("{} holds compiled code of Python, which runs when the model is loaded "
                                  "or called.",
                                  graph.label(id))
                    : fmt::format("{} calls a function of Python that the file only names.", graph.label(id)),
            .fix = "Replace the Lambda by a named layer of Keras, and load models of others in safe mode.",
            .graph = graph.id(),
            .node = id,
        });
    });
}

void check_modules(Context& context) {
    const Model& model = context.model();
    std::set<std::string> unknown;
    std::set<std::string> registered;
    for (const PythonImport& import : model.python_imports) {
        const std::string_view module = model.text(import.module);
        const std::string name = to_utf8(model.text(import.name));
        if (module.empty()) {
            registered.insert(name);
        } else if (risk_of(module, model.text(import.name)) == ImportRisk::kDangerous) {
            context.report({
                .severity = Severity::kError,
                .message =
                    fmt::format("The model's config takes {}.{} when Keras loads it.", to_utf8(module), name),
                .fix = "Do not load the file. Ask who made it for its weights alone.",
            });
        } else {
            unknown.insert(to_utf8(module) + "." + name);
        }
    }
    constexpr size_t kNamed = 6;
    const auto names = [](const std::set<std::string>& all) {
        std::string text;
        size_t named = 0;
        for (const std::string& one : all) {
            if (named++ < kNamed) text += (text.empty() ? "" : ", ") + one;
        }
        return named > kNamed ? text + fmt::format(" and {} more", named - kNamed) : text;
    };
    if (!unknown.empty()) {
        context.report({
            .severity = Severity::kWarning,
            .message = fmt::format("Loading the model imports what is no part of Keras: {}.", names(unknown)),
            .fix = "Load the file only if you trust who made it and know these modules.",
        });
    }
    if (!registered.empty()) {
        context.report({
            .severity = Severity::kInfo,
            .message = fmt::format("The model needs classes that somebody else has to register: {}.",
                                   names(registered)),
            .fix = "Ship the code of these classes with the model, or replace them by layers of Keras.",
        });
    }
}

void check(Context& context) {
    if (context.model().format != Format::kKeras) return;
    check_layers(context);
    check_modules(context);
}

}  // namespace

extern const Rule x03_keras_lambda;
const Rule x03_keras_lambda{
    .id = "X03",
    .name = "keras-lambda",
    .summary = "A layer of Keras holds code, or the model's config takes code from other modules.",
    .severity = Severity::kError,
    .formats = bit(Format::kKeras),
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Looks through the configs of all layers, also of those inside layers, for Lambda layers "
                "with "
                "compiled code of Python (error) or the name of a function (warning), for objects of modules "
                "that can do harm (error) or are no part of Keras or TensorFlow (warning), and for classes "
                "that have to be registered before the model can be loaded (information). Nothing is run.",
            .why = "Keras runs a Lambda's code when the model is loaded or called, and imports what a config "
                   "names: a file from somebody else may do what it likes.",
            .not_a_problem =
                "A model that you made yourself. Keras 3 refuses such files in safe mode, but not all "
                "of its versions did, and those before know no safe mode.",
            .fix = "Replace the Lambda by a named layer, such as `Rescaling`, or a registered class. Load "
                   "models of "
                   "others with `safe_mode=True`.",
            .example = "`Lambda(lambda x: x / 255)`, of which the file keeps the marshalled code in base64.",
            .source = "https://keras.io/api/layers/core_layers/lambda/, CVE-2024-3660, CVE-2025-1550, "
                      "https://github.com/protectai/modelscan",
        },
    .check = check,
};

}  // namespace netloupe::lint
