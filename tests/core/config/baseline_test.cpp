#include "config/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace netloupe::config {

namespace {

using ::testing::HasSubstr;

lint::Finding finding(uint64_t fingerprint) {
    return {.rule = "Q01", .message = "An island.", .fingerprint = fingerprint};
}

std::string written(const std::string& text) {
    const std::string path = std::filesystem::temp_directory_path() / "netloupe-baseline-test.json";
    std::ofstream(path) << text;
    return path;
}

TEST(Baseline, KnowsWhatWasWritten) {
    const std::string folder = std::filesystem::temp_directory_path();
    Baseline baseline(folder + "/netloupe-baseline-test.json");
    baseline.add(folder + "/models/a.onnx", finding(1));
    baseline.add(folder + "/models/a.onnx", finding(2));
    const auto again = Baseline::read(written(baseline.text()));
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->size(), 2);
    EXPECT_TRUE(again->knows(folder + "/models/../models/a.onnx", finding(2)));
    EXPECT_FALSE(again->knows(folder + "/models/a.onnx", finding(3)));
    EXPECT_FALSE(again->knows(folder + "/models/b.onnx", finding(1)));
    EXPECT_EQ(again->text().find("An island."), std::string::npos) << "messages are for people only";
    EXPECT_THAT(baseline.text(), HasSubstr("\"file\": \"models/a.onnx\""));
}

TEST(Baseline, TellsWhatIsWrongWithAFile) {
    EXPECT_THAT(Baseline::read(written("{\"version\": 1,\n \"findings\": [{\"file\": 3}]}")).error().text(),
                HasSubstr("\"file\" must be a text, and is 3 (line 2, column 24)."));
    EXPECT_THAT(Baseline::read(written("{\"version\": 2, \"findings\": []}")).error().text(),
                HasSubstr("another version"));
    EXPECT_THAT(Baseline::read(written("{\"findings\": []}")).error().text(),
                HasSubstr("\"version\" is missing"));
    EXPECT_FALSE(Baseline::read("/absent/baseline.json"));
}

}  // namespace

}  // namespace netloupe::config
