#include "config/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace netloupe::config {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kPath = "/models/.netloupe.json";

Settings settings(const std::string& text, const std::string& model = "/models/a.onnx") {
    const auto configuration = Configuration::parse(text, kPath);
    EXPECT_TRUE(configuration) << configuration.error().text();
    return configuration ? configuration->settings_for(model) : Settings();
}

std::string complaint(const std::string& text) {
    const auto configuration = Configuration::parse(text, kPath);
    return configuration ? "" : configuration.error().text();
}

TEST(Configuration, SaysNothingByItself) {
    const Settings nothing = settings("{}");
    EXPECT_THAT(nothing.lint.only, IsEmpty());
    EXPECT_FALSE(nothing.fail_on);
    EXPECT_THAT(Configuration().settings_for("x.onnx").lint.targets, IsEmpty());
}

TEST(Configuration, ReadsWhatHoldsForAllModels) {
    const Settings all = settings(R"({
        "$schema": "x",
        "select": ["Q", "bn-not-folded"],
        "ignore": ["H01"],
        "severity": {"Q05": "error", "Q1": "off"},
        "parameters": {"h01": {"max-listed": 2}},
        "failOn": "error",
        "bind": {"batch": 1, "seq": 128},
        "targets": ["tflite-gpu", "ort-qnn"],
        "budgets": {"fileBytes": 4000000, "macs": 7}
    })");
    EXPECT_THAT(all.lint.only, ElementsAre("Q", "bn-not-folded"));
    EXPECT_THAT(all.lint.ignore, ElementsAre("H01", "Q1"));
    ASSERT_EQ(all.lint.severities.size(), 1);
    EXPECT_EQ(all.lint.severities[0].severity, lint::Severity::kError);
    ASSERT_EQ(all.lint.parameters.size(), 1);
    EXPECT_EQ(all.lint.parameters[0].rule, "H01");
    EXPECT_EQ(all.lint.parameters[0].value, 2);
    EXPECT_EQ(all.fail_on, lint::Severity::kError);
    ASSERT_EQ(all.bindings.size(), 2);
    EXPECT_EQ(all.bindings[1].value, 128);
    EXPECT_EQ(all.lint.targets.size(), 2);
    EXPECT_EQ(all.lint.budgets.file_bytes, 4'000'000);
    EXPECT_EQ(all.lint.budgets.macs, 7);
    EXPECT_FALSE(all.lint.budgets.nodes);
}

TEST(Configuration, OverridesLieOverWhatHoldsForAll) {
    const std::string text = R"({
        "ignore": ["H"],
        "severity": {"Q05": "info"},
        "parameters": {"H01": {"max-listed": 2}},
        "budgets": {"macs": 10, "nodes": 5},
        "bind": {"batch": 1, "seq": 8},
        "suppress": [{"rules": ["Q01"], "reason": "known"}],
        "overrides": [
            {"files": ["legacy/**"], "ignore": ["Q", "F"], "budgets": {"macs": 99}, "bind": {"seq": 16},
             "parameters": {"H01": {"max-listed": 9}},
             "suppress": [{"op": "Softmax", "reason": "in float on purpose"}]},
            {"files": ["**/*.tflite"], "failOn": "info"}
        ]
    })";
    const Settings plain = settings(text);
    EXPECT_THAT(plain.lint.ignore, ElementsAre("H"));
    EXPECT_EQ(plain.lint.budgets.macs, 10);
    EXPECT_FALSE(plain.fail_on);
    const Settings legacy = settings(text, "/models/legacy/old/b.tflite");
    EXPECT_THAT(legacy.lint.ignore, ElementsAre("Q", "F"));
    EXPECT_EQ(legacy.lint.budgets.macs, 99);
    EXPECT_EQ(legacy.lint.budgets.nodes, 5);
    EXPECT_EQ(legacy.lint.suppressions.size(), 2);
    EXPECT_EQ(legacy.lint.parameters.at(0).value, 9) << "the first that fits holds";
    EXPECT_EQ(legacy.fail_on, lint::Severity::kInfo);
    EXPECT_EQ(legacy.bindings.size(), 2);
    EXPECT_EQ(legacy.bindings.back().value, 16);
    EXPECT_THAT(settings(text, "/elsewhere/legacy/b.onnx").lint.ignore, ElementsAre("H"));
}

TEST(Configuration, ReadsTheExpectedSignature) {
    using Kind = lint::ExpectedDimension::Kind;
    const auto signature = settings(R"({"signature": {"inputs": [
        {"name": "image", "shape": [1, null, "width", "?"], "dtype": "uint8"}, {"name": "mask"}]}})")
                               .lint.signature;
    ASSERT_TRUE(signature.inputs);
    EXPECT_FALSE(signature.outputs);
    ASSERT_EQ(signature.inputs->size(), 2);
    const lint::ExpectedPort& image = signature.inputs->front();
    EXPECT_EQ(image.dtype, DataType::kUint8);
    ASSERT_EQ(image.shape->size(), 4);
    EXPECT_EQ((*image.shape)[0].kind, Kind::kFixed);
    EXPECT_EQ((*image.shape)[1].kind, Kind::kAny);
    EXPECT_EQ((*image.shape)[2].name, "width");
    EXPECT_EQ((*image.shape)[3].name, "");
    EXPECT_EQ((*image.shape)[3].kind, Kind::kDynamic);
    EXPECT_FALSE(signature.inputs->back().shape);
}

TEST(Configuration, TellsMistakesWithTheirPlace) {
    EXPECT_THAT(complaint("{\n  \"selct\": []\n}"), HasSubstr("did you mean \"select\" (line 2, column 3)?"));
    EXPECT_THAT(complaint(R"({"ignore": ["Q01", "quant-iland"]})"),
                HasSubstr("There is no rule \"quant-iland\"; did you mean \"quant-island\""));
    EXPECT_THAT(complaint(R"({"severity": {"Q01": "fatal"}})"), HasSubstr("\"fatal\" is none of info"));
    EXPECT_THAT(complaint(R"({"severity": {"Y01": "error"}})"), HasSubstr("There is no rule \"Y01\""));
    EXPECT_THAT(complaint(R"({"parameters": {"H01": {"max-lsted": 1}}})"),
                HasSubstr("H01 has no parameter \"max-lsted\"; did you mean \"max-listed\""));
    EXPECT_THAT(complaint(R"({"parameters": {"H01": {"max-listed": "4"}}})"), HasSubstr("must be a number"));
    EXPECT_THAT(complaint(R"({"budgets": {"macs": -1}})"), HasSubstr("whole number of at least 0"));
    EXPECT_THAT(complaint(R"({"suppress": [{"rules": ["Q01"]}]})"), HasSubstr("\"reason\" is missing"));
    EXPECT_THAT(complaint(R"({"suppress": [{"reason": "why not"}]})"), HasSubstr("Name what is accepted"));
    EXPECT_THAT(complaint(R"({"overrides": [{"ignore": ["Q"]}]})"), HasSubstr("\"files\" is missing"));
    EXPECT_THAT(complaint(R"({"overrides": [{"files": [], "overrides": []}]})"), HasSubstr("unknown"));
    EXPECT_THAT(complaint(R"({"signature": {"inputs": [{"name": "x", "dtype": "flot32"}]}})"),
                HasSubstr("did you mean \"float32\""));
    EXPECT_THAT(complaint(R"({"signature": {"inputs": [{"name": "x"}, {"name": "x"}]}})"),
                HasSubstr("named twice"));
    EXPECT_THAT(complaint(R"({"targets": ["tflite-gpo"]})"), HasSubstr("did you mean \"tflite-gpu\""));
    EXPECT_NE(complaint(R"({"targets": ["absent.json"]})"), "");
    EXPECT_THAT(complaint("[]"), HasSubstr("must be an object"));
    EXPECT_THAT(complaint("{\"select\": \"Q\"}"), HasSubstr("\"select\" must be a list"));
}

TEST(Configuration, IsFoundInTheNearestFolderAbove) {
    namespace fs = std::filesystem;
    const fs::path root = fs::temp_directory_path() / "netloupe-configuration-test";
    fs::remove_all(root);
    fs::create_directories(root / "a" / "b");
    std::ofstream(root / std::string(kFileName)) << "{}";
    EXPECT_EQ(find_configuration((root / "a" / "b" / "m.onnx").string()),
              (root / std::string(kFileName)).string());
    std::ofstream(root / "a" / std::string(kFileName)) << "{\"ignore\": [\"Q\"]}";
    const auto found = find_configuration((root / "a" / "b" / "m.onnx").string());
    EXPECT_EQ(found, (root / "a" / std::string(kFileName)).string());
    EXPECT_TRUE(Configuration::read(*found));
    EXPECT_EQ(Configuration::read((root / "absent.json").string()).error().code, ErrorCode::kNotFound);
    fs::remove_all(root);
}

// --- the schema
// -----------------------------------------------------------------------------------------------------

// After a change: cmake --build build --target configuration_schema
TEST(ConfigurationSchema, IsTheOneThatTheRulesMake) {
    std::ostringstream text;
    text << std::ifstream(NETLOUPE_CONFIGURATION_SCHEMA).rdbuf();
    EXPECT_EQ(text.str(), configuration_schema());
}

/// Editors offer what the schema says: the reader must take it.
TEST(ConfigurationSchema, ItsExamplesAreUnderstood) {
    const auto schema = nlohmann::json::parse(configuration_schema());
    size_t tried = 0;
    for (const auto& [name, member] : schema["properties"].items()) {
        if (name == "$schema") continue;
        ASSERT_TRUE(member.contains("examples")) << name;
        const nlohmann::json document{{name, member["examples"][0]}};
        EXPECT_EQ(complaint(document.dump()), "") << document;
        ++tried;
    }
    EXPECT_GT(tried, 8);
}

TEST(ConfigurationSchema, ItKnowsTheMembersThatTheReaderKnows) {
    const auto schema = nlohmann::json::parse(configuration_schema());
    const auto names_of = [](const nlohmann::json& object) {
        std::string all;
        for (const auto& [name, member] : object["properties"].items()) all += name + " ";
        return all;
    };
    const auto told = [](const std::string& text) {
        std::string list = text.substr(text.find("known are ") + 10);
        list = list.substr(0, list.find(" (line"));
        std::istringstream words(list);
        std::vector<std::string> names;
        for (std::string name; std::getline(words >> std::ws, name, ',');) names.push_back(name);
        std::ranges::sort(names);
        std::string all;
        for (const std::string& name : names) all += name + " ";
        return all;
    };
    EXPECT_EQ(told(complaint(R"({"no-such-thing-at-all": 1})")), names_of(schema));
    const auto& overrides = schema["properties"]["overrides"]["items"];
    EXPECT_EQ(told(complaint(R"({"overrides": [{"files": [], "no-such-thing-at-all": 1}]})")),
              names_of(overrides));
    EXPECT_EQ(told(complaint(R"({"budgets": {"no-such-thing-at-all": 1}})")),
              names_of(schema["properties"]["budgets"]));
}

}  // namespace

}  // namespace netloupe::config
