#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "infer/shapes.h"
#include "ops/meaning.h"
#include "support/graph_text.h"
#include "targets/target.h"
#include "targets/verdict.h"

namespace netloupe::targets::test {

struct Judged {
    Model model;
    Target target;
    Assessment assessment;

    /// "supported conditional ...", in the order of the main graph's nodes; "-" for a node that is folded.
    [[nodiscard]] std::string verdicts() const {
        std::string text;
        for (const NodeVerdict& node : assessment.graphs[0])
            text += fmt::format("{}{}", text.empty() ? "" : " ", node.folded ? "-" : name(node.verdict));
        return text;
    }
    /// The first reason of a node, or nothing.
    [[nodiscard]] std::string reason(uint32_t node = 0) const {
        const auto reasons = assessment.reasons_of(assessment.graphs[0][node]);
        return reasons.empty() ? "" : reason_text(model, target, GraphId(0U), NodeId(node), reasons[0]);
    }
};

inline Judged judge(Target target, std::string_view graph) {
    Model model = netloupe::test::graph_from_text(graph);
    const Meaning meaning(model);
    const infer::Shapes shapes = infer::infer_shapes(model, meaning);
    Assessment assessment = assess(model, meaning, shapes, target);
    return {std::move(model), std::move(target), std::move(assessment)};
}

inline Judged judge(const std::string& target, std::string_view graph) {
    auto found = find_target(target);
    if (!found) throw std::invalid_argument(found.error().message);
    return judge(std::move(*found), graph);
}

/// A target named mine; `members` are those of its file that are not the same for all.
inline Target mine(const std::string& members, const std::string& format = "onnx") {
    auto target = parse_target(fmt::format(
        R"({{"id": "mine", "title": "Mine", "source": "here", "asOf": "now", "reads": ["{}"], {}}})", format,
        members));
    if (!target) throw std::invalid_argument(target.error().message);
    return std::move(*target);
}

/// Judges by a target that demands this of an operator.
inline Judged demand(const std::string& check, std::string_view graph, const std::string& op = "CONV_2D",
                     const std::string& format = "tflite") {
    return judge(
        mine(fmt::format(R"("operators": [{{"op": "{}", "requires": [{{"text": "this", "check": {}}}]}}])",
                         op, check),
             format),
        graph);
}

}  // namespace netloupe::targets::test
