#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q07";

std::string tflite(std::string_view weights, std::string_view input = "int8[1,8,8,3](0.05,0)") {
    return "tflite\ninput x:" + std::string(input) + "\nconst w:" + std::string(weights) +
           "\nCONV_2D(x, w, _) -> y:int8[1,8,8,3](0.05,0)\noutput y\n";
}

TEST(Q07, AsymmetricSignedWeights) {
    EXPECT_EQ(severities(kRule, tflite("int8[3,3,3,3](0.01,-3)")), "error");
    EXPECT_EQ(severities(kRule, tflite("int8[3,3,3,3](0.01 0.02 0.03, 0 0 1, axis=0)")), "error");
    EXPECT_EQ(severities(kRule, tflite("int4[3,3,3,3](0.01,2)")), "error");
    EXPECT_EQ(severities(kRule, tflite("int16[3,3,3,3](0.01,2)")), "warning");
}

TEST(Q07, SymmetricWeights) {
    EXPECT_EQ(severities(kRule, tflite("int8[3,3,3,3](0.01,0)")), "");
    EXPECT_EQ(severities(kRule, tflite("int8[3,3,3,3](0.01 0.02 0.03, 0 0 0, axis=0)")), "");
}

// The older scheme.
TEST(Q07, Uint8Weights) {
    EXPECT_EQ(severities(kRule, tflite("uint8[3,3,3,3](0.01,122)", "uint8[1,8,8,3](0.05,128)")), "");
}

TEST(Q07, ActivationsMayBeAsymmetric) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,4,8](0.05,7)
const k:int8[1,8,4](0.05,7)
BATCH_MATMUL(x, k) -> y:int8[1,4,4](0.05,0)
output y
)"),
              "");
}

TEST(Q07, OnnxIsAWarning) {
    const auto graph = [](std::string_view zero_point) {
        return "onnx opset=13\ninput x:float32[1,8]\nconst w:int8[8,4]\nQuantizeLinear(x, 0.1, 3:int8) -> "
               "xq\n"
               "DequantizeLinear(xq, 0.1, 3:int8) -> xd\nDequantizeLinear(w, 0.1, " +
               std::string(zero_point) + ":int8) -> wd\nMatMul(xd, wd) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("5")), "warning");
    EXPECT_EQ(severities(kRule, graph("0")), "");
}

TEST(Q07, OnnxOperatorOnIntegers) {
    const auto graph = [](std::string_view zero_point) {
        return "onnx opset=13\ninput x:uint8[1,3,8,8]\nconst w:int8[8,3,3,3]\nQLinearConv(x, 0.1, 128:uint8, "
               "w, 0.1, " +
               std::string(zero_point) + ":int8, 0.1, 128:uint8) -> y:uint8[1,8,6,6]\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("5")), "warning");
    EXPECT_EQ(severities(kRule, graph("0")), "");
}

}  // namespace
}  // namespace netloupe::lint
