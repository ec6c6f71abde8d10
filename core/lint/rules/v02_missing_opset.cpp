#include <fmt/core.h>

#include <map>
#include <set>

#include "context.h"
#include "damage_kind.h"
#include "onnx_versions.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kStandard = "ai.onnx";

std::string_view shown(std::string_view domain) {
    return domain.empty() ? kStandard : domain;
}

void report(Context& context, Severity severity, std::string message, std::string fix, GraphId graph = {},
            NodeId node = {}) {
    context.report({
        .severity = severity,
        .message = std::move(message),
        .fix = std::move(fix),
        .graph = graph,
        .node = node,
    });
}

/// Domains whose operators are used without an import; readers give such nodes version 0.
void check_nodes(Context& context) {
    std::set<std::string_view> reported;
    context.each_node([&](const GraphFacts& graph, NodeId id) {
        const Node& node = graph.node(id);
        if (node.version != 0) return;
        const std::string_view domain = shown(context.model().text(node.domain));
        if (!reported.insert(domain).second) return;
        // ONNX Runtime fills in the newest version of the domains that it has itself.
        const bool filled_in = domain != kStandard && knows_domain(Dialect::kOnnx, domain);
        report(context, filled_in ? Severity::kWarning : context.severity(),
               fmt::format("{} is of the domain \"{}\", which the model does not import: nobody knows which "
                           "version of the operator is meant, and {}.",
                           graph.label(id), domain,
                           filled_in ? "checkers refuse the model, while ONNX Runtime takes its own newest"
                                     : "runtimes refuse the model"),
               fmt::format("Import {} (opset_import) with the version that the model was made for.", domain),
               graph.id(), id);
    });
}

void check_twice(Context& context) {
    std::map<std::string_view, int64_t> seen;
    for (const OpsetImport& import : context.model().imports) {
        const std::string_view domain = shown(context.model().text(import.domain));
        const auto [first, added] = seen.try_emplace(domain, import.version);
        if (added) continue;
        const bool same = first->second == import.version;
        report(context, same ? Severity::kInfo : context.severity(),
               same ? fmt::format("The domain \"{}\" is imported twice, with the same version.", domain)
                    : fmt::format("The domain \"{}\" is imported as version {} and as {}: which of them the "
                                  "operators mean is not clear.",
                                  domain, first->second, import.version),
               "Keep one opset import a domain.");
    }
}

void check(Context& context) {
    static constexpr int64_t kFirstWithImports = 3;
    const Model& model = context.model();
    // The imports may stand behind the damage.
    if (is_damaged(model)) return;
    if (model.format == Format::kOnnx && ir_version(model) < kFirstWithImports) return;
    if (model.imports.empty() && !model.graphs[0].nodes.empty()) {
        return report(context, context.severity(),
                      "The model imports no operator set, which files of IR version 3 and later must.",
                      "Import ai.onnx (opset_import) with the version that the model was made for.");
    }
    check_nodes(context);
    check_twice(context);
}

}  // namespace

extern const Rule v02_missing_opset;
const Rule v02_missing_opset{
    .id = "V02",
    .name = "missing-opset",
    .summary = "The domain of an operator is not imported, or twice.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Checks that a model of IR version 3 or later has opset imports, one for every domain "
                    "that its nodes "
                    "use, and none twice.",
            .why = "The meaning of an operator depends on the imported version. Without it a runtime cannot "
                   "choose a "
                   "kernel, and refuses the model.",
            .not_a_problem =
                "Files of IR versions 1 and 2, which have no imports. A domain that ONNX Runtime has "
                "itself is a warning: it takes its newest version there.",
            .fix =
                "Add the import when nodes are added by hand (onnx.helper.make_model takes opset_imports).",
            .example = "A node `com.microsoft::FusedConv` in a model that imports ai.onnx only.",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc",
        },
    .check = check,
};

}  // namespace netloupe::lint
