#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q09";

TEST(Q09, DepthwiseAlongTheWrongAxis) {
    const auto graph = [](std::string_view axis) {
        return "tflite\ninput x:int8[1,8,8,2](0.05,0)\nconst w:int8[1,2,2,2](0.01 0.02, 0 0, axis=" +
               std::string(axis) + ")\nDEPTHWISE_CONV_2D(x, w, _) -> y:int8[1,8,8,2](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("1")), "error");
    EXPECT_EQ(severities(kRule, graph("3")), "");
}

TEST(Q09, ConvolutionAndFullyConnected) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,2](0.05,0)
const w:int8[2,2](0.01 0.02, 0 0, axis=1)
FULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.05,0)
output y
)"),
              "error");
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,2](0.05,0)
const w:int8[2,2](0.01 0.02, 0 0, axis=0)
FULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.05,0)
output y
)"),
              "");
}

std::string onnx(std::string_view weights, std::string_view dequantize, std::string_view layer) {
    return "onnx opset=13\ninput x:float32[1,8,8,8]\nconst w:" + std::string(weights) +
           "\nQuantizeLinear(x, 0.1, 0:int8) -> xq\nDequantizeLinear(xq, 0.1, 0:int8) -> xd\n"
           "DequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> wd" +
           std::string(dequantize) + "\n" + std::string(layer) + "\noutput y\n";
}

// microsoft/onnxruntime#17718: the default axis left on the weights of a convolution.
TEST(Q09, BugReport10DefaultAxis) {
    const std::string layer = "Conv(xd, wd) -> y";
    EXPECT_TRUE(contains(message(kRule, onnx("int8[2,8,3,3]", "", layer)),
                         "have 2 scales along axis 1, but Conv has its output channels on axis 0"));
    EXPECT_EQ(severities(kRule, onnx("int8[2,8,3,3]", " { axis=0 }", layer)), "");
    EXPECT_EQ(severities(kRule, onnx("int8[2,2,3,3]", "", layer)), "error");  // Square: loads, and is wrong.
}

// Trap 17: the scales of a grouped transposed convolution run along axis 1.
TEST(Q09, ConvTransposeWithGroups) {
    EXPECT_EQ(severities(kRule, onnx("int8[8,2,3,3]", "", "ConvTranspose(xd, wd) -> y { group=4 }")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[2,2,3,3]", " { axis=0 }", "ConvTranspose(xd, wd) -> y")), "error");
}

TEST(Q09, GemmFollowsItsTransposition) {
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", "", "Gemm(xd, wd) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[2,8]", " { axis=0 }", "Gemm(xd, wd) -> y { transB=1 }")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[2,2]", "", "Gemm(xd, wd) -> y { transB=1 }")), "error");
}

TEST(Q09, MatMulAlongTheLastAxis) {
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", "", "MatMul(xd, wd) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", " { axis=-1 }", "MatMul(xd, wd) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[2,2]", " { axis=0 }", "MatMul(xd, wd) -> y")), "error");
    EXPECT_EQ(severities(kRule, onnx("int8[2,8]", " { axis=0 }", "MatMul(wd, xd) -> y")), "");
}

// Converters write the weights' axis for the bias of a depthwise convolution; kernels do not read it.
TEST(Q09, AxisOfATensorFlowLiteBias) {
    const std::string_view graph = R"(tflite
input x:int8[1,8,8,2](0.5,0)
const w:int8[1,2,2,2](0.1 0.2, 0 0, axis=3)
const b:int32[2](0.05 0.1, 0 0, axis=3)
DEPTHWISE_CONV_2D(x, w, b) -> y:int8[1,8,8,2](0.5,0)
output y
)";
    EXPECT_EQ(severities(kRule, graph), "");
    EXPECT_EQ(severities("Q10", graph), "");
    EXPECT_EQ(severities("Q11", graph), "");
}

TEST(Q09, AxisOfAnOnnxBias) {
    const auto graph = [](std::string_view axis) {
        return "onnx opset=13\ninput x:float32[1,8]\nconst w:int8[8,2]\nconst b:int32[2]\n"
               "DequantizeLinear(w, 0.1, 0:int8) -> wd\nDequantizeLinear(b, [0.1 0.2]) -> bd" +
               std::string(axis) + "\nGemm(x, wd, bd) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("")), "error");
    EXPECT_EQ(severities(kRule, graph(" { axis=0 }")), "");
}

// Training tools export float weights behind a Q and a DQ, each with constants of its own.
TEST(Q09, AxisOfTheDequantizeThatFeedsTheLayer) {
    const auto graph = [](std::string_view dequantize) {
        return "onnx opset=13\ninput x:float32[1,8,8,8]\nconst w:float32[2,2,3,3]\n"
               "QuantizeLinear(w, [0.1 0.2], [0 0]:int8) -> wq { axis=0 }\n"
               "DequantizeLinear(wq, [0.1 0.2], [0 0]:int8) -> wd" +
               std::string(dequantize) + "\nConv(x, wd) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph(" { axis=0 }")), "");
    EXPECT_EQ(severities(kRule, graph("")), "error");
}

TEST(Q09, OneScaleHasNoAxis) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,8,8,8]
const w:int8[2,8,3,3]
DequantizeLinear(w, 0.1, 0:int8) -> wd
Conv(x, wd) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
