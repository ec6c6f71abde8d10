// Every netloupe/* request over the real process; results are what schemas/protocol.schema.json says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/models.h"
#include "server/process.h"
#include "support/schema_check.h"

namespace netloupe::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Requests : public ::testing::Test {
protected:
    Requests() { server_.initialize(); }

    Json open(const std::string& name, const std::string& content) {
        uri_ = uri_of(folder_.write(name, content));
        return ask("netloupe/open", "OpenResult");
    }
    /// Asks about the open model and checks the result against its definition.
    Json ask(const std::string& method, const std::string& definition, Json params = Json::object()) {
        params["uri"] = uri_;
        const Json answer = server_.request(method, params);
        EXPECT_TRUE(answer.contains("result")) << answer;
        const Json result = answer.value("result", Json());
        EXPECT_THAT(schema_.problems(result, definition), IsEmpty());
        return result;
    }

    TemporaryFolder folder_;
    Server server_;
    SchemaCheck schema_{NETLOUPE_SCHEMAS "/protocol.schema.json"};
    std::string uri_;
};

TEST_F(Requests, OpenSummarizesTheModel) {
    const Json open_result = open("small.onnxtxt", kSmallModel);
    EXPECT_EQ(open_result["summary"]["nodes"], 2);
    EXPECT_EQ(open_result["summary"]["parameters"], 4);
    EXPECT_EQ(open_result["graphs"][0]["name"], "small");
    EXPECT_FALSE(open_result.contains("error"));
}

TEST_F(Requests, OpenSaysWhyAFileCannotBeRead) {
    const Json result = open("page.onnx", "<!DOCTYPE html><html></html>");
    EXPECT_THAT(result["error"]["message"].get<std::string>(), HasSubstr("web page"));
    EXPECT_THAT(result["graphs"], IsEmpty());
    const Json published = server_.receive_notification("textDocument/publishDiagnostics");
    EXPECT_EQ(published["params"]["diagnostics"].size(), 1);
}

TEST_F(Requests, UrisMayBePercentEncoded) {
    folder_.write("a b#c.onnxtxt", kSmallModel);
    uri_ = uri_of(folder_.path("a%20b%23c.onnxtxt")) + "#node=1";
    EXPECT_EQ(ask("netloupe/open", "OpenResult")["summary"]["nodes"], 2);
}

TEST_F(Requests, ViewIsAGzippedBuffer) {
    open("small.onnxtxt", kSmallModel);
    const Json view = ask("netloupe/view", "ViewResult", {{"graph", 0}});
    // The first bytes of gzip, 1f 8b 08, in base64.
    EXPECT_TRUE(view["bytes"].get<std::string>().starts_with("H4sI"));
    const Json right =
        ask("netloupe/view", "ViewResult", {{"graph", 0}, {"direction", "right"}, {"unfold", true}});
    EXPECT_NE(right["bytes"], view["bytes"]);
}

TEST_F(Requests, NodeTellsArgumentsAttributesAndDefaults) {
    open("small.onnxtxt", kSmallModel);
    const Json mul = ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 0}});
    EXPECT_EQ(mul["op"], "Mul");
    EXPECT_EQ(mul["inputs"][0]["role"], "A");
    EXPECT_EQ(mul["inputs"][1]["tensor"]["name"], "w");
    EXPECT_EQ(mul["inputs"][1]["tensor"]["constant"], true);
    const Json softmax = ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 1}});
    EXPECT_EQ(softmax["attributes"][0]["name"], "axis");
    EXPECT_EQ(softmax["attributes"][0]["value"], "-1");
    EXPECT_EQ(softmax["attributes"][0]["written"], false);
    EXPECT_EQ(softmax["attributes"][0]["isDefault"], true);
}

TEST_F(Requests, TensorTellsProducerConsumersAndValues) {
    open("small.onnxtxt", kSmallModel);
    const Json hits = ask("netloupe/find", "FindResult", {{"query", "tensor:\"w\" dtype:float32"}});
    ASSERT_EQ(hits["total"], 1);
    const Json tensor =
        ask("netloupe/tensor", "TensorResult", {{"graph", 0}, {"tensor", hits["hits"][0]["tensor"]}});
    EXPECT_EQ(tensor["kind"], "constant");
    EXPECT_EQ(tensor["consumers"][0]["op"], "Mul");
    const Json values =
        ask("netloupe/values", "ValuesResult",
            {{"constant", tensor["constant"]["constant"]}, {"first", 1}, {"count", 2}, {"statistics", true}});
    EXPECT_EQ(values["values"], Json({"2", "3"}));
    EXPECT_EQ(values["total"], 4);
    EXPECT_EQ(values["statistics"]["mean"], 2.5);
    EXPECT_EQ(values["statistics"]["histogram"].size(), 64);
}

TEST_F(Requests, QuantizationIsOnTheTensor) {
    std::string model = kZeroScaleModel;
    model.replace(model.find("0.0}"), 4, "0.5}");
    open("quantized.onnxtxt", model);
    const Json hits = ask("netloupe/find", "FindResult", {{"query", "tensor:\"q\""}});
    const Json params{{"graph", 0}, {"tensor", hits["hits"][0].value("tensor", 0)}};
    const Json tensor = ask("netloupe/tensor", "TensorResult", params);
    ASSERT_TRUE(tensor.contains("quantization")) << tensor;
    EXPECT_EQ(tensor["quantization"]["scale"], 0.5);
    EXPECT_EQ(tensor["quantization"]["low"], -64);
    EXPECT_EQ(tensor["quantization"]["high"], 63.5);
    const Json table = ask("netloupe/quantization", "QuantizationTable", params);
    EXPECT_EQ(table["scales"], Json({0.5}));
    EXPECT_EQ(table["zeroPoints"], Json({0}));
}

TEST_F(Requests, ModelCountsOperators) {
    open("small.onnxtxt", kSmallModel);
    const Json model = ask("netloupe/model", "ModelResult");
    EXPECT_EQ(model["operators"].size(), 2);
    EXPECT_EQ(model["largest"][0]["bytes"], 16);
    EXPECT_EQ(model["imports"][0]["value"], "17");
}

TEST_F(Requests, FindUnderstandsItsWords) {
    open("small.onnxtxt", kSmallModel);
    server_.receive_notification("textDocument/publishDiagnostics");
    const auto total = [&](const std::string& query) {
        return ask("netloupe/find", "FindResult", {{"query", query}})["total"].get<int>();
    };
    EXPECT_EQ(total("op:soft"), 1);
    EXPECT_EQ(total("op:\"soft\""), 0);
    EXPECT_EQ(total("op:MUL tensor:w"), 1);
    EXPECT_EQ(total("op:softmax tensor:w"), 0);
    EXPECT_EQ(total("shape:batchx4"), 3);  // The file gives "h" no shape; it was inferred.
    EXPECT_EQ(total(""), 0);
    EXPECT_EQ(ask("netloupe/find", "FindResult", {{"query", "dtype:float"}, {"limit", 1}})["hits"].size(), 1);
}

TEST_F(Requests, ShapesThatTheFileLeavesOutAreInferred) {
    open("small.onnxtxt", kSmallModel);
    server_.receive_notification("textDocument/publishDiagnostics");
    const Json outputs = ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 0}})["outputs"];
    EXPECT_EQ(outputs[0]["tensor"]["dtype"], "float32");
    EXPECT_EQ(outputs[0]["tensor"]["shape"], "batch×4");
    const Json h =
        ask("netloupe/tensor", "TensorResult", {{"graph", 0}, {"tensor", outputs[0]["tensor"]["tensor"]}});
    EXPECT_EQ(h["shape"], "batch×4");
    EXPECT_EQ(h["inferred"], true);
    const Json declared =
        ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 1}})["outputs"][0]["tensor"];
    const Json y = ask("netloupe/tensor", "TensorResult", {{"graph", 0}, {"tensor", declared["tensor"]}});
    EXPECT_EQ(y["inferred"], false);
}

TEST_F(Requests, TreeListsInputsNodesAndOutputs) {
    open("small.onnxtxt", kSmallModel);
    const Json items = ask("netloupe/tree", "TreeResult")["items"];
    ASSERT_EQ(items.size(), 4);
    EXPECT_EQ(items[0]["kind"], "input");
    EXPECT_EQ(items[1]["label"], "Mul");
    EXPECT_EQ(items[3]["kind"], "output");
}

TEST_F(Requests, FindingsArePublishedOnTheirNode) {
    open("broken.onnxtxt", kZeroScaleModel);
    const Json published = server_.receive_notification("textDocument/publishDiagnostics");
    const Json diagnostics = published["params"]["diagnostics"];
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_EQ(diagnostics[0]["code"], "Q04");
    EXPECT_EQ(diagnostics[0]["source"], "netloupe");
    EXPECT_EQ(diagnostics[0]["severity"], 1);
    EXPECT_EQ(diagnostics[0]["range"]["start"]["line"], diagnostics[0]["data"].value("node", 0));
    EXPECT_THAT(schema_.problems(diagnostics[0]["data"], "DiagnosticData"), IsEmpty());
    const Json findings = ask("netloupe/findings", "FindingsResult")["findings"];
    EXPECT_EQ(findings.size(), diagnostics.size());
    EXPECT_EQ(findings[0]["ruleName"], "scale-invalid");
    EXPECT_GE(ask("netloupe/open", "OpenResult")["summary"]["findings"]["error"], 1);
}

TEST_F(Requests, RuleHasAPage) {
    const Json answer = server_.request("netloupe/rule", {{"rule", "Q01"}});
    EXPECT_THAT(schema_.problems(answer["result"], "RuleResult"), IsEmpty());
    EXPECT_THAT(answer["result"]["markdown"].get<std::string>(), HasSubstr("quant-island"));
}

TEST_F(Requests, AClosedModelIsForgotten) {
    open("small.onnxtxt", kSmallModel);
    EXPECT_TRUE(server_.request("netloupe/close", {{"uri", uri_}})["result"].is_null());
    EXPECT_EQ(server_.request("netloupe/model", {{"uri", uri_}})["error"]["code"], -32803);
}

TEST_F(Requests, CostsAreFormulasUntilDimensionsAreBound) {
    open("small.onnxtxt", kSmallModel);
    const Json costs = ask("netloupe/costs", "CostsResult", {{"graph", 0}});
    // Four products and four softmaxes of five operations, for each of the batch.
    EXPECT_EQ(costs["totals"]["flops"]["text"], "24*batch");
    EXPECT_EQ(costs["plan"]["unbound"], Json::array({"batch"}));
    EXPECT_EQ(costs["symbols"], Json::array({"batch"}));
    server_.notify("workspace/didChangeConfiguration",
                   {{"settings", {{"bindings", {{"batch", 2}, {"other", 3}}}}}});
    server_.receive_notification("netloupe/didChange");
    const Json bound = ask("netloupe/costs", "CostsResult", {{"graph", 0}});
    EXPECT_EQ(bound["totals"]["flops"]["value"], 48);
    EXPECT_EQ(bound["plan"]["arenaBytes"], 160);
    const Json node = ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 0}});
    EXPECT_EQ(node["costs"]["weightBytes"]["value"], 16);
    const Json overlay =
        ask("netloupe/overlay", "OverlayResult", {{"graph", 0}, {"metric", "activationBytes"}});
    EXPECT_EQ(overlay["values"], Json::array({nullptr, 64, 64, nullptr}));
}

TEST_F(Requests, ChosenTargetsJudgeEveryNode) {
    open("small.onnxtxt", kSmallModel);
    const Json choices = ask("netloupe/targetChoices", "TargetChoicesResult")["choices"];
    EXPECT_EQ(choices.size(), 31);
    ask("netloupe/findings", "FindingsResult", {{"complete", true}});  // Until all is told.
    server_.notify("workspace/didChangeConfiguration",
                   {{"settings", {{"targets", {"ort-coreml-mlprogram", "tflite-gpu"}}}}});
    const Json changed = server_.receive_notification("netloupe/didChange")["params"]["open"];
    EXPECT_THAT(schema_.problems(changed, "OpenResult"), IsEmpty());
    EXPECT_EQ(changed["targetsFrom"], "settings");
    EXPECT_EQ(changed["targets"][0]["partitions"], 1);
    EXPECT_TRUE(changed["targets"][1].contains("refusal"));
    const auto judge = [this](const std::string& target) {
        return ask("netloupe/targets", "TargetsResult", {{"graph", 0}, {"target", target}});
    };
    const Json coreml = judge("ort-coreml-mlprogram");
    EXPECT_EQ(coreml["values"], Json::array({nullptr, "conditional", "conditional", nullptr}));
    EXPECT_EQ(coreml["partitions"], Json::array({nullptr, 0, 0, nullptr}));
    EXPECT_EQ(coreml["summary"]["verdicts"]["conditional"], 2);
    EXPECT_EQ(coreml["operators"][0]["nodes"].size(), 1);
    EXPECT_EQ(coreml["parts"][0]["count"], 2);
    EXPECT_FALSE(judge("tflite-gpu").contains("values"));
    const Json node = ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 0}});
    ASSERT_EQ(node["targets"].size(), 1) << "one takes the format";
    EXPECT_EQ(node["targets"][0]["verdict"], "conditional");
    EXPECT_EQ(node["targets"][0]["reasons"].size(), 1);  // The batch is dynamic.
    const Json other =
        server_.request("netloupe/targets", {{"uri", uri_}, {"graph", 0}, {"target", "ort-qnn"}});
    EXPECT_EQ(other["error"]["message"], "params.target: ort-qnn is none of the chosen targets.");
}

TEST_F(Requests, FindingsCanBeWaitedForUntilWeightsWereRead) {
    open("small.onnxtxt", kSmallModel);
    const Json result = ask("netloupe/findings", "FindingsResult", {{"complete", true}});
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["omissions"], Json::array());
}

TEST_F(Requests, RulesThatCouldNotReadWeightsAreTold) {
    open("missing.onnx", R"(
ir_version: 8
graph {
  name: "sum"
  node { input: "x" input: "w" output: "y" op_type: "Add" name: "sum" }
  initializer { dims: 2 data_type: 1 name: "w" data_location: EXTERNAL
                external_data { key: "location" value: "absent.bin" } }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } } }
}
opset_import { version: 17 }
)");
    const Json result = ask("netloupe/findings", "FindingsResult", {{"complete", true}});
    ASSERT_EQ(result["omissions"].size(), 1) << result;
    EXPECT_EQ(result["omissions"][0]["why"], "the values of 1 weights cannot be read");
}

TEST_F(Requests, SizesOfATextAreThoseOfTheText) {
    open("small.onnxtxt", kSmallModel);
    const Json size = ask("netloupe/size", "SizeResult");
    ASSERT_EQ(size["files"].size(), 1);
    EXPECT_EQ(size["bytes"], std::string(kSmallModel).size());
    EXPECT_EQ(size["files"][0]["other"], size["bytes"]);
    EXPECT_EQ(size["files"][0]["text"], true);
}

TEST_F(Requests, TheSignatureSaysHowToFeedTheModel) {
    open("small.onnxtxt", kSmallModel);
    const Json result = ask("netloupe/signature", "SignatureResult");
    ASSERT_EQ(result["entries"].size(), 1);
    const Json& input = result["entries"][0]["inputs"][0];
    EXPECT_EQ(input["name"], "x");
    EXPECT_EQ(input["shape"], Json::array({{{"symbol", "batch"}, {"usual", 1}}, {{"value", 4}}}));
    EXPECT_EQ(result["entries"][0]["outputs"][0]["meaning"].size(), 1);  // Softmax: they sum to 1.
    EXPECT_EQ(result["languages"][0],
              Json({{"id", "python"}, {"title", "Python"}, {"runtime", "onnxruntime"}}));
}

TEST_F(Requests, CodeIsWrittenInALanguageOfTheSignature) {
    open("small.onnxtxt", kSmallModel);
    const Json python = ask("netloupe/code", "CodeResult", {{"entry", 0}, {"language", "python"}});
    EXPECT_THAT(python["text"].get<std::string>(), HasSubstr("InferenceSession(\"small.onnxtxt\""));
    const auto refusal = [&](const Json& params) {
        Json all = params;
        all["uri"] = uri_;
        return server_.request("netloupe/code", all)["error"]["message"].get<std::string>();
    };
    EXPECT_EQ(refusal({{"entry", 0}, {"language", "cobol"}}),
              "params.language: cobol is no language of netloupe/signature.");
    EXPECT_EQ(refusal({{"entry", 1}, {"language", "python"}}), "params.entry: The model has 1 entries.");
}

TEST_F(Requests, EveryMethodOfTheSchemaIsServed) {
    for (const std::string& method : schema_.methods()) {
        if (method == "netloupe/didChange") continue;
        EXPECT_NE(server_.request(method, Json::object()).value("error", Json::object()).value("code", 0),
                  -32601)
            << method;
    }
}

TEST_F(Requests, ARewrittenFileIsReadAgain) {
    const Json before = open("small.onnxtxt", kSmallModel);
    const std::string key =
        ask("netloupe/node", "NodeResult", {{"graph", 0}, {"node", 1}})["key"].get<std::string>();
    // A converter that writes beside and renames.
    const std::string beside = folder_.write("small.tmp", kGrownModel);
    std::filesystem::rename(beside, folder_.path("small.onnxtxt"));
    const Json change = server_.receive_notification("netloupe/didChange");
    EXPECT_THAT(schema_.problems(change["params"], "DidChangeParams"), IsEmpty());
    EXPECT_EQ(change["params"]["uri"], uri_);
    EXPECT_GT(change["params"]["open"]["generation"], before["generation"]);
    EXPECT_EQ(change["params"]["open"]["summary"]["nodes"], 3);
    const Json resolved = ask("netloupe/resolve", "ResolveResult", {{"key", key}});
    EXPECT_EQ(resolved, Json({{"graph", 0}, {"node", 2}}));
    EXPECT_EQ(ask("netloupe/resolve", "ResolveResult", {{"key", "node\nx\n9\nNo\nsuch\nnode\n1"}}),
              Json::object());
}

TEST_F(Requests, AFileThatBreaksAndRecoversIsFollowed) {
    open("small.onnxtxt", kSmallModel);
    folder_.write("small.onnxtxt", "<!DOCTYPE html>");
    EXPECT_TRUE(server_.receive_notification("netloupe/didChange")["params"]["open"].contains("error"));
    std::filesystem::remove(folder_.path("small.onnxtxt"));
    EXPECT_TRUE(server_.receive_notification("netloupe/didChange")["params"]["open"].contains("error"));
    folder_.write("small.onnxtxt", kGrownModel);
    EXPECT_EQ(server_.receive_notification("netloupe/didChange")["params"]["open"]["summary"]["nodes"], 3);
}

}  // namespace

}  // namespace netloupe::testing
