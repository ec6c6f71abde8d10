#include "layer.h"

#include <algorithm>

namespace netloupe::config {

namespace {

template <typename T>
void lay_over(std::optional<T>& under, const std::optional<T>& over) {
    if (over) under = over;
}

template <typename T>
void add(std::vector<T>& to, const std::vector<T>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

void apply_budgets(const lint::Budgets& from, lint::Budgets& to) {
    lay_over(to.file_bytes, from.file_bytes);
    lay_over(to.parameters, from.parameters);
    lay_over(to.weight_bytes, from.weight_bytes);
    lay_over(to.macs, from.macs);
    lay_over(to.peak_activation_bytes, from.peak_activation_bytes);
    lay_over(to.nodes, from.nodes);
}

}  // namespace

void Layer::apply(Settings& settings) const {
    lint::Options& lint = settings.lint;
    if (select) lint.only = *select;
    if (ignore) lint.ignore = *ignore;
    add(lint.ignore, off);
    add(lint.severities, severities);
    // The first that fits holds.
    lint.parameters.insert(lint.parameters.begin(), parameters.begin(), parameters.end());
    add(lint.suppressions, suppressions);
    apply_budgets(budgets, lint.budgets);
    lay_over(lint.signature.inputs, signature.inputs);
    lay_over(lint.signature.outputs, signature.outputs);
    lay_over(settings.fail_on, fail_on);
    for (const infer::Binding& binding : bindings) {
        std::erase_if(settings.bindings,
                      [&](const infer::Binding& before) { return before.name == binding.name; });
        settings.bindings.push_back(binding);
    }
    if (targets) {
        lint.targets = targets->list;
        settings.target_files = targets->files;
    }
}

}  // namespace netloupe::config
