#pragma once

#include "rule_testing.h"
#include "targets/target.h"

namespace netloupe::lint {

/// What a rule finds for a target of this table.
inline std::vector<Finding> on(std::string_view rule, const std::string& members, std::string_view graph) {
    auto target = targets::parse_target(
        R"({"id": "npu", "title": "NPU", "source": "here", "asOf": "now", "reads": ["onnx", "tflite"], )" +
        members + "}");
    if (!target) throw std::invalid_argument(target.error().message);
    const Model model = test::graph_from_text(graph);
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    Options options;
    options.only = {std::string(rule)};
    options.shapes = &shapes;
    options.targets = {std::make_shared<const targets::Target>(std::move(*target))};
    return check(model, options);
}

/// "error warning", in the findings' order; empty when the rule is silent.
inline std::string severities_on(std::string_view rule, const std::string& members, std::string_view graph) {
    std::string text;
    for (const Finding& finding : on(rule, members, graph)) {
        EXPECT_FALSE(finding.message.empty());
        text += (text.empty() ? "" : " ") + std::string(name(finding.severity));
    }
    return text;
}

}  // namespace netloupe::lint
