#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q29";

TEST(Q29, ActivationWithSeveralScales) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,2](0.1 0.2, 0 0, axis=1)\nRELU(x) -> y:int8[1,2](0.1,0)\n"
                         "output y\n"),
              "error");
    EXPECT_TRUE(contains(message(kRule,
                                 "onnx opset=13\ninput x:float32[1,2,4,4]\nQuantizeLinear(x, [0.1 0.2], [0 "
                                 "0]:int8) -> q\nDequantizeLinear(q, [0.1 0.2], [0 0]:int8) -> d\nRelu(d) -> "
                                 "y\noutput y\n"),
                         "has 2 scales along axis 1"));
}

TEST(Q29, OneScale) {
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:int8[1,2](0.1,0)\nRELU(x) -> y:int8[1,2](0.1,0)\noutput y\n"), "");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,2]\nQuantizeLinear(x, 0.1, 0:int8) -> q\n"
                         "DequantizeLinear(q, 0.1, 0:int8) -> y\noutput y\n"),
              "");
}

// Weights have a scale for each channel, whoever quantizes them.
TEST(Q29, Weights) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,2](0.1,0)\nconst w:int8[2,2](0.1 0.2, 0 0, axis=0)\n"
                         "FULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.1,0)\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,2,4,4]\nconst w:float32[2,2,1,1] = 1\n"
                         "QuantizeLinear(w, [0.1 0.2], [0 0]:int8) -> q { axis=0 }\n"
                         "DequantizeLinear(q, [0.1 0.2], [0 0]:int8) -> d { axis=0 }\nConv(x, d) -> y\n"
                         "output y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
