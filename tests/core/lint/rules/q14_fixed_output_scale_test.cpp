#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q14";

std::string graph(std::string_view op, std::string_view input, std::string_view output) {
    return "tflite\ninput x:" + std::string(input) + "\n" + std::string(op) +
           "(x) -> y:" + std::string(output) + "\noutput y\n";
}

// PINTO0309/PINTO_model_zoo#352: 1/255 instead of 1/256.
TEST(Q14, BugReport5Logistic) {
    EXPECT_TRUE(
        contains(message(kRule, graph("LOGISTIC", "int8[1,8](0.1,0)", "int8[1,8](0.003921569,-128)")),
                 "has scale 0.00392156886, zero point -128, but its int8 kernel always gives scale 1/256"));
    EXPECT_EQ(severities(kRule, graph("LOGISTIC", "int8[1,8](0.1,0)", "int8[1,8](0.003921569,-128)")),
              "error");
    EXPECT_EQ(severities(kRule, graph("LOGISTIC", "int8[1,8](0.1,0)", "int8[1,8](0.00390625,-128)")), "");
}

// alibaba/TinyNeuralNetwork#385
TEST(Q14, BugReport6Int16Tanh) {
    EXPECT_EQ(severities(kRule, graph("TANH", "int16[1,4](0.001,0)", "int16[1,4](0.00004,0)")), "error");
    EXPECT_EQ(severities(kRule, graph("TANH", "int16[1,4](0.001,0)", "int16[1,4](0.000030517578125,0)")), "");
}

TEST(Q14, TheOtherRows) {
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "int8[1,8](0.1,0)", "int8[1,8](0.00390625,-128)")), "");
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "int8[1,8](0.1,0)", "int8[1,8](0.00390625,0)")), "error");
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "uint8[1,8](0.1,0)", "uint8[1,8](0.00390625,0)")), "");
    EXPECT_EQ(severities(kRule, graph("TANH", "int8[1,8](0.1,0)", "int8[1,8](0.0078125,0)")), "");
    EXPECT_EQ(severities(kRule, graph("TANH", "uint8[1,8](0.1,0)", "uint8[1,8](0.0078125,128)")), "");
    EXPECT_EQ(severities(kRule, graph("L2_NORMALIZATION", "int8[1,8](0.1,0)", "int8[1,8](0.0078125,0)")), "");
    EXPECT_EQ(severities(kRule, graph("L2_NORMALIZATION", "int8[1,8](0.1,0)", "int8[1,8](0.01,0)")), "error");
    EXPECT_EQ(severities(kRule, graph("LOG_SOFTMAX", "int8[1,8](0.1,0)", "int8[1,8](0.0625,127)")), "");
    EXPECT_EQ(severities(kRule, graph("LOG_SOFTMAX", "int8[1,8](0.1,0)", "int8[1,8](0.0625,0)")), "error");
}

// Trap 5: int8 to int16 of older converters.
TEST(Q14, OlderSoftmaxIsInformation) {
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "int8[1,8](0.1,0)", "int16[1,8](0.0000152590219,-32768)")),
              "info");
    EXPECT_EQ(
        severities(kRule, graph("SOFTMAX", "int8[1,8](0.1,0)", "int16[1,8](0.0000152587890625,-32768)")),
        "info");
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "int16[1,8](0.1,0)", "int16[1,8](0.0000152590219,-32768)")),
              "error");
}

TEST(Q14, FloatResultsAndOtherFormats) {
    EXPECT_EQ(severities(kRule, graph("SOFTMAX", "float32[1,8]", "float32[1,8]")), "");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,8]
Softmax(x) -> a
QuantizeLinear(a, 0.1, 0:int8) -> q
DequantizeLinear(q, 0.1, 0:int8) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
