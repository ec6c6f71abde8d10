// D01 to D10: what rules say of a model for a chosen target, and that they are silent without one.
#include "target_testing.h"

namespace netloupe::lint {
namespace {

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
    EXPECT_EQ(severities_on("D01", R"("operators": [{"op": "FULLY_CONNECTED"}])", R"(tflite
input x:float32[1,8]
const w:float32[8,8]
FULLY_CONNECTED(x, w, _) -> a:float32[1,8]
SIN(a) -> b:float32[1,8]
FULLY_CONNECTED(b, w, _) -> y:float32[1,8]
output y
)"),
              "warning");
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
    EXPECT_EQ(severities_on("D06", kMatMul, R"(onnx opset=13
input n:int64[], c:boolean[], x:float32[2]
Loop(n, c, x) -> y { body=@body }
output y
graph body
input i:int64[], go:boolean[], state:float32[2]
Identity(go) -> next
Relu(state) -> z
output next, z
)"),
              "warning");
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
    // That a low rank is wanted is a matter of one operator.
    EXPECT_EQ(severities_on("D07",
                            R"("operators": [{"op": "Relu", "requires": [{"text": "two dimensions", "check":
                                {"number": {"rank": "input0"}, "equals": 2}}]}])",
                            "onnx opset=13\ninput x:float32[1,2,3]\nRelu(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(relu("[1,1,1,2,3,4]"), "error");
    EXPECT_EQ(relu("[8]"), "");
}

TEST(D08, ElementTypes) {
    const std::string floats = R"("operators": [{"ops": ["Relu", "Add"], "types": ["float32"]}])";
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:float64[2]\nRelu(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:float32[2]\nRelu(x) -> y\noutput y\n"),
              "");
    EXPECT_EQ(severities_on("D08", R"("operators": [{"op": "ABS", "types": ["float32"]}])",
                            "tflite\ninput x:boolean[2]\nABS(x) -> y:boolean[2]\noutput y\n"),
              "warning");
    // Indices beside the network stay on the processor.
    EXPECT_EQ(severities_on("D08", floats, "onnx opset=13\ninput x:int64[2]\nAdd(x, x) -> y\noutput y\n"),
              "");
}

TEST(D03, WhatTheFileDoesNotSettle) {
    const auto target = [](const std::string& sine) {
        return R"("operators": [{"op": "MatMul"}, {"op": "Sin")" + sine + "}]";
    };
    const auto found = on("D03", target(R"(, "requires": [{"text": "luck"}])"), kSine);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kInfo);
    EXPECT_EQ(found[0].node, NodeId(1U));
    EXPECT_TRUE(contains(found[0].message, "npu runs 3 of 4 nodes only if it takes Sin"));
    EXPECT_EQ(severities_on("D03", target(""), kSine), "");
}

TEST(D10, TargetThatIsWithdrawn) {
    const auto found = on("D10", R"("deprecated": "It ends.", )" + kMatMul, kSine);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].message, "npu has no future: It ends.");
    EXPECT_EQ(found[0].severity, Severity::kInfo);
    EXPECT_EQ(severities_on("D10", kMatMul, kSine), "");
    EXPECT_EQ(severities("D10", kSine), "");
}

TEST(D05, OperatorsOfOneKindAreOneFinding) {
    const auto graph = [](std::string_view first, std::string_view second) {
        return "tflite\ninput x:float32[2]\ncustom::" + std::string(first) +
               "(x) -> a:float32[2]\ncustom::" + std::string(second) + "(a) -> y:float32[2]\noutput y\n";
    };
    const auto flex = findings("D05", graph("FlexErf", "FlexCumsum"));
    ASSERT_EQ(flex.size(), 1U);
    EXPECT_EQ(flex[0].nodes.size(), 2U);
    EXPECT_TRUE(contains(flex[0].message,
                         "2 nodes (FlexErf (node 1) and FlexCumsum (node 2)) are operators of "
                         "TensorFlow itself"));
    EXPECT_EQ(severities("D05", graph("Mine", "Mine")), "warning");
    EXPECT_EQ(severities("D05", graph("Mine", "Yours")), "warning warning");
}

TEST(D09, Versions) {
    const std::string up_to_9 = R"("operators": [{"op": "FULLY_CONNECTED", "versions": [1, 9]}])";
    const auto layer = [](const std::string& version) {
        return "tflite\ninput x:float32[1,4]\nconst w:float32[4,4]\nFULLY_CONNECTED@" + version +
               "(x, w, _) -> y:float32[1,4]\noutput y\n";
    };
    const auto found = on("D09", up_to_9, layer("12"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kError);
    EXPECT_TRUE(contains(found[0].message, "Here it is 12.")) << found[0].message;
    EXPECT_EQ(severities_on("D02", up_to_9, layer("12")), "") << "told once";
    EXPECT_EQ(severities_on("D09", up_to_9, layer("9")), "");
    EXPECT_EQ(severities("D09", layer("12")), "") << "no target";
}

// What holds for every operator is one finding.
TEST(D09, OpsetOfTheWholeModel) {
    const auto opsets = [](const std::string& outcome) {
        return R"("requires": [{"text": "opset 9 to 20", "check": {"number": "version", "min": 9, "max": 20}, "else": ")" +
               outcome + R"("}], "operators": [{"ops": ["Relu", "Sin", "Cos"]}])";
    };
    const auto graph = [](const std::string& opset) {
        return "onnx opset=" + opset +
               "\ninput x:float32[2]\nRelu(x) -> a\nSin(a) -> b\nCos(b) -> y\noutput y\n";
    };
    const auto found = on("D09", opsets("conditional"), graph("21"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kWarning);
    EXPECT_EQ(found[0].nodes.size(), 3U);
    EXPECT_EQ(severities_on("D09", opsets("unsupported"), graph("21")), "error");
    EXPECT_EQ(severities_on("D09", opsets("unsupported"), graph("20")), "");
}

}  // namespace
}  // namespace netloupe::lint
