#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q11";

// VeriSilicon/TIM-VX#183
TEST(Q11, BugReport7BiasScaleIsNotTheProduct) {
    const auto graph = [](std::string_view bias, std::string_view output) {
        return "tflite\ninput x:int8[1,16](1e-6,0)\nconst w:int8[4,16](3.8e-4,0)\nconst b:int32[4](" +
               std::string(bias) + ",0)\nFULLY_CONNECTED(x, w, b) -> y:int8[1,4](" + std::string(output) +
               ",0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("1e-6", "0.01")),
              "warning");  // 1e-4 of an output step: kernels accept it.
    EXPECT_EQ(severities(kRule, graph("1e-6", "1e-6")), "error");
    EXPECT_EQ(severities(kRule, graph("3.8e-10", "0.01")), "");
}

// tensorflow/tensorflow#14642
TEST(Q11, BugReport4ProductAboveTheOutputScale) {
    const auto graph = [](std::string_view output) {
        return "tflite\ninput x:uint8[1,8,8,3](0.0235,0)\nconst w:uint8[8,3,3,3](1.2,128)\nconst "
               "b:int32[8](0.0282,0)\n"
               "CONV_2D(x, w, b) -> y:uint8[1,8,8,8](" +
               std::string(output) + ",0)\noutput y\n";
    };
    EXPECT_TRUE(
        contains(message(kRule, graph("0.0235")), "is 0.0282, not less than its output scale 0.0235"));
    // Information: today's runtimes take such layers, and models in use have them.
    EXPECT_EQ(severities(kRule, graph("0.0235")), "info");
    EXPECT_EQ(severities(kRule, graph("0.5")), "");
}

TEST(Q11, PerChannelNamesTheChannel) {
    const auto graph = [](std::string_view scales) {
        return "tflite\ninput x:int8[1,8,8,3](0.5,0)\nconst w:int8[2,3,3,3](0.1 0.2, 0 0, axis=0)\nconst "
               "b:int32[2](" +
               std::string(scales) + ", 0 0, axis=0)\nCONV_2D(x, w, b) -> y:int8[1,8,8,2](0.5,0)\noutput y\n";
    };
    EXPECT_TRUE(contains(message(kRule, graph("0.05 0.05")), "should be 0.1 in channel 1"));
    EXPECT_EQ(severities(kRule, graph("0.05 0.05")), "warning");  // Per-channel kernels do not check it.
    EXPECT_EQ(severities(kRule, graph("0.05 0.1")), "");
}

// 16x8: the bias is int64.
TEST(Q11, WideBias) {
    const auto graph = [](std::string_view scale) {
        return "tflite\ninput x:int16[1,8](0.001,0)\nconst w:int8[4,8](0.1,0)\nconst b:int64[4](" +
               std::string(scale) + ",0)\nFULLY_CONNECTED(x, w, b) -> y:int16[1,4](0.001,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.001")), "warning");
    EXPECT_EQ(severities(kRule, graph("0.0001")), "");
}

TEST(Q11, FloatBiasAndFloatInput) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
const w:int8[4,8](0.1,0)
const b:float32[4]
FULLY_CONNECTED(x, w, b) -> y:float32[1,4]
output y
)"),
              "");
}

TEST(Q11, OnnxQdq) {
    const auto graph = [](std::string_view scale, std::string_view layer) {
        return "onnx opset=13\ninput x:float32[1,8]\nconst w:int8[8,4]\nconst b:int32[4]\n"
               "QuantizeLinear(x, 0.5, 0:int8) -> xq\nDequantizeLinear(xq, 0.5, 0:int8) -> xd\n"
               "DequantizeLinear(w, 0.1, 0:int8) -> wd\nDequantizeLinear(b, " +
               std::string(scale) + ") -> bd\n" + std::string(layer) + "\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.06", "Gemm(xd, wd, bd) -> y")), "warning");
    EXPECT_EQ(severities(kRule, graph("0.05", "Gemm(xd, wd, bd) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("0.025", "Gemm(xd, wd, bd) -> y { beta=0.5 }")), "");
}

// The scale of the bias of QLinearConv is given by the operator.
TEST(Q11, OnnxOperatorOnIntegers) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:uint8[1,3,8,8]
const w:int8[8,3,3,3]
const b:int32[8]
QLinearConv(x, 0.1, 128:uint8, w, 0.1, 0:int8, 0.1, 128:uint8, b) -> y:uint8[1,8,6,6]
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
