// D01 to D08: what rules say of a model for a chosen target, and that they are silent without one.
#include "rule_testing.h"
#include "targets/target.h"

namespace netloupe::lint {
namespace {

/// What a rule finds for a target of this table.
std::vector<Finding> on(std::string_view rule, const std::string& members, std::string_view graph) {
    auto target = targets::parse_target(
        R"({"id": "npu", "title": "NPU", "source": "here", "asOf": "now", "reads": ["onnx", "tflite"], )" +
        members + "}");
    if (!target) throw std::invalid_argument(target.error().message);
    const Model model = test::graph_from_text(graph);
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    Options options;
    options.only = {std::string(rule)};
    options.shapes = &shapes;
    options.targets = {std::make_shared<const targets::Target>(std::move(*target))};
    return check(model, options);
}

std::string severities_on(std::string_view rule, const std::string& members, std::string_view graph) {
    std::string text;
    for (const Finding& finding : on(rule, members, graph)) {
        EXPECT_FALSE(finding.message.empty());
        text += (text.empty() ? "" : " ") + std::string(name(finding.severity));
    }
    return text;
}

const std::string kMatMul = R"("operators": [{"op": "MatMul"}])";

/// MatMul, Sin, MatMul: the Sin stands in the backbone.
constexpr std::string_view kSine = R"(onnx opset=13
input x:float32[1,8]
const w:float32[8,8]
MatMul(x, w) -> a
Sin(a) -> b
MatMul(b, w) -> c
Softmax(c) -> d
output d
)";

TEST(D01, OperatorsInTheMiddleThatTheTargetDoesNotRun) {
    const auto found = on("D01", kMatMul, kSine);
    ASSERT_EQ(found.size(), 1U);  // The Softmax at the end cuts nothing.
    EXPECT_EQ(found[0].node, NodeId(1U));
    EXPECT_TRUE(contains(found[0].message, "Sin is not among the operators of npu."));
    EXPECT_EQ(severities_on("D01", R"("operators": [{"ops": ["MatMul", "Sin"]}])", kSine), "");
    EXPECT_EQ(severities_on("D01", R"("unlisted": "unknown", "operators": [{"op": "MatMul"}])", kSine), "");
    EXPECT_EQ(severities("D01", kSine), "");
}

TEST(D02, WhatTheTargetNeedsOfAnOperator) {
    const auto needs = [](const std::string& check) {
        return R"("operators": [{"ops": ["MatMul", "Softmax"]}, {"op": "Sin", "requires": [{"text": "this")" +
               check + "}]}]";
    };
    const std::string small = R"(, "check": {"number": {"elements": "input0"}, "max": )";
    EXPECT_EQ(severities_on("D02", needs(small + "4}"), kSine), "warning");
    EXPECT_EQ(severities_on("D02", needs(small + "8}"), kSine), "");
    EXPECT_EQ(severities_on("D02", needs(R"(, "check": {"number": {"values": "input0"}, "min": 0})"), kSine),
              "info");
    EXPECT_EQ(severities_on("D02", needs(""), kSine), "");  // Only text.
}

TEST(D03, ManyPartsOrLittleOnTheTarget) {
    const auto found = on("D03", kMatMul, kSine);
    ASSERT_EQ(found.size(), 1U);  // Two parts with half of the nodes.
    EXPECT_TRUE(contains(found[0].message, "npu would run 50 % of the nodes, in 2 parts. What cuts: Sin."));
    EXPECT_EQ(severities_on("D03", R"("copies": false, "operators": [{"op": "MatMul"}])", kSine), "");
    EXPECT_EQ(severities_on("D03", R"("operators": [{"ops": ["MatMul", "Sin"]}])", kSine), "");
    EXPECT_EQ(severities_on("D03", R"("unlisted": "unknown", "operators": [])", kSine), "");
    EXPECT_EQ(severities_on("D03", R"("operators": [])", kSine), "warning");
}

TEST(D04, DynamicDimensions) {
    const std::string fixed =
        R"("requires": [{"text": "fixed dimensions", "check": {"static": "activations"}}], "operators": [{"op": "Relu"}])";
    const auto relu = [&](const std::string& dims) {
        return severities_on("D04", fixed,
                             "onnx opset=13\ninput x:float32" + dims + "\nRelu(x) -> y\noutput y\n");
    };
    EXPECT_EQ(relu("[1,3,8,8]"), "");
    EXPECT_EQ(relu("[N,3,8,8]"), "warning");
    EXPECT_EQ(relu("[N,3,h,8]"), "error");
    EXPECT_EQ(severities_on("D04", R"("operators": [{"op": "Relu"}])",
                            "onnx opset=13\ninput x:float32[N,h]\nRelu(x) -> y\noutput y\n"),
              "");
}

TEST(D05, CustomOperators) {
    EXPECT_EQ(severities("D05", "tflite\ninput x:float32[2]\ncustom::Mine(x) -> y:float32[2]\noutput y\n"),
              "warning");
    EXPECT_EQ(severities("D05", "tflite\ninput x:float32[2]\ncustom::FlexErf(x) -> y:float32[2]\noutput y\n"),
              "warning");
    EXPECT_EQ(severities("D05",
                         "tflite\ninput x:float32[2]\ncustom::TFLite_Detection_PostProcess(x, x, x) -> "
                         "y:float32[2]\noutput y\n"),
              "info");
    EXPECT_EQ(severities("D05", "onnx opset=13\ninput x:float32[2]\ncom.mine::Op(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(
        severities("D05", "onnx opset=13\ninput x:float32[2]\ncom.microsoft::QuickGelu(x) -> y\noutput y\n"),
        "");
    EXPECT_EQ(severities("D05", kSine), "");
    EXPECT_EQ(severities_on("D05", R"("operators": [{"op": "com.mine:Op"}])",
                            "onnx opset=13\ninput x:float32[2]\ncom.mine::Op(x) -> y\noutput y\n"),
              "");
}

TEST(D06, ControlFlow) {
    const auto branch = [](const std::string& condition) {
        return "onnx opset=13\n" + condition + R"(
input x:float32[2]
If(c) -> y { then_branch=@a else_branch=@b }
output y
graph a
Relu(x) -> p
output p
graph b
Abs(x) -> q
Relu(q) -> r
output r
)";
    };
    const auto found = on("D06", kMatMul, branch("input c:boolean[]"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(contains(found[0].message, "3 nodes in its bodies"));
    EXPECT_EQ(severities_on("D06", kMatMul, branch("const c:boolean[] = 1")), "");
    EXPECT_EQ(severities_on("D06", R"("operators": [{"op": "If"}])", branch("input c:boolean[]")), "");
    EXPECT_EQ(severities("D06", branch("input c:boolean[]")), "");
}

TEST(D07, Ranks) {
    const auto relu = [](const std::string& dims) {
        return severities_on("D07",
                             R"("requires": [{"text": "at most 4 dimensions", "check":
                                {"number": {"rank": "activations"}, "max": 4}}], "operators": [{"op": "Relu"}])",
                             "onnx opset=13\ninput x:float32" + dims + "\nRelu(x) -> y\noutput y\n");
    };
    EXPECT_EQ(relu("[1,2,3,4]"), "");
    EXPECT_EQ(relu("[1,2,3,4,5]"), "error");
}

TEST(D08, ElementTypes) {
    const std::string floats = R"("operators": [{"ops": ["Relu", "Add"], "types": ["float32"]}])";
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:float64[2]\nRelu(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:float32[2]\nRelu(x) -> y\noutput y\n"),
              "");
    // Indices beside the network stay on the processor.
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:int64[2]\nAdd(x, x) -> y\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
