#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infer/shapes.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "lint/weights.h"
#include "ops/meaning.h"
#include "support/graph_text.h"
#include "targets/target.h"

namespace netloupe::lint {

/// What is found in a model built from text, whose shapes are inferred and weights read.
inline std::vector<Finding> findings_with(Options options, std::string_view graph) {
    const Model model = test::graph_from_text(graph);
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    options.shapes = &shapes;
    const Weights weights = read_weights(model, options);
    options.weights = &weights;
    return check(model, options);
}

/// What one rule finds.
inline std::vector<Finding> findings(std::string_view rule, std::string_view graph,
                                     std::vector<ParameterSetting> parameters = {}) {
    return findings_with({.only = {std::string(rule)}, .parameters = std::move(parameters)}, graph);
}

/// What one rule finds for a target, which is built in.
inline std::vector<Finding> findings_for(const std::string& target, std::string_view rule,
                                         std::string_view graph) {
    auto found = targets::find_target(target);
    if (!found) throw std::invalid_argument(found.error().message);
    Options options;
    options.only = {std::string(rule)};
    options.targets = {std::make_shared<const targets::Target>(std::move(*found))};
    return findings_with(options, graph);
}

/// `text` so many times, with a space behind each.
inline std::string repeated(std::string_view text, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += std::string(text) + " ";
    return all;
}

/// "error warning", in the findings' order; empty when there are none.
inline std::string severities_of(const std::vector<Finding>& all) {
    std::string text;
    for (const Finding& finding : all) {
        EXPECT_FALSE(finding.message.empty());
        if (!text.empty()) text += " ";
        text += name(finding.severity);
    }
    return text;
}
inline std::string severities(std::string_view rule, std::string_view graph) {
    return severities_of(findings(rule, graph));
}
inline std::string severities_for(const std::string& target, std::string_view rule, std::string_view graph) {
    return severities_of(findings_for(target, rule, graph));
}

/// The message of the only finding.
inline std::string message(std::string_view rule, std::string_view graph) {
    const auto all = findings(rule, graph);
    EXPECT_EQ(all.size(), 1U);
    return all.size() == 1 ? all[0].message : std::string();
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace netloupe::lint
