// The command line: what it prints and how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "server/models.h"
#include "server/process.h"

namespace netloupe::testing {

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Show, TellsSignatureOperatorsAndSizes) {
    const TemporaryFolder folder;
    const Ran ran = run({"show", folder.write("small.onnxtxt", kSmallModel)});
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const std::string fact : {"batch×4", "Softmax", "2 nodes", "float32", "test"})
        EXPECT_THAT(ran.out, HasSubstr(fact));
}

TEST(Show, JsonHasEveryFact) {
    const TemporaryFolder folder;
    const Ran ran = run({"show", "--json", folder.write("small.onnxtxt", kSmallModel)});
    const Json facts = Json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(facts.is_discarded()) << ran.out;
    const Json& graph = facts["graphs"][0];
    EXPECT_EQ(graph["inputs"][0]["shape"], Json({"batch", 4}));
    EXPECT_EQ(graph["node_list"][0]["args"], Json({"A", "B"}));
    EXPECT_EQ(graph["weights"][0]["first"], Json({1.0, 2.0, 3.0, 4.0}));
    EXPECT_EQ(facts["imports"], Json({"ai.onnx v17"}));
}

TEST(Show, AControlCharacterInANameDoesNotReachTheTerminal) {
    const TemporaryFolder folder;
    std::string model = kSmallModel;
    model.replace(model.find("\"test\""), 6, "\"te\x1b[31mst\"");
    EXPECT_THAT(run({"show", folder.write("small.onnxtxt", model)}).out, Not(HasSubstr("\x1b")));
}

TEST(Targets, ListsTheTargets) {
    const Ran ran = run({"targets"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const std::string id : {"tflite-gpu", "ort-qnn", "ethos-u55", "openvino-npu"})
        EXPECT_THAT(ran.out, HasSubstr(id));
}

TEST(Targets, ComparesAllTargets) {
    const TemporaryFolder folder;
    const Ran ran = run({"targets", folder.write("small.onnxtxt", kSmallModel)});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, ContainsRegex("tflite-gpu +does not take ONNX"));
    EXPECT_THAT(ran.out, ContainsRegex("ort-coreml-mlprogram +0 +2 +0 +0 +100.0 %"));
    // The batch is dynamic, and NNAPI compiles fixed shapes only.
    EXPECT_THAT(ran.out, ContainsRegex("ort-nnapi +0 +0 +2 +0 +0.0 %"));
}

TEST(Targets, TellsWhyAndWhatToReplace) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    const std::string own =
        folder.write("npu.json", R"({"id": "npu", "title": "My NPU", "source": "the manual",
        "asOf": "2026", "reads": ["onnx"], "operators": [{"op": "Mul"}]})");
    const Ran ran = run({"targets", path, "--target", own, "--bind", "batch=2"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const std::string part : {"My NPU (npu)", "1 supported", "1 unsupported", "50.0 % of nodes",
                                   "Softmax is not among the operators of npu.", "32 B in, 32 B out"})
        EXPECT_THAT(ran.out, HasSubstr(part));
    const Json facts =
        Json::parse(run({"targets", path, "--target", own, "--format", "json"}).out, nullptr, false);
    ASSERT_FALSE(facts.is_discarded());
    const Json& target = facts["targets"][0];
    EXPECT_EQ(target["verdicts"]["unsupported"], 1);
    EXPECT_EQ(target["partitions"], 1);
    EXPECT_EQ(target["parts"][0]["nodes"], Json({0}));
    EXPECT_EQ(target["operators"][0]["op"], "Softmax");
    EXPECT_EQ(target["replace"], Json::array());
}

TEST(Targets, CheckJudgesForATarget) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    EXPECT_THAT(run({"check", path, "--select", "D"}).out, HasSubstr("No findings"));
    const Ran ran = run({"check", path, "--select", "D", "--target", "ort-nnapi"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, HasSubstr("D04"));
    EXPECT_THAT(run({"check", path, "--select", "D04", "--target", "ort-nnapi", "--bind", "batch=1"}).out,
                HasSubstr("No findings"));
    const Ran unknown = run({"check", path, "--target", "ort-nnap"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean \"ort-nnapi\"?"));
}

TEST(Targets, RefusesBadTargets) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    const Ran unknown = run({"targets", path, "--target", "ort-qn"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean \"ort-qnn\"?"));
    const Ran bad = run({"targets", path, "--target", folder.write("npu.json", "{\n  \"id\": 7}")});
    EXPECT_EQ(bad.code, 2);
    EXPECT_THAT(bad.err, HasSubstr("(line 2, column 9)"));
    EXPECT_EQ(std::ranges::count(bad.err, '\n'), 1);
    EXPECT_EQ(run({"targets", path, "--target", "/nowhere/npu.json"}).code, 2);
}

TEST(Show, BindsDimensionsByName) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    const auto plan = [&](std::vector<std::string> more) {
        std::vector<std::string> command{"show", "--json", path};
        command.insert(command.end(), more.begin(), more.end());
        return Json::parse(run(command).out, nullptr, false)["costs"][0]["plan"];
    };
    EXPECT_EQ(plan({})["unbound"], Json({"batch"}));
    // The input is kept throughout, beside the two results.
    EXPECT_EQ(plan({"--bind", "batch=16"})["live_bytes"], 3 * 16 * 4 * 4);
}

TEST(Show, RefusesBindingsThatMeanNothing) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    for (const auto& [binding, told] :
         std::vector<std::pair<std::string, std::string>>{{"bach=1", "did you mean \"batch\"?"},
                                                          {"batch=many", "\"many\" is no extent"},
                                                          {"batch=-1", "\"-1\" is no extent"},
                                                          {"batch", "write NAME=EXTENT"},
                                                          {"batch=1,batch=2", "was bound to 1 before"}}) {
        const Ran ran = run({"show", "--bind", binding, path});
        EXPECT_EQ(ran.code, 2) << binding;
        EXPECT_THAT(ran.err, HasSubstr(told));
        EXPECT_THAT(ran.out, IsEmpty());
    }
}

TEST(Signature, PrintsTheCardOrTheCode) {
    const TemporaryFolder folder;
    const std::string path = folder.write("small.onnxtxt", kSmallModel);
    const Ran card = run({"signature", path});
    EXPECT_EQ(card.code, 0) << card.err;
    EXPECT_THAT(card.out, HasSubstr("[batch]×4"));
    EXPECT_THAT(card.out, HasSubstr("probabilities over 4"));
    EXPECT_THAT(card.out, Not(HasSubstr("import ")));
    const Ran code = run({"signature", "--language", "python", path});
    EXPECT_EQ(code.code, 0) << code.err;
    EXPECT_THAT(code.out, HasSubstr("import onnxruntime"));
}

TEST(Signature, AFileThatCannotBeReadEndsWithTwo) {
    const TemporaryFolder folder;
    const Ran ran = run({"signature", folder.write("bad.onnx", "GIF89a")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("bad.onnx"));
}

TEST(Options, AWrongWordIsToldWithTheRightOnes) {
    for (const auto& [option, words] : std::vector<std::pair<std::string, std::string>>{
             {"--color", "always, auto, never"},
             {"--fail-on", "error, info, warning"},
             {"--format", "github, json, jsonl, junit, markdown, sarif, text"}}) {
        const Ran ran = run({"check", option, "nope", "."});
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr("\"nope\" is none of " + words + "."));
    }
}

TEST(Rules, AreListedAndExplained) {
    EXPECT_THAT(run({"rules"}).out, HasSubstr("quant-island"));
    EXPECT_THAT(run({"explain", "q01"}).out, HasSubstr("quant-island"));
    EXPECT_EQ(run({"explain", "Z99"}).code, 2);
}

TEST(Check, AModelThatIsReadInPartEndsWithTwo) {
    const TemporaryFolder folder;
    std::string model = kSmallModel;
    model.replace(model.find("Softmax(h)"), 10, "Softmax(");
    const Ran ran = run({"check", folder.write("cut.onnxtxt", model)});
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
}

TEST(Lsp, RefusesFilesForPipes) {
    const Ran ran = run({"lsp"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("started by an editor"));
}

TEST(Help, TeachesExitCodesAndExamples) {
    const Ran help = run({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("Exit codes"));
    EXPECT_THAT(help.out, HasSubstr("netloupe check"));
    EXPECT_EQ(run({"--version"}).code, 0);
    EXPECT_EQ(run({}).code, 2);
    EXPECT_EQ(run({"frobnicate"}).code, 2);
    EXPECT_EQ(run({"check", "--fail-on", "never", "x"}).code, 2);
}

}  // namespace

}  // namespace netloupe::testing
