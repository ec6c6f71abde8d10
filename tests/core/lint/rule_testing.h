#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "infer/shapes.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "ops/meaning.h"
#include "support/graph_text.h"

namespace netloupe::lint {

/// What one rule finds in a model built from text, whose shapes are inferred.
inline std::vector<Finding> findings(std::string_view rule, std::string_view graph) {
    const Model model = test::graph_from_text(graph);
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    return check(model, Options{.only = {std::string(rule)}, .parameters = {}, .shapes = &shapes});
}

/// "error warning", in the findings' order; empty when the rule is silent.
inline std::string severities(std::string_view rule, std::string_view graph) {
    std::string text;
    for (const Finding& finding : findings(rule, graph)) {
        EXPECT_FALSE(finding.message.empty());
        if (!text.empty()) text += " ";
        text += name(finding.severity);
    }
    return text;
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
