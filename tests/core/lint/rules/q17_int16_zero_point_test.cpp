#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q17";

TEST(Q17, Int16ActivationWithZeroPoint) {
    const auto graph = [](std::string_view zero_point) {
        return "tflite\ninput x:int16[1,8](0.001," + std::string(zero_point) +
               ")\nconst w:int8[4,8](0.1,0)\nFULLY_CONNECTED(x, w, _) -> y:int16[1,4](0.001,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("5")), "error");
    EXPECT_TRUE(contains(message(kRule, graph("-3")), "has zero point -3"));
    EXPECT_EQ(severities(kRule, graph("0")), "");
}

// alibaba/TinyNeuralNetwork#385
TEST(Q17, BugReport6TanhScaleIsNoPowerOfTwo) {
    const auto graph = [](std::string_view op, std::string_view scale) {
        return "tflite\ninput x:int16[1,4](0.001,0)\n" + std::string(op) + "(x) -> y:int16[1,4](" +
               std::string(scale) + ",0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("TANH", "0.00004")), "error");
    EXPECT_EQ(severities(kRule, graph("LOGISTIC", "0.00004")), "error");
    EXPECT_EQ(severities(kRule, graph("TANH", "0.000030517578125")), "");
    EXPECT_EQ(severities(kRule, graph("ABS", "0.00004")), "");
}

// Trap 5: SOFTMAX of older converters.
TEST(Q17, OldSoftmaxOutput) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.1,0)
SOFTMAX(x) -> y:int16[1,8](0.0000152590,-32768)
output y
)"),
              "");
}

TEST(Q17, ConstantsAndPlainIntegers) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int16[1,8]
const c:int16[1,8](0.1,4)
ADD(x, c) -> y:int16[1,8]
output y
)"),
              "");
}

// QNN takes asymmetric 16-bit activations.
TEST(Q17, OnnxIsFree) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=21
input x:float32[1,8]
QuantizeLinear(x, 0.1, 7:int16) -> q
DequantizeLinear(q, 0.1, 7:int16) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
