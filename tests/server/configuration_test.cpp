// The configuration beside a model that is open: what it says holds, and holds anew when it is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "server/models.h"
#include "server/process.h"

namespace netloupe::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Configured : public ::testing::Test {
protected:
    Configured() { server_.initialize(); }

    void open() { server_.request("netloupe/open", {{"uri", uri_}}); }
    /// Until all that was begun has been told.
    void settle() { server_.request("netloupe/findings", {{"uri", uri_}, {"complete", true}}); }

    /// The rules of the next findings that are published for the file.
    std::string published(const std::string& uri) {
        for (;;) {
            const Json params = server_.receive_notification("textDocument/publishDiagnostics")["params"];
            if (params["uri"] != uri) continue;
            std::string rules;
            for (const Json& diagnostic : params["diagnostics"])
                rules += diagnostic.value("code", diagnostic["message"].get<std::string>()) + " ";
            return rules;
        }
    }

    TemporaryFolder folder_;
    const std::string path_ = folder_.write("models/broken.onnxtxt", kZeroScaleModel);
    const std::string uri_ = uri_of(path_);
    Server server_;
};

TEST_F(Configured, HoldsForTheModelsBelowIt) {
    folder_.write(".netloupe.json", R"({"ignore": ["Q04"]})");
    open();
    EXPECT_THAT(published(uri_), Not(HasSubstr("Q04")));
}

TEST_F(Configured, IsReadAgainWhenItIsWritten) {
    open();
    EXPECT_THAT(published(uri_), HasSubstr("Q04"));
    folder_.write("models/.netloupe.json", R"({"ignore": ["Q04"]})");
    EXPECT_THAT(published(uri_), Not(HasSubstr("Q04")));
    const Json changed = server_.receive_notification("netloupe/didChange")["params"];
    EXPECT_EQ(changed["open"]["summary"]["findings"]["error"], 0) << "editors are told too";
    folder_.write("models/.netloupe.json", R"({"severity": {"Q04": "info"}})");
    EXPECT_THAT(published(uri_), HasSubstr("Q04"));
}

TEST_F(Configured, AnotherFolderAboveIsNoticedToo) {
    open();
    EXPECT_THAT(published(uri_), HasSubstr("Q04"));
    folder_.write(".netloupe.json", R"({"ignore": ["Q"]})");
    EXPECT_THAT(published(uri_), Not(HasSubstr("Q04")));
}

TEST_F(Configured, AMistakeIsToldWhereItStandsAndNothingOfItHolds) {
    const std::string configuration =
        uri_of(folder_.write("models/.netloupe.json", R"({"ignore": ["Q04"], "selct": []})"));
    open();
    EXPECT_THAT(published(uri_), HasSubstr("Q04"));
    EXPECT_THAT(published(configuration), HasSubstr("did you mean \"select\" (line 1, column 21)?"));
    folder_.write("models/.netloupe.json", R"({"ignore": ["Q04"]})");
    EXPECT_THAT(published(uri_), Not(HasSubstr("Q04")));
    EXPECT_EQ(published(configuration), "");
}

TEST_F(Configured, AMistakeGoesWithItsFile) {
    const std::string path = folder_.write("models/.netloupe.json", R"({"selct": []})");
    open();
    EXPECT_THAT(published(uri_of(path)), HasSubstr("did you mean"));
    std::filesystem::remove(path);
    EXPECT_EQ(published(uri_of(path)), "");
}

TEST_F(Configured, AMistakeIsMarkedInItsLine) {
    const std::string configuration =
        uri_of(folder_.write("models/.netloupe.json", "{\n  \"ignore\": [],\n  \"failOn\": \"eror\"\n}\n"));
    open();
    for (;;) {
        const Json params = server_.receive_notification("textDocument/publishDiagnostics")["params"];
        if (params["uri"] != configuration) continue;
        EXPECT_EQ(params["diagnostics"][0]["range"]["start"], Json({{"line", 2}, {"character", 12}}));
        return;
    }
}

TEST_F(Configured, ChoosesTargetsUnlessTheEditorDoes) {
    folder_.write("models/.netloupe.json", R"({"targets": ["./own.json", "ort-nnapi"]})");
    const auto own = [&](const std::string& operators) {
        folder_.write(
            "models/own.json",
            R"({"id": "own", "title": "Own", "source": "me", "asOf": "2026-01-31", "reads": ["onnx"],
                          "cutting": "provider", "operators": [)" +
                operators + "]}");
    };
    const auto targets = [&] {
        return server_.receive_notification("netloupe/didChange")["params"]["open"]["targets"];
    };
    own(R"({"op": "Relu"})");
    open();
    settle();
    const Json node = server_.request("netloupe/node", {{"uri", uri_}, {"graph", 0}, {"node", 0}});
    ASSERT_TRUE(node["result"].contains("targets")) << node;
    EXPECT_EQ(node["result"]["targets"][0]["verdict"], "unsupported");
    own(R"({"op": "QuantizeLinear"}, {"op": "DequantizeLinear"})");
    EXPECT_EQ(targets()[0]["nodeShare"], 1) << "the target's file is watched too";
    settle();
    server_.notify("workspace/didChangeConfiguration", {{"settings", {{"targets", {"tflite-gpu"}}}}});
    EXPECT_EQ(targets()[0]["id"], "tflite-gpu");
    settle();
    server_.notify("workspace/didChangeConfiguration", {{"settings", {{"targets", Json::array()}}}});
    EXPECT_EQ(targets().size(), 2);
    server_.notify("workspace/didChangeConfiguration", {{"settings", {{"targets", {"tflite-gpo"}}}}});
    EXPECT_THAT(server_.receive_notification("window/showMessage")["params"]["message"].get<std::string>(),
                HasSubstr("netloupe.targets: tflite-gpo: There is no target \"tflite-gpo\"; did you mean"));
}

TEST_F(Configured, BindsDimensionsUnlessTheEditorDoes) {
    const std::string small = folder_.write("small/small.onnxtxt", kSmallModel);
    folder_.write("small/.netloupe.json", R"({"bind": {"batch": 8}})");
    const std::string uri = uri_of(small);
    server_.request("netloupe/open", {{"uri", uri}});
    const auto flops = [&] {
        const Json costs = server_.request("netloupe/costs", {{"uri", uri}, {"graph", 0}});
        return costs["result"]["totals"]["flops"]["value"];
    };
    EXPECT_EQ(flops(), 8 * 24);
    server_.notify("workspace/didChangeConfiguration", {{"settings", {{"bindings", {{"batch", 2}}}}}});
    server_.receive_notification("netloupe/didChange");
    EXPECT_EQ(flops(), 2 * 24);
}

}  // namespace

}  // namespace netloupe::testing
