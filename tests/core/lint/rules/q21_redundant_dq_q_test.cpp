#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q21";

// NVIDIA/TensorRT#2592
TEST(Q21, BugReport15PairAroundPad) {
    const auto graph = [](std::string_view second) {
        return R"(onnx opset=13
input x:float32[1,3,8,8]
const w:float32[4,3,3,3]
Relu(x) -> r
QuantizeLinear(r, 0.05, 0:int8) -> q1
DequantizeLinear(q1, 0.05, 0:int8) -> d1
Pad(d1, [0 0 1 1 0 0 1 1]:int64, 0) -> p
QuantizeLinear(p, )" +
               std::string(second) + R"(, 0:int8) -> q2
DequantizeLinear(q2, )" +
               std::string(second) + R"(, 0:int8) -> d2
Conv(d2, w) -> y
output y
)";
    };
    EXPECT_EQ(severities(kRule, graph("0.05")), "info");
    EXPECT_TRUE(
        contains(message(kRule, graph("0.05")), "stand around Pad (node 4), which only moves values"));
    EXPECT_EQ(severities(kRule, graph("0.06")), "");
}

TEST(Q21, NothingBetween) {
    const auto graph = [](std::string_view second, std::string_view more) {
        return "onnx opset=13\ninput x:float32[1,8]\nQuantizeLinear(x, 0.05, 0:int8) -> q1\n"
               "DequantizeLinear(q1, 0.05, 0:int8) -> d1\nQuantizeLinear(d1, " +
               std::string(second) + ") -> q2\nDequantizeLinear(q2, " + std::string(second) +
               ") -> y\noutput y\n" + std::string(more);
    };
    EXPECT_TRUE(contains(message(kRule, graph("0.05, 0:int8", "")), "undo each other"));
    EXPECT_EQ(severities(kRule, graph("0.05, 128:uint8", "")), "");
    EXPECT_EQ(severities(kRule, graph("0.05, 1:int8", "")), "");
    // The real value is read elsewhere.
    EXPECT_EQ(severities(kRule, graph("0.05, 0:int8", "Exp(d1) -> z\noutput z\n")), "");
}

TEST(Q21, TfliteDirectPair) {
    const auto graph = [](std::string_view second) {
        return "tflite\ninput x:int8[1,8](0.05,0)\nDEQUANTIZE(x) -> f:float32[1,8]\nQUANTIZE(f) -> "
               "y:int8[1,8](" +
               std::string(second) + ")\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.05,0")), "info");
    EXPECT_TRUE(contains(message(kRule, graph("0.07,0")), "convert integers to integers through float"));
}

TEST(Q21, AnOperatorThatComputesBetween) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
DEQUANTIZE(x) -> f:float32[1,8]
SIN(f) -> g:float32[1,8]
QUANTIZE(g) -> y:int8[1,8](0.05,0)
output y
)"),
              "");
}

// It is how ONNX says that the operator runs on integers.
TEST(Q21, NodeUnits) {
    for (const char* op : {"Flatten", "MaxPool", "Transpose"}) {
        EXPECT_EQ(
            severities(kRule,
                       "onnx opset=13\ninput x:float32[1,3,8,8]\nQuantizeLinear(x, 0.05, 0:int8) -> q1\n"
                       "DequantizeLinear(q1, 0.05, 0:int8) -> d1\n" +
                           std::string(op) +
                           "(d1) -> p\nQuantizeLinear(p, 0.05, 0:int8) -> q2\n"
                           "DequantizeLinear(q2, 0.05, 0:int8) -> y\noutput y\n"),
            "")
            << op;
    }
}

}  // namespace
}  // namespace netloupe::lint
