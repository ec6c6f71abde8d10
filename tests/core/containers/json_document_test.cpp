#include "containers/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace netloupe {

namespace {

using ::testing::HasSubstr;

JsonDocument parsed(std::string text) {
    auto document = JsonDocument::parse(std::move(text), "test.json");
    EXPECT_TRUE(document) << document.error().text();
    return std::move(document.value());
}

std::string complaint(const JsonDocument& document) {
    return document.error() ? document.error()->text() : "";
}

TEST(JsonDocument, SaysWhereTheTextIsBroken) {
    EXPECT_THAT(JsonDocument::parse("{\n  \"a\": 1,,\n}", "x").error().text(),
                HasSubstr("not valid JSON (line 2, column 10)"));
    EXPECT_THAT(JsonDocument::parse("{\"a\": [1,", "x").error().text(), HasSubstr("ends too early"));
    EXPECT_FALSE(JsonDocument::parse("", "x"));
}

TEST(JsonDocument, PlacesOfErrorsCanBeAskedFor) {
    const auto broken = JsonDocument::parse("{\n  \"a\": 1,,\n}", "x");
    EXPECT_EQ(place_of(broken.error())->line, 2);
    EXPECT_EQ(place_of(broken.error())->column, 10);
    JsonDocument document = parsed("{\n  \"a\": \"(line 7, column 8)\"\n}");
    JsonValue(document).member("a")->complain("A text (line 5 of a poem) is meant.");
    EXPECT_EQ(place_of(*document.error())->line, 2) << "what stands in the message is not meant";
    EXPECT_EQ(place_of(*document.error())->column, 8);
    EXPECT_FALSE(place_of({ErrorCode::kIo, "No place (line x)."}));
    EXPECT_FALSE(place_of({ErrorCode::kIo, "No place."}));
}

TEST(JsonDocument, BoundsTheNesting) {
    const std::string deep(limits::kNesting + 2, '[');
    EXPECT_EQ(JsonDocument::parse(deep + std::string(deep.size(), ']'), "x").error().code, ErrorCode::kLimit);
    EXPECT_FALSE(parse_json(std::string(100'000, '[') + std::string(100'000, ']')));
}

TEST(JsonDocument, TellsTheMemberThatWasMeant) {
    JsonDocument document = parsed("{\n  \"ignore\": [],\n  \"selct\": [\"Q\"]\n}");
    JsonValue(document).expect_members({"select", "ignore"});
    EXPECT_EQ(complaint(document), "\"selct\" is unknown; did you mean \"select\" (line 3, column 3)?");
}

TEST(JsonDocument, KeepsTheFirstComplaintWithItsPlace) {
    JsonDocument document =
        parsed("{\"a\": {\"b\\u0063\": [1, {\"d\": \"tru,e]\"}, \"x\"], \"n\": -1}, \"e\": 2}");
    JsonValue root(document);
    auto list = root.required("a").required("bc").items();
    EXPECT_EQ(list.size(), 3);
    list[2].number();
    root.required("e").text();
    EXPECT_EQ(complaint(document), "Item 3 of \"bc\" must be a number, and is \"x\" (line 1, column 40).");
}

TEST(JsonDocument, MissesWhatMustBeThere) {
    JsonDocument document = parsed("[{\"a\": 1}, {}]");
    for (JsonValue& item : JsonValue(document).items()) item.required("a").whole_number();
    EXPECT_EQ(complaint(document), "\"a\" is missing (line 1, column 12).");
}

TEST(JsonDocument, WholeNumbersHaveALeast) {
    JsonDocument document = parsed("{\"n\": 3, \"m\": -1, \"x\": 1.5, \"big\": 18446744073709551615}");
    JsonValue root(document);
    EXPECT_EQ(root.required("n").whole_number(), 3);
    EXPECT_EQ(root.required("m").whole_number(-5), -1);
    EXPECT_FALSE(document.error());
    root.required("big").whole_number();
    EXPECT_THAT(complaint(document), HasSubstr("must be a whole number of at least 0"));
}

}  // namespace

}  // namespace netloupe
