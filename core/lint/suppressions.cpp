#include "suppressions.h"

#include <algorithm>

#include "lint/rule.h"

namespace netloupe::lint {

namespace {

bool fits_rule(const Suppression& suppression, const Finding& finding) {
    const Rule* rule = find_rule(finding.rule);
    return suppression.rules.empty() ||
           (rule != nullptr && std::ranges::any_of(suppression.rules, [rule](const std::string& text) {
                return selects(text, *rule);
            }));
}

/// By its own name or that of something it gives: exporters often name only tensors.
bool fits_name(const Glob& pattern, const Model& model, const Graph& graph, const Node& node) {
    if (pattern.matches(model.text(node.name))) return true;
    return std::ranges::any_of(model.outputs(node), [&](TensorId output) {
        return output.valid() && pattern.matches(model.text(graph.tensor(output).name));
    });
}

}  // namespace

Suppressions::Suppressions(std::span<const Suppression> suppressions) {
    for (const Suppression& suppression : suppressions) {
        all_.push_back({&suppression, Glob(suppression.node, Glob::Of::kName),
                        Glob(suppression.op, Glob::Of::kName), Glob(suppression.tensor, Glob::Of::kName)});
    }
}

bool Suppressions::fits(const Patterns& patterns, const Model& model, const Finding& finding) {
    const Suppression& of = *patterns.of;
    if (!fits_rule(of, finding)) return false;
    if (of.node.empty() && of.op.empty() && of.tensor.empty()) return true;
    if (!finding.graph.valid()) return false;
    const Graph& graph = model.graph(finding.graph);
    const auto fits_node = [&](NodeId id) {
        const Node& node = graph.node(id);
        return (of.node.empty() || fits_name(patterns.node, model, graph, node)) &&
               (of.op.empty() || patterns.op.matches(model.text(node.op)));
    };
    if (!of.tensor.empty() &&
        !(finding.tensor.valid() && patterns.tensor.matches(model.text(graph.tensor(finding.tensor).name))))
        return false;
    if (of.node.empty() && of.op.empty()) return true;
    if (!finding.node.valid()) return false;
    return fits_node(finding.node) && std::ranges::all_of(finding.nodes, fits_node);
}

void Suppressions::remove_accepted(const Model& model, std::vector<Finding>& findings) const {
    if (all_.empty()) return;
    std::erase_if(findings, [&](const Finding& finding) {
        return std::ranges::any_of(all_,
                                   [&](const Patterns& patterns) { return fits(patterns, model, finding); });
    });
}

}  // namespace netloupe::lint
