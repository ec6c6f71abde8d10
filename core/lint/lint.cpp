#include "lint/lint.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "context.h"
#include "fingerprint.h"
#include "lint/rule.h"
#include "lint/weights.h"
#include "selection.h"
#include "suppressions.h"

namespace netloupe::lint {

namespace {

bool any_selects(const std::vector<std::string>& texts, const Rule& rule) {
    return std::ranges::any_of(texts, [&rule](const std::string& text) { return selects(text, rule); });
}

void set_severities(const Rule& rule, const Options& options, std::span<Finding> findings) {
    for (const SeveritySetting& setting : options.severities) {
        if (!selects(setting.rules, rule)) continue;
        for (Finding& finding : findings) finding.severity = setting.severity;
    }
}

StringId op_of(const Model& model, const Finding& finding) {
    if (!finding.node.valid()) return {};
    return model.graph(finding.graph).node(finding.node).op;
}

/// One finding for many of a kind: the first of them, and the nodes of all.
Finding merged(const Model& model, std::vector<Finding> group) {
    const size_t more = group.size() - 1;
    Finding out = std::move(group.front());
    const StringId op = op_of(model, out);
    out.nodes.clear();
    if (out.node.valid()) {
        out.nodes.push_back(out.node);
        for (size_t i = 1; i < group.size(); ++i) out.nodes.push_back(group[i].node);
        out.message += fmt::format(" The same holds for {} more {} operators.", more, model.text(op));
    } else {
        out.message += fmt::format(" The same holds in {} more places.", more);
    }
    return out;
}

std::vector<Finding> grouped(const Model& model, std::vector<Finding> findings) {
    using Key = std::tuple<std::string_view, Severity, GraphId, StringId>;
    std::map<Key, std::vector<Finding>> groups;
    for (Finding& finding : findings) {
        groups[{finding.rule, finding.severity, finding.graph, op_of(model, finding)}].push_back(
            std::move(finding));
    }
    std::vector<Finding> out;
    for (auto& [key, group] : groups) {
        if (group.size() > kGroupAbove) {
            out.push_back(merged(model, std::move(group)));
        } else {
            std::ranges::move(group, std::back_inserter(out));
        }
    }
    return out;
}

void sort_for_people(std::vector<Finding>& findings) {
    const auto key = [](const Finding& f) {
        return std::tuple(-static_cast<int>(f.severity), f.rule, f.graph.value, f.node.value, f.tensor.value);
    };
    std::ranges::stable_sort(findings, [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

}  // namespace

bool applies(const Rule& rule, const Model& model, const Options& options) {
    if ((rule.formats & bit(model.format)) == 0 || any_selects(options.ignore, rule)) return false;
    return options.only.empty() || any_selects(options.only, rule);
}

std::string_view name(Severity severity) {
    switch (severity) {
        case Severity::kInfo:
            return "info";
        case Severity::kWarning:
            return "warning";
        default:
            return "error";
    }
}

std::vector<Finding> check(const Model& model, const Options& options, const CancelToken& cancel) {
    std::vector<Finding> findings;
    Facts facts(model, options.shapes, options.targets, options.weights);
    const Suppressions suppressions(options.suppressions);
    const bool compiled = facts.compiled_network().has_value();
    for (const Rule* rule : rules()) {
        if (cancel.cancelled()) break;
        if (compiled && rule->subject == Subject::kGraph) continue;
        if (!applies(*rule, model, options)) continue;
        if (rule->reads != kNoWeights && options.weights == nullptr) continue;
        const size_t before = findings.size();
        Context context(*rule, facts, options, cancel, findings);
        const auto begin = std::chrono::steady_clock::now();
        rule->check(context);
        if (options.times != nullptr) {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            options.times->push_back({rule->id, taken.count()});
        }
        set_severities(*rule, options, std::span(findings).subspan(before));
    }
    suppressions.remove_accepted(model, findings);
    findings = grouped(model, std::move(findings));
    sort_for_people(findings);
    set_fingerprints(model, findings);
    return findings;
}

std::vector<Omission> omissions(const Model& model, const Options& options) {
    if (options.weights != nullptr && options.weights->unreadable() == 0) return {};
    const std::string why =
        options.weights == nullptr
            ? "the values of weights were not read"
            : fmt::format("the values of {} weights cannot be read", options.weights->unreadable());
    std::vector<Omission> out;
    for (const Rule* rule : rules()) {
        if (rule->reads != kNoWeights && applies(*rule, model, options)) out.push_back({rule->id, why});
    }
    return out;
}

Counts count(const std::vector<Finding>& findings) {
    Counts counts;
    for (const Finding& finding : findings) {
        if (finding.severity == Severity::kError) ++counts.errors;
        if (finding.severity == Severity::kWarning) ++counts.warnings;
        if (finding.severity == Severity::kInfo) ++counts.infos;
    }
    return counts;
}

}  // namespace netloupe::lint
