#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q23";

/// A network with zero points elsewhere, so that a 0 is somebody's choice.
std::string onnx(std::string_view op, std::string_view quantization, std::string_view first = "3") {
    return "onnx opset=13\ninput x:float32[1,8]\nQuantizeLinear(x, 0.1, " + std::string(first) +
           ":int8) -> a\nDequantizeLinear(a, 0.1, " + std::string(first) + ":int8) -> b\n" + std::string(op) +
           "(b) -> c\nQuantizeLinear(c, " + std::string(quantization) + ") -> q\nDequantizeLinear(q, " +
           std::string(quantization) + ") -> y\noutput y\n";
}

TEST(Q23, HalfOfTheStepsForNothing) {
    EXPECT_TRUE(contains(message(kRule, onnx("Relu", "0.1, 0:int8")), "gives nothing below 0"));
    EXPECT_EQ(severities(kRule, onnx("Sigmoid", "0.01, -128:int8")), "warning") << "up to 2.55";
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.1,3)
const w:int8[8,8](0.1,0)
FULLY_CONNECTED(x, w, _) -> y:int8[1,8](0.06,-128) { fused_activation_function=RELU6 }
output y
)"),
              "warning");
}

TEST(Q23, RangesThatFit) {
    EXPECT_EQ(severities(kRule, onnx("Relu", "0.1, -128:int8")), "");
    EXPECT_EQ(severities(kRule, onnx("Relu", "0.1, -70:int8")), "") << "less than a quarter";
    EXPECT_EQ(severities(kRule, onnx("Sigmoid", "0.00390625, -128:int8")), "");
    EXPECT_EQ(severities(kRule, onnx("Tanh", "0.1, 0:int8")), "");
}

// Symmetric quantization has no choice.
TEST(Q23, SymmetricModelsAreInformation) {
    EXPECT_EQ(severities(kRule, onnx("Relu", "0.1, 0:int8", "0")), "info");
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.1,3)
RELU(x) -> a:int16[1,8](0.001,0)
output a
)"),
              "info");
}

}  // namespace
}  // namespace netloupe::lint
