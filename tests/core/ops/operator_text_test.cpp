#include "operator_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operator_tables.h"

namespace netloupe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

DomainTable parse(std::string_view text) {
    return parse_operators({Dialect::kOnnx, "test", {text}});
}

TEST(OperatorText, TheTablesHaveNoFaults) {
    for (const OperatorSource& source : operator_sources()) {
        EXPECT_THAT(parse_operators(source).problems, IsEmpty());
    }
}

TEST(OperatorText, ReadsASignature) {
    const DomainTable table = parse(
        "Conv +integer: Convolves.\n"
        "  1 11: X W:w B:b? rest...? -> Y | group:i=1\n"
        "      pads:is mode:s! empty:s=\n");
    EXPECT_THAT(table.problems, IsEmpty());
    ASSERT_EQ(table.schemas.size(), 2U);
    const OperatorSchema& schema = table.schemas[1];
    EXPECT_EQ(schema.since_version, 11);
    EXPECT_EQ(schema.summary, "Convolves.");
    EXPECT_TRUE(has(schema.traits, OpTraits::kIntegerKernel | OpTraits::kCompute));
    ASSERT_EQ(schema.inputs.size(), 4U);
    EXPECT_EQ(schema.inputs[2].role, OperandRole::kBias);
    EXPECT_EQ(schema.inputs[2].presence, Presence::kOptional);
    EXPECT_EQ(schema.inputs[3].presence, Presence::kVariadicEmpty);
    ASSERT_EQ(schema.attributes.size(), 4U);
    EXPECT_FALSE(schema.attributes[1].has_default);
    EXPECT_TRUE(schema.attributes[2].required);
    EXPECT_TRUE(schema.attributes[3].has_default);
    EXPECT_EQ(schema.attributes[3].default_text, "");
}

TEST(OperatorText, MovingATableKeepsItsSpans) {
    std::vector<DomainTable> tables;
    for (int i = 0; i < 9; ++i) tables.push_back(parse("Add: Adds.\n  1: left right -> sum\n"));
    for (const DomainTable& table : tables) EXPECT_EQ(table.schemas[0].inputs[1].name, "right");
}

TEST(OperatorText, AWithdrawnVersionMarksAllVersions) {
    const DomainTable table = parse("Add: Adds.\n  1: A -> B\n  5 !9: A C -> B\n");
    EXPECT_THAT(table.problems, IsEmpty());
    ASSERT_EQ(table.schemas.size(), 3U);
    for (const OperatorSchema& schema : table.schemas) EXPECT_EQ(schema.deprecated_since, 9);
}

TEST(OperatorText, FaultsAreNamed) {
    struct Case {
        std::string_view text;
        std::string_view problem;
    };
    const Case cases[] = {
        {"Add = Nothing: Adds.\n  1: A -> B\n", "test::Add: no kind"},
        {"Add @green: Adds.\n  1: A -> B\n", "test::Add: unknown category"},
        {"Add +fast: Adds.\n  1: A -> B\n", "test::Add: unknown flag"},
        {"Add fast: Adds.\n  1: A -> B\n", "test::Add: unknown word in the header"},
        {"Add: Adds.\n", "test::Add: no signature"},
        {"Add: Adds.\n  1: A B\n", "test::Add: signature without ->"},
        {"Add: Adds.\n  1x: A -> B\n", "test::Add: bad version"},
        {"Add: Adds.\n  7 1: A -> B\n", "test::Add: versions not ascending"},
        {"Add: Adds.\n  1: A A -> B\n", "test::Add: operand twice"},
        {"Add: Adds.\n  1: A:q -> B\n", "test::Add: bad operand"},
        {"Add: Adds.\n  1: A... C -> B\n", "test::Add: operand behind a variadic one"},
        {"Add: Adds.\n  1: A -> B | axis\n", "test::Add: bad attribute"},
        {"Add: Adds.\n  1: A -> B | axis:i!=1\n", "test::Add: bad attribute"},
        {"Add: Adds.\n  1: A -> B | axis:i axis:f\n", "test::Add: attribute twice"},
        {"Add: Adds.\n  1: A -> B\nAdd: Adds.\n  2: A -> B\n", "test::Add: written twice"},
        {"Add: Adds.\n      A -> B\n  1: A -> B\n", "test::Add: words outside a signature"},
    };
    for (const auto& [text, problem] : cases) {
        EXPECT_THAT(parse(text).problems, testing::Contains(std::string(problem))) << text;
    }
}

}  // namespace
}  // namespace netloupe
