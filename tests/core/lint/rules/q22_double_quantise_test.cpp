#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q22";

// tensorflow/tensorflow#43541
TEST(Q22, BugReport19QuantizeBeforeConcatenation) {
    const auto graph = [](std::string_view parameters) {
        return "tflite\ninput a:int8[1,8](0.1,0), b:int8[1,8](" + std::string(parameters) +
               ")\nQUANTIZE(a) -> q:int8[1,8](" + std::string(parameters) +
               ")\nCONCATENATION(q, b) -> y:int8[1,16](" + std::string(parameters) + ")\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.2,3")), "info");
    EXPECT_EQ(severities(kRule, graph("0.5,3")), "warning");
    EXPECT_TRUE(contains(message(kRule, graph("0.01,3")), "values outside are clipped"));
    EXPECT_EQ(severities(kRule, graph("0.1,0")), "");
}

TEST(Q22, ModerateQuantizeOfTflite) {
    EXPECT_EQ(severities(kRule, R"(tflite
input a:int8[1,8](0.1,0)
QUANTIZE(a) -> q:int8[1,8](0.12,0)
ABS(q) -> y:int8[1,8](0.12,0)
output y
)"),
              "");
}

// Trap 9: the range stays, the scale does not.
TEST(Q22, Int8ToInt16) {
    EXPECT_EQ(severities(kRule, R"(tflite
input a:int8[1,8](0.1,0)
QUANTIZE(a) -> y:int16[1,8](0.000389,0)
output y
)"),
              "");
}

// Trap 6
TEST(Q22, Uint8Image) {
    EXPECT_EQ(severities(kRule, R"(tflite
input a:uint8[1,8](0.1,128)
QUANTIZE(a) -> b:int8[1,8](0.1,0)
QUANTIZE(b) -> y:uint8[1,8](0.1,128)
output y
)"),
              "");
}

TEST(Q22, ChainIsReportedOnce) {
    const std::string graph = R"(tflite
input a:int8[1,8](0.1,0)
QUANTIZE(a) -> b:int16[1,8](0.0005,0)
QUANTIZE(b) -> c:int8[1,8](0.12,0)
QUANTIZE(c) -> y:int8[1,8](0.15,0)
output y
)";
    EXPECT_EQ(severities(kRule, graph), "warning");
    EXPECT_TRUE(contains(message(kRule, graph), "was quantized 4 times in a row"));
}

TEST(Q22, OnnxWithOtherParameters) {
    const auto graph = [](std::string_view second, std::string_view op) {
        return "onnx opset=13\ninput x:float32[1,8]\nQuantizeLinear(x, 0.05, 0:int8) -> q1\n"
               "DequantizeLinear(q1, 0.05, 0:int8) -> d1\nQuantizeLinear(d1, " +
               std::string(second) + ") -> q2\nDequantizeLinear(q2, " + std::string(second) + ") -> d2\n" +
               std::string(op) + "(d2, x) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.06, 0:int8", "Mul")), "warning");
    EXPECT_EQ(severities(kRule, graph("0.06, 0:int8", "Concat")), "info");
    EXPECT_EQ(severities(kRule, graph("0.05, 0:int8", "Mul")), "");
    EXPECT_EQ(severities(kRule, graph("0.0002, 0:int16", "Mul")), "");
}

}  // namespace
}  // namespace netloupe::lint
