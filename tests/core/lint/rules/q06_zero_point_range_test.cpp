#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q06";

TEST(Q06, ZeroPointBeyondItsType) {
    EXPECT_TRUE(contains(
        message(kRule, "tflite\ninput x:int8[1,4](0.1,200)\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n"),
        "Zero point 200 of \"x\" does not fit int8 (-128 … 127)"));
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:uint8[1,4](0.1,-1)\nRELU(x) -> y:uint8[1,4](0.1,0)\noutput y\n"),
        "error");
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:int4[1,4](0.1,8)\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n"),
        "error");
}

TEST(Q06, ZeroPointsAtTheLimits) {
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:int8[1,4](0.1,-128)\nRELU(x) -> y:int8[1,4](0.1,127)\noutput y\n"),
        "");
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:uint8[1,4](0.1,255)\nRELU(x) -> y:uint8[1,4](0.1)\noutput y\n"),
        "");
}

TEST(Q06, OnnxZeroPointOfAnotherType) {
    EXPECT_TRUE(contains(message(kRule, R"(onnx opset=13
const w:int8[4,4]
DequantizeLinear(w, 0.1, 128:uint8) -> y
output y
)"),
                         "has type uint8, but the quantized tensor has type int8"));
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
const w:int8[4,4]
DequantizeLinear(w, 0.1, 0:int8) -> y
output y
)"),
              "");
}

// Of two nodes at one tensor.
TEST(Q06, OnnxNodesThatDisagree) {
    const auto graph = [](std::string_view zero_point) {
        return "onnx opset=13\ninput x:float32[4]\nQuantizeLinear(x, 0.1, 128:uint8) -> q\n"
               "DequantizeLinear(q, 0.1, " +
               std::string(zero_point) + ") -> y\noutput y\n";
    };
    const auto all = findings(kRule, graph("0:int8"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].node, NodeId(1U));
    EXPECT_TRUE(contains(all[0].message, "has type int8, but its integers \"q\" have type uint8"))
        << all[0].message;
    EXPECT_EQ(severities(kRule, graph("127:uint8")), "");
}

// The result's type need not be stated; it is that of the zero point.
TEST(Q06, OnnxUnstatedTypes) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[4]
QuantizeLinear(x, 0.1, 128:uint8) -> q
DequantizeLinear(q, 0.1, 128:uint8) -> y
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[4]
QuantizeLinear(x, 0.1) -> q
DequantizeLinear(q, 0.1) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
