#include "lint/lint.h"

#include <gtest/gtest.h>

#include "lint/rule.h"

namespace netloupe::lint {
namespace {

Model model_with_damage(ErrorCode code) {
    Model model;
    model.graphs.emplace_back();
    model.damages.push_back(
        {Error{code, "buffer 3 ends beyond the file", 4096, 0}, GraphId(), NodeId(), TensorId()});
    return model;
}

TEST(Lint, DamageOfTheFileIsAFinding) {
    const auto findings = check(model_with_damage(ErrorCode::kCorrupt));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "V06");
    EXPECT_EQ(findings[0].severity, Severity::kError);
    EXPECT_EQ(findings[0].message, "buffer 3 ends beyond the file (byte offset 4096)");
}

TEST(Lint, MissingExternalDataIsItsOwnRule) {
    const auto findings = check(model_with_damage(ErrorCode::kNotFound));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "V05");
}

TEST(Lint, RunsOnlyTheRulesAskedFor) {
    EXPECT_TRUE(
        check(model_with_damage(ErrorCode::kCorrupt), Options{.only = {"V05"}, .parameters = {}}).empty());
}

TEST(Lint, FindsRulesByIdAndNameInAnyCase) {
    ASSERT_NE(find_rule("V06"), nullptr);
    EXPECT_EQ(find_rule("v06"), find_rule("corrupt-file"));
    EXPECT_EQ(find_rule("V99"), nullptr);
}

}  // namespace
}  // namespace netloupe::lint
