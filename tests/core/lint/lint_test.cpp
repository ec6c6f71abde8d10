#include "lint/lint.h"

#include <gtest/gtest.h>

#include <set>

#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// `count` RESHAPE nodes that change the scale.
std::string reshapes(int count) {
    std::string graph = "tflite\ninput t0:int8[1,8](0.1,0)\n";
    for (int i = 0; i < count; ++i) {
        graph += "RESHAPE(t" + std::to_string(i) + ", _) -> t" + std::to_string(i + 1) + ":int8[1,8](" +
                 (i % 2 == 0 ? "0.2" : "0.1") + ",0)\n";
    }
    return graph + "output t" + std::to_string(count) + "\n";
}

TEST(Lint, MoreThanFiveOfAKindAreOneFinding) {
    EXPECT_EQ(findings("Q13", reshapes(5)).size(), 5U);
    const auto grouped = findings("Q13", reshapes(6));
    ASSERT_EQ(grouped.size(), 1U);
    EXPECT_EQ(grouped[0].nodes.size(), 6U);
    EXPECT_EQ(grouped[0].nodes[0], grouped[0].node);
    EXPECT_TRUE(contains(grouped[0].message, "The same holds for 5 more RESHAPE operators."))
        << grouped[0].message;
}

TEST(Lint, ErrorsComeFirst) {
    const auto all = check(test::graph_from_text(R"(tflite
input x:int8[1|?,8](0.1,300)
RESHAPE(x, _) -> y:int8[1,8](0.2,0)
output y
)"));
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].rule, "Q06");
    EXPECT_EQ(all[1].rule, "Q13");
    EXPECT_EQ(all[2].rule, "H01");
    const Counts counts = count(all);
    EXPECT_EQ(counts.errors, 1U);
    EXPECT_EQ(counts.warnings, 1U);
    EXPECT_EQ(counts.infos, 1U);
}

TEST(Lint, FingerprintsDoNotDependOnIndices) {
    const auto before =
        findings("Q13", "tflite\ninput x:int8[1,8](0.1,0)\nRESHAPE(x, _) -> y:int8[1,8](0.2,0)\noutput y\n");
    const auto after =
        findings("Q13",
                 "tflite\ninput n:float32[2]\ninput x:int8[1,8](0.1,0)\nSIN(n) -> m:float32[2]\n"
                 "RESHAPE(x, _) -> y:int8[1,8](0.3,0)\noutput y, m\n");
    const auto other =
        findings("Q13", "tflite\ninput x:int8[1,8](0.1,0)\nRESHAPE(x, _) -> z:int8[1,8](0.2,0)\noutput z\n");
    ASSERT_EQ(before.size(), 1U);
    ASSERT_EQ(after.size(), 1U);
    ASSERT_EQ(other.size(), 1U);
    EXPECT_EQ(before[0].fingerprint, after[0].fingerprint);
    EXPECT_NE(before[0].fingerprint, other[0].fingerprint);
}

TEST(Lint, FingerprintsAreDistinct) {
    const auto all = findings("Q13", reshapes(5));
    std::set<uint64_t> seen;
    for (const Finding& finding : all) seen.insert(finding.fingerprint);
    EXPECT_EQ(seen.size(), all.size());
}

TEST(Lint, ParametersCanBeSet) {
    const Model model = test::graph_from_text(
        "tflite\ninput x:int8[1,8](0.1,0)\nRESHAPE(x, _) -> y:int8[1,8](0.2,0)\noutput y\n");
    EXPECT_EQ(check(model, {.only = {"Q13"}, .parameters = {}}).size(), 1U);
    EXPECT_TRUE(
        check(model, {.only = {"Q13"}, .parameters = {{"Q13", "max-relative-difference", 0.6}}}).empty());
}

TEST(Lint, RunsOnlyTheRulesAskedFor) {
    const std::string graph =
        "tflite\ninput x:int8[1|?,8](0.1,300)\nRELU(x) -> y:int8[1,8](0.2,0)\noutput y\n";
    EXPECT_EQ(findings("H01", graph).size(), 1U);
    EXPECT_GE(check(test::graph_from_text(graph)).size(), 2U);
}

constexpr std::string_view kThreeKinds = R"(tflite
input x:int8[1|?,8](0.1,300)
RESHAPE(x, _) -> y:int8[1,8](0.2,0) "head/flatten"
output y
)";

std::vector<std::string> rules_of(const Options& options) {
    std::vector<std::string> ids;
    for (const Finding& finding : check(test::graph_from_text(kThreeKinds), options))
        ids.emplace_back(finding.rule);
    return ids;
}

TEST(Lint, RulesAreChosenByTheBeginningOfTheirIdOrByName) {
    using Ids = std::vector<std::string>;
    EXPECT_EQ(rules_of({.only = {"Q"}, .parameters = {}}), (Ids{"Q06", "Q13"}));
    EXPECT_EQ(rules_of({.only = {"q06", "dynamic-dim"}, .parameters = {}}), (Ids{"Q06", "H01"}));
    EXPECT_EQ(rules_of({.only = {}, .ignore = {"Q0", "H01"}, .parameters = {}}), (Ids{"Q13"}));
    EXPECT_EQ(rules_of({.only = {"Q"}, .ignore = {"Q13"}, .parameters = {}}), (Ids{"Q06"}));
}

TEST(Lint, SeveritiesCanBeSet) {
    const auto all = check(
        test::graph_from_text(kThreeKinds),
        {.only = {}, .severities = {{"Q", Severity::kInfo}, {"Q13", Severity::kError}}, .parameters = {}});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].rule, "Q13");
    EXPECT_EQ(all[0].severity, Severity::kError);
    EXPECT_EQ(all[2].rule, "Q06");
    EXPECT_EQ(all[2].severity, Severity::kInfo);
}

TEST(Lint, AcceptedFindingsAreLeftOut) {
    const auto left = [](Suppression suppression) {
        return rules_of({.only = {"Q"}, .parameters = {}, .suppressions = {std::move(suppression)}});
    };
    using Ids = std::vector<std::string>;
    EXPECT_EQ(left({.rules = {"Q13"}, .node = "head/*"}), (Ids{"Q06"}));
    EXPECT_EQ(left({.rules = {}, .op = "RESHAPE"}), (Ids{}));
    EXPECT_EQ(left({.rules = {"Q06"}, .tensor = "x"}), (Ids{"Q13"}));
    EXPECT_EQ(left({.rules = {"Q13"}, .node = "y"}), (Ids{"Q06"})) << "by the tensor that it gives";
    EXPECT_EQ(left({.rules = {"Q13"}, .node = "tail/*"}), (Ids{"Q06", "Q13"}));
    EXPECT_EQ(left({.rules = {"Q13"}, .node = "head/*", .op = "CONV_2D"}), (Ids{"Q06", "Q13"}));
    EXPECT_EQ(left({.rules = {"Q06"}, .tensor = "z"}), (Ids{"Q06", "Q13"}));
}

TEST(Lint, AFindingStaysWhileOneOfItsNodesIsNotAccepted) {
    constexpr std::string_view kIsland = R"(tflite
input x:int8[1,8](0.1,0)
const w:int8[8,8](0.1,0)
FULLY_CONNECTED(x, w) -> a:int8[1,8](0.1,0)
DEQUANTIZE(a) -> f:float32[1,8]
SIN(f) -> g:float32[1,8] "island/sin"
COS(g) -> h:float32[1,8] "island/cos"
QUANTIZE(h) -> b:int8[1,8](0.1,0)
FULLY_CONNECTED(b, w) -> y:int8[1,8](0.1,0)
output y
)";
    const auto left = [&](const char* node) {
        return check(test::graph_from_text(kIsland),
                     {.only = {"Q01"}, .parameters = {}, .suppressions = {{.rules = {}, .node = node}}})
            .size();
    };
    EXPECT_EQ(left("nothing"), 1U);
    EXPECT_EQ(left("island/sin"), 1U);
    EXPECT_EQ(left("island/*"), 0U);
}

TEST(Lint, ACancelledRunEnds) {
    CancelSource source;
    source.cancel();
    EXPECT_TRUE(check(test::graph_from_text(reshapes(3)), {}, source.token()).empty());
}

TEST(Lint, FindsRulesByIdAndNameInAnyCase) {
    ASSERT_NE(find_rule("V06"), nullptr);
    EXPECT_EQ(find_rule("v06"), find_rule("Corrupt-File"));
    EXPECT_EQ(find_rule("V99"), nullptr);
}

}  // namespace
}  // namespace netloupe::lint
