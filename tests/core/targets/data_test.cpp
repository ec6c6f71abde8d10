#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/schema_check.h"
#include "targets/target.h"

namespace netloupe::targets {
namespace {

using Json = nlohmann::ordered_json;

TEST(TargetData, EveryFileKeepsToTheSchema) {
    const testing::SchemaCheck schema(NETLOUPE_SCHEMAS "/target.schema.json");
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(NETLOUPE_TARGETS)) {
        const auto problems = schema.problems(Json::parse(std::ifstream(entry.path())));
        EXPECT_TRUE(problems.empty()) << entry.path() << ": " << problems.front();
        ++files;
    }
    EXPECT_EQ(files, target_ids().size());
}

TEST(TargetData, EveryFileCanBeReadAndIsNamedLikeItsTarget) {
    for (const std::string_view id : target_ids()) {
        const auto target = find_target(std::string(id));
        ASSERT_TRUE(target) << id << ": " << target.error().message;
        EXPECT_EQ(target->id, id);
    }
}

TEST(TargetData, TheSchemaRefusesWhatTheReaderRefuses) {
    const testing::SchemaCheck schema(NETLOUPE_SCHEMAS "/target.schema.json");
    const std::string start =
        R"({"id": "a", "title": "b", "source": "c", "asOf": "d", "reads": ["onnx"], "operators": [)";
    for (const char* const row :
         {R"({"op": "Conv", "colour": 1})", R"({"requires": []})", R"({"op": "Conv", "versions": [1]})",
          R"({"op": "Conv", "requires": [{"check": {"constant": "input0"}}]})",
          R"({"op": "Conv", "requires": [{"text": "a", "check": {"constant": "output"}}]})",
          R"({"op": "Conv", "requires": [{"text": "a", "check": {"type": ["float"], "of": "input0"}}]})"}) {
        const std::string json = start + row + "]}";
        EXPECT_FALSE(parse_target(json)) << row;
        EXPECT_FALSE(schema.problems(Json::parse(json)).empty()) << row;
    }
    const std::string good = start + R"({"op": "Conv", "versions": [1, null]}]})";
    EXPECT_TRUE(parse_target(good));
    EXPECT_TRUE(schema.problems(Json::parse(good)).empty());
}

}  // namespace
}  // namespace netloupe::targets
