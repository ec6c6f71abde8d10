#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T06";

TEST(T06, UndefinedInputOfANode) {
    const auto all = findings(kRule, "onnx\ninput x:float32[1,8]\nAdd(x, bias) -> y\noutput y\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kError);
    EXPECT_EQ(all[0].node, NodeId(0U));
    EXPECT_TRUE(contains(all[0].message, "Add (node 1) reads \"bias\", but no node")) << all[0].message;
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:float32[1]\nADD(x, b:float32[1]) -> y:float32[1]\noutput y\n"),
        "error");
}

TEST(T06, UndefinedOutput) {
    EXPECT_TRUE(contains(message(kRule, "onnx\ninput x:float32[1,8]\nRelu(x) -> y\noutput y, z\n"),
                         "The output \"z\" is declared"));
}

// Trap 15
TEST(T06, OmittedInputs) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,3,8,8]\nResize(x, _, [1 1 2 2]) -> y\noutput y\n"),
              "");
}

// Trap 16
TEST(T06, ValuesOfTheEnclosingGraph) {
    const auto graph = [](std::string_view name) {
        return "onnx\ninput c:boolean[], x:float32[1,8]\nRelu(x) -> r\n"
               "If(c) -> y { then_branch=@body, else_branch=@body }\noutput y\ngraph body\nNeg(" +
               std::string(name) + ") -> z\noutput z\n";
    };
    EXPECT_EQ(severities(kRule, graph("r")), "");
    EXPECT_EQ(severities(kRule, graph("elsewhere")), "error");
}

TEST(T06, UnusedTensorsNeedNoProducer) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8], unused:float32[1]\nRelu(x) -> y\noutput y\n"),
              "");
}

// The shape of a scalar, which has no elements to store.
TEST(T06, EmptyConstantsOfTensorFlowLite) {
    const auto graph = [](std::string_view shape) {
        return "tflite\ninput x:float32[1]\nRESHAPE(x, s:int32" + std::string(shape) +
               ") -> y:float32[]\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("[0]")), "");
    EXPECT_EQ(severities(kRule, graph("[1]")), "error");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1]\nAdd(x, s:float32[0]) -> y\noutput y\n"), "error");
}

}  // namespace
}  // namespace netloupe::lint
