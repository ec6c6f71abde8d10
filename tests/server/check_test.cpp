// `netloupe check`: what it looks at, what it prints, and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "server/models.h"
#include "server/process.h"

namespace netloupe::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// The ids of the findings' rules, in their order.
std::string rules_of(const Ran& ran) {
    std::string rules;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
        const Json finding = Json::parse(line, nullptr, false);
        if (finding.contains("rule")) rules += finding["rule"].get<std::string>() + " ";
    }
    return rules;
}

TEST(Check, CleanModelsEndWithZero) {
    const TemporaryFolder folder;
    folder.write("a/small.onnxtxt", kSmallModel);
    const Ran ran = run({"check", "--fail-on", "error", folder.path("")});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.err, IsEmpty());
    EXPECT_THAT(ran.out, HasSubstr("in 1 file"));
}

TEST(Check, FindingsAtTheFailingSeverityEndWithOne) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", path});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, HasSubstr("Q04"));
    EXPECT_THAT(ran.out, HasSubstr("error"));
    EXPECT_THAT(ran.out, Not(HasSubstr("\x1b["))) << "no colours where no terminal is";
    EXPECT_EQ(run({"check", "--rule", "quant-island", path}).code, 0);
}

TEST(Check, ColoursComeWhenAskedFor) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    EXPECT_THAT(run({"check", "--color", "always", path}).out, HasSubstr("\x1b[31m"));
    EXPECT_THAT(run({"check", path}, {"NO_COLOR=1"}).out, Not(HasSubstr("\x1b[")));
}

TEST(Check, AnUnreadableFileEndsWithTwoAndTheOthersAreReported) {
    const TemporaryFolder folder;
    const std::string bad = folder.write("bad.onnx", "version https://git-lfs.github.com/spec/v1\n");
    const std::string broken = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", bad, broken});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("Git LFS pointer"));
    EXPECT_THAT(ran.err, HasSubstr("bad.onnx"));
    EXPECT_THAT(ran.out, HasSubstr("Q04"));
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1);
}

TEST(Check, JsonIsOneDocument) {
    const TemporaryFolder folder;
    const std::string bad = folder.write("bad.onnx", "");
    const std::string broken = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--format", "json", bad, broken});
    const Json report = Json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << ran.out;
    EXPECT_EQ(report["files"].size(), 2);
    EXPECT_TRUE(report["files"][0].contains("error"));
    EXPECT_EQ(report["files"][1]["findings"][0]["rule"], "Q04");
    EXPECT_EQ(report["totals"]["unreadable"], 1);
}

TEST(Check, AFolderWithoutModelsIsNoSuccess) {
    const TemporaryFolder folder;
    folder.write("readme.md", "nothing here");
    EXPECT_EQ(run({"check", folder.path("")}).code, 2);
    EXPECT_EQ(run({"check", folder.path("absent.onnx")}).code, 2);
}

// --- which files
// ----------------------------------------------------------------------------------------------------

TEST(CheckPaths, PatternsMeanTheFilesThatTheyFit) {
    const TemporaryFolder folder;
    folder.write("models/a.onnxtxt", kSmallModel);
    folder.write("models/deep/b.onnxtxt", kSmallModel);
    folder.write("models/deep/c.txt", kSmallModel);
    const auto out = [&](const char* pattern) {
        return run({"check", "--fail-on", "error", folder.path(pattern)}).out;
    };
    EXPECT_THAT(out("models/**/*.onnxtxt"), HasSubstr("in 2 files"));
    EXPECT_THAT(out("models/*.onnxtxt"), HasSubstr("in 1 file"));
    const Ran none = run({"check", folder.path("models/*.tflite")});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("No file fits the pattern."));
}

TEST(CheckPaths, AFileIsCheckedOnce) {
    const TemporaryFolder folder;
    const std::string path = folder.write("a.onnxtxt", kSmallModel);
    EXPECT_THAT(run({"check", "--fail-on", "error", path, folder.path(""), folder.path("./a.onnxtxt")}).out,
                HasSubstr("in 1 file"));
}

TEST(CheckPaths, AFileWithWildcardsInItsNameIsItself) {
    const TemporaryFolder folder;
    const std::string path = folder.write("a[1].onnxtxt", kSmallModel);
    EXPECT_EQ(run({"check", "--fail-on", "error", path}).code, 0);
}

TEST(CheckPaths, WeightsBesideTheirModelAreNoModel) {
    const TemporaryFolder folder;
    const std::string model = folder.write("m.onnx", "not a model");
    const std::string weights = folder.write("m.onnx.data", "weights");
    const Ran ran = run({"check", model, weights});
    EXPECT_THAT(ran.err, HasSubstr("m.onnx: "));
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
}

TEST(CheckPaths, ADashIsStandardInput) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "-"}, {}, path);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("<stdin>"));
    EXPECT_THAT(ran.out, HasSubstr("Q04"));
}

TEST(CheckPaths, ManyAtATimeAreReportedInOrder) {
    const TemporaryFolder folder;
    std::vector<std::string> names;
    for (int i = 10; i < 30; ++i)
        names.push_back(
            folder.write("m" + std::to_string(i) + ".onnxtxt", i % 3 == 0 ? kZeroScaleModel : kSmallModel));
    const Ran one = run({"check", "--jobs", "1", "--format", "json", folder.path("")});
    const Ran many = run({"check", "--jobs", "8", "--format", "json", folder.path("")});
    EXPECT_EQ(one.out, many.out);
    const Json report = Json::parse(many.out, nullptr, false);
    ASSERT_EQ(report["files"].size(), names.size());
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(report["files"][i]["file"], names[i]);
}

// --- which findings
// -------------------------------------------------------------------------------------------------

TEST(CheckRules, AreSelectedAndIgnored) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    const auto ran = [&](const std::vector<std::string>& more) {
        std::vector<std::string> command{"check", "--format", "jsonl", path};
        command.insert(command.end(), more.begin(), more.end());
        return run(command);
    };
    EXPECT_THAT(rules_of(ran({})), HasSubstr("Q04"));
    EXPECT_EQ(rules_of(ran({"--select", "Q04"})), "Q04 ");
    EXPECT_THAT(rules_of(ran({"--select", "F,H"})), Not(HasSubstr("Q04")));
    EXPECT_THAT(rules_of(ran({"--ignore", "scale-invalid"})), Not(HasSubstr("Q04")));
    const Ran two = run({"check", "--format", "jsonl", "--select", "Q04", path, path + "/.."});
    EXPECT_THAT(two.err, Not(HasSubstr("no such rule"))) << "what follows the rules are paths";
    const Ran wrong = ran({"--select", "quant-iland"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("did you mean \"quant-island\""));
}

TEST(CheckRules, SeveritiesAreSetAndCut) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    EXPECT_EQ(run({"check", "--select", "Q04", path}).code, 1);
    const Ran lowered = run({"check", "--select", "Q04", "--severity", "Q04=info", path});
    EXPECT_EQ(lowered.code, 0);
    EXPECT_THAT(lowered.out, HasSubstr("1 info in 1 file"));
    EXPECT_EQ(run({"check", "--select", "Q04", "--severity", "Q04=info", "--fail-on", "info", path}).code, 1);
    EXPECT_THAT(run({"check", "--severity", "Q04=info,warning", "--select", "Q04", path}).out,
                HasSubstr("No findings"));
    EXPECT_EQ(run({"check", "--severity", "fatal", path}).code, 2);
}

TEST(CheckRules, TheirTimesAreTold) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--timing", path});
    EXPECT_THAT(ran.err, HasSubstr("rule         ms  share"));
    EXPECT_THAT(ran.err, HasSubstr("Q04 "));
}

TEST(CheckBindings, GiveDimensionsTheirExtents) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    folder.write(".netloupe.json", R"({"budgets": {"peakActivationBytes": 1000}})");
    EXPECT_THAT(run({"check", "--select", "B01", path}).out, HasSubstr("cannot be told"));
    EXPECT_EQ(run({"check", "--select", "B01", "--bind", "batch=1", path}).code, 0);
    EXPECT_THAT(run({"check", "--select", "B01", "--bind", "batch=64", path}).out, HasSubstr("error   B01"));
    const Ran unknown = run({"check", "--bind", "bach=1", path});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("No dimension of these models is named \"bach\""));
}

// --- configuration and baseline
// -------------------------------------------------------------------------------------

TEST(CheckConfiguration, IsTheNearestAbove) {
    const TemporaryFolder folder;
    folder.write(".netloupe.json", R"({"ignore": ["Q04"]})");
    const std::string quiet = folder.write("a/broken.onnxtxt", kZeroScaleModel);
    const std::string loud = folder.write("b/broken.onnxtxt", kZeroScaleModel);
    folder.write("b/.netloupe.json", R"({"severity": {"Q04": "warning"}})");
    EXPECT_THAT(run({"check", quiet}).out, Not(HasSubstr("Q04")));
    EXPECT_THAT(run({"check", loud}).out, HasSubstr("warning Q04"));
    EXPECT_THAT(run({"check", "--no-config", quiet}).out, HasSubstr("error   Q04"));
    EXPECT_THAT(run({"check", "--config", folder.path("b/.netloupe.json"), quiet}).out,
                HasSubstr("warning Q04"));
}

TEST(CheckConfiguration, HoldsByPathAndBelowTheCommandLine) {
    const TemporaryFolder folder;
    folder.write(".netloupe.json",
                 R"({"failOn": "error", "overrides": [{"files": ["old/**"], "ignore": ["Q"]}]})");
    const std::string old = folder.write("old/broken.onnxtxt", kZeroScaleModel);
    EXPECT_EQ(run({"check", old}).code, 0);
    EXPECT_EQ(run({"check", folder.write("new/broken.onnxtxt", kZeroScaleModel)}).code, 1);
    EXPECT_EQ(run({"check", "--select", "Q04", old}).code, 0) << "what is ignored stays ignored";
}

TEST(CheckConfiguration, ItsTargetsAreJudgedFor) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    const Ran asked = run({"check", "--format", "jsonl", "--select", "D", "--target", "ort-qnn", path});
    ASSERT_THAT(rules_of(asked), Not(IsEmpty())) << asked.err;
    EXPECT_EQ(rules_of(run({"check", "--format", "jsonl", "--select", "D", path})), "");
    folder.write(".netloupe.json", R"({"targets": ["ort-qnn"]})");
    EXPECT_EQ(rules_of(run({"check", "--format", "jsonl", "--select", "D", path})), rules_of(asked));
}

TEST(CheckConfiguration, AMistakeIsOneErrorWithItsPlace) {
    const TemporaryFolder folder;
    folder.write(".netloupe.json", "{\n  \"ignor\": []\n}");
    folder.write("a.onnxtxt", kSmallModel);
    folder.write("b.onnxtxt", kSmallModel);
    const Ran ran = run({"check", folder.path("")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_THAT(
        ran.err,
        HasSubstr(".netloupe.json: \"ignor\" is unknown; did you mean \"ignore\" (line 2, column 3)?"));
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1);
}

TEST(CheckBaseline, LeavesOutWhatItKnows) {
    const TemporaryFolder folder;
    const std::string path = folder.write("broken.onnxtxt", kZeroScaleModel);
    const std::string baseline = folder.path("known.json");
    EXPECT_EQ(run({"check", "--write-baseline", baseline, path}).code, 0);
    EXPECT_THAT(content(baseline), HasSubstr("\"file\": \"broken.onnxtxt\""));
    const Ran known = run({"check", "--baseline", baseline, path});
    EXPECT_EQ(known.code, 0) << known.out;
    EXPECT_THAT(known.out, HasSubstr("of the baseline left out"));
    const std::string other = folder.write("other.onnxtxt", kZeroScaleModel);
    EXPECT_EQ(run({"check", "--baseline", baseline, path, other}).code, 1);
    folder.write("known.json", "{\"version\": 1}");
    EXPECT_EQ(run({"check", "--baseline", baseline, path}).code, 2);
}

// --- formats
// --------------------------------------------------------------------------------------------------------

TEST(CheckFormats, GithubCommandsAreOneLineEach) {
    const TemporaryFolder folder;
    const std::string path = folder.write("a,b.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--format", "github", "--select", "Q04", path});
    EXPECT_THAT(ran.out, HasSubstr("::error file="));
    EXPECT_THAT(ran.out, HasSubstr("a%2Cb.onnxtxt,line=1,title=Q04 scale-invalid::"));
    EXPECT_THAT(ran.out, HasSubstr("%0AAt node 1"));
}

TEST(CheckFormats, JunitCountsWhatFails) {
    const TemporaryFolder folder;
    folder.write("good.onnxtxt", kSmallModel);
    folder.write("bad.onnxtxt", "");
    const std::string broken = folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--format", "junit", "--select", "Q04", folder.path("")});
    EXPECT_THAT(ran.out, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""));
    EXPECT_THAT(ran.out, HasSubstr("failures=\"1\" errors=\"0\""));
    EXPECT_THAT(ran.out, HasSubstr("good.onnxtxt\" name=\"no findings\"/>"));
    EXPECT_THAT(ran.out, HasSubstr("</testsuites>"));
    const Ran lenient =
        run({"check", "--format", "junit", "--select", "Q04", "--severity", "Q04=info", broken});
    EXPECT_THAT(lenient.out, HasSubstr("<system-out>"));
    EXPECT_THAT(lenient.out, HasSubstr("failures=\"0\""));
}

TEST(CheckFormats, MarkdownTakesNamesLiterally) {
    const TemporaryFolder folder;
    const std::string path = folder.write("a|b.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--format", "markdown", "--select", "Q04", path});
    EXPECT_THAT(ran.out, HasSubstr("a\\|b.onnxtxt"));
    EXPECT_THAT(ran.out, HasSubstr("| error | Q04 scale-invalid |"));
}

TEST(CheckFormats, LinesAreWholeObjects) {
    const TemporaryFolder folder;
    folder.write("bad.onnxtxt", "");
    folder.write("broken.onnxtxt", kZeroScaleModel);
    const Ran ran = run({"check", "--format", "jsonl", "--select", "Q04", folder.path("")});
    std::istringstream lines(ran.out);
    std::vector<Json> all;
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line, nullptr, false));
    ASSERT_EQ(all.size(), 2);
    EXPECT_TRUE(all[0].contains("error"));
    EXPECT_EQ(all[1]["rule"], "Q04");
}

}  // namespace

}  // namespace netloupe::testing
