#include "targets/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe::targets {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string target_with(const std::string& members) {
    return R"({"id": "a", "title": "b", "source": "c", "asOf": "d", "reads": ["onnx"])" +
           (members.empty() ? "" : ",\n " + members) + "\n}";
}

std::string error_of(const std::string& json) {
    const auto target = parse_target(json);
    return target ? "" : target.error().message;
}

std::string error_of_check(const std::string& check) {
    return error_of(
        target_with(R"("operators": [{"op": "Conv", "requires": [{"text": "x", "check": )" + check + "}]}]"));
}

TEST(Target, ReadsWhatItSays) {
    const auto target = parse_target(target_with(
        R"("cutting": "delegate", "minNodes": 2, "maxPartitions": 3, "copies": false, "unlisted": "unknown",
           "operators": [])"));
    ASSERT_TRUE(target) << target.error().message;
    EXPECT_EQ(target->cutting, Cutting::kDelegate);
    EXPECT_EQ(target->min_nodes, 2U);
    EXPECT_EQ(target->max_partitions, 3U);
    EXPECT_FALSE(target->copies);
    EXPECT_EQ(target->unlisted, Unlisted::kUnknown);
}

TEST(Target, SaysWhereABadFileIsWrong) {
    EXPECT_THAT(error_of("{\n  \"id\": }"), HasSubstr("(line 2, column"));
    EXPECT_THAT(error_of("[]"), HasSubstr("(line 1, column 1)"));
    EXPECT_THAT(error_of(target_with("")), HasSubstr("\"operators\" is missing"));
    EXPECT_THAT(error_of(target_with("\"operators\": 7")), HasSubstr("(line 2, column 15)"));
    EXPECT_THAT(error_of(target_with("\"operator\": []")), HasSubstr("did you mean \"operators\""));
    EXPECT_THAT(error_of(target_with("\"operators\": [{\"op\": \"Conv\"},\n  {\"op\": \"Conv\"}]")),
                AllOf(HasSubstr("Conv is listed a second time"), HasSubstr("(line 3, column 10)")));
    EXPECT_THAT(error_of(target_with(R"("operators": [{"op": "Conv", "uses": ["pool"]}])")),
                HasSubstr("no group of that name"));
    EXPECT_THAT(error_of(target_with(R"("operators": [{"op": "Conv", "versions": [1]}])")),
                HasSubstr("[first, last]"));
}

TEST(Target, SaysWhereABadStatementIsWrong) {
    EXPECT_THAT(error_of_check(R"({"cnst": "input0"})"), HasSubstr("no statement"));
    EXPECT_THAT(error_of_check("7"), HasSubstr("no statement"));
    EXPECT_THAT(error_of_check(R"({"all": []})"), HasSubstr("needs a statement"));
    EXPECT_THAT(error_of_check(R"({"if": {"graph": "main"}})"), HasSubstr("\"then\" is missing"));
    EXPECT_THAT(error_of_check(R"({"constant": "input"})"), HasSubstr("no such operands"));
    EXPECT_THAT(error_of_check(R"({"type": ["flaot32"], "of": "inputs"})"),
                HasSubstr("no such element type"));
    EXPECT_THAT(error_of_check(R"({"number": {"rnk": "input0"}, "max": 1})"),
                HasSubstr("no number of a node"));
    EXPECT_THAT(error_of_check(R"({"number": {"rank": "input0"}})"), HasSubstr("Nothing is said"));
    EXPECT_THAT(error_of_check(R"({"number": {"dim": "input0", "axis": 99}, "max": 1})"),
                HasSubstr("so many dimensions"));
    EXPECT_THAT(error_of_check(R"({"number": {"over": [1, 2, 3]}, "max": 1})"), HasSubstr("two numbers"));
    EXPECT_THAT(error_of_check(R"({"graph": "other"})"), HasSubstr("one of: main"));
}

TEST(Target, BearsDeepNesting) {
    std::string check = R"({"graph": "main"})";
    for (int i = 0; i < 10000; ++i) check = R"({"not": )" + check + "}";
    EXPECT_THAT(error_of_check(check), HasSubstr("nests deeper"));
}

TEST(Target, KnowsItsOwnNamesAndGuessesWhatWasMeant) {
    const auto target = find_target("tflite-gp");
    ASSERT_FALSE(target);
    EXPECT_EQ(target.error().code, ErrorCode::kNotFound);
    EXPECT_THAT(target.error().message, HasSubstr("did you mean \"tflite-gpu\"?"));
    EXPECT_THAT(find_target("abacus").error().message, HasSubstr("There is no target \"abacus\"."));
    EXPECT_EQ(find_target("./nowhere.json").error().code, ErrorCode::kNotFound);
}

TEST(Target, TakesTheFormatsThatItNames) {
    const auto target = find_target("tflite-gpu");
    ASSERT_TRUE(target);
    EXPECT_TRUE(takes(*target, Format::kTflite));
    EXPECT_FALSE(takes(*target, Format::kOnnx));
    EXPECT_THAT(refusal(*target, netloupe::test::graph_from_text("onnx\ninput x:float32[1]\noutput x")),
                HasSubstr("but TensorFlow Lite"));
}

}  // namespace
}  // namespace netloupe::targets
