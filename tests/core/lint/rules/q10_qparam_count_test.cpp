#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q10";

std::string tflite(std::string_view weights) {
    return "tflite\ninput x:int8[1,8,8,2](0.05,0)\nconst w:" + std::string(weights) +
           "\nCONV_2D(x, w, _) -> y:int8[1,8,8,3](0.05,0)\noutput y\n";
}

TEST(Q10, ScalesThatDoNotFitTheAxis) {
    EXPECT_TRUE(contains(message(kRule, tflite("int8[3,2,2,2](0.1 0.2, 0 0, axis=0)")),
                         "has 2 scales for the 3 entries of its axis 0"));
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2 0.3, 0 0 0, axis=0)")), "");
}

TEST(Q10, ZeroPointsThatDoNotFitTheScales) {
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2 0.3, 0 0, axis=0)")), "error");
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2 0.3, 0, axis=0)")),
              "");  // Kernels take one for all.
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2 0.3, axis=0)")), "");
}

TEST(Q10, AxisThatDoesNotExist) {
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2 0.3, 0 0 0, axis=4)")), "error");
    EXPECT_EQ(severities(kRule, tflite("int8[3,2,2,2](0.1 0.2, 0 0, axis=3)")), "");
}

// Converters copy the axis of depthwise weights to the bias, which has one axis only.
TEST(Q10, BiasOfTfliteWithTheAxisOfItsWeights) {
    const auto depthwise = [](std::string_view bias) {
        return "tflite\ninput x:int8[1,8,8,2](0.05,0)\nconst w:int8[1,3,3,2](0.1 0.2, 0 0, axis=3)\nconst "
               "b:int32" +
               std::string(bias) + "\nDEPTHWISE_CONV_2D(x, w, b) -> y:int8[1,8,8,2](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, depthwise("[2](0.005 0.01, 0 0, axis=3)")), "");
    EXPECT_EQ(severities("Q09", depthwise("[2](0.005 0.01, 0 0, axis=3)")), "");
    EXPECT_EQ(severities(kRule, depthwise("[2](0.005 0.01 0.02, 0 0 0, axis=3)")), "error");
}

std::string onnx(std::string_view weights, std::string_view dequantize) {
    return "onnx opset=21\nconst w:" + std::string(weights) + "\n" + std::string(dequantize) + "\noutput y\n";
}

// Exporters give each Q and DQ constants of its own; the second node at a tensor is checked too.
TEST(Q10, DequantizeWithParametersOfItsOwn) {
    const auto graph = [](std::string_view dequantize) {
        return "onnx opset=21\ninput x:float32[2,8]\nQuantizeLinear(x, 0.1, 0:int8) -> q\n" +
               std::string(dequantize) + "\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("DequantizeLinear(q, 0.1, 0:int8) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("DequantizeLinear(q, [0.1 0.2]) -> y { axis=0 }")), "");
    EXPECT_EQ(severities(kRule, graph("DequantizeLinear(q, [0.1 0.2]) -> y")), "error");
    EXPECT_EQ(severities(kRule, graph("DequantizeLinear(q, [0.1 0.2]) -> y { axis=2 }")), "error");
    EXPECT_EQ(severities(kRule, graph("DequantizeLinear(q, [0.1 0.2], 0:int8) -> y { axis=0 }")), "error");
}

// MIGraphX guesses the size of the blocks, ONNX Runtime refuses.
TEST(Q10, ScalesOfBlocksWithoutTheirSize) {
    const auto graph = [](std::string_view block) {
        return "onnx opset=21\nconst w:int4[2,4]\nconst s:float32[2,2] = 0.1\nDequantizeLinear(w, s) -> y { "
               "axis=1" +
               std::string(block) + " }\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph(" block_size=2")), "");
    EXPECT_EQ(severities(kRule, graph("")), "error");
}

// Results of QuantizeLinear seldom have a stated shape; it is that of the input.
TEST(Q10, QuantizeAlongAnAxisThatDoesNotFit) {
    const auto graph = [](std::string_view axis) {
        return "onnx opset=21\ninput x:float32[2,8]\nQuantizeLinear(x, [0.1 0.2], [0 0]:int8) -> y" +
               std::string(axis) + "\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph(" { axis=0 }")), "");
    EXPECT_EQ(severities(kRule, graph(" { axis=-2 }")), "");
    EXPECT_EQ(severities(kRule, graph("")), "error");
}

// microsoft/onnxruntime#17718
TEST(Q10, BugReport10DefaultAxis) {
    EXPECT_EQ(severities(kRule, onnx("int8[2,8,3,3]", "DequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> y")),
              "error");
    EXPECT_EQ(severities(kRule,
                         onnx("int8[2,8,3,3]", "DequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> y { axis=0 }")),
              "");
}

TEST(Q10, OnnxAsksForEqualShapes) {
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", "DequantizeLinear(w, [0.1 0.2], 0:int8) -> y")), "error");
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", "DequantizeLinear(w, [0.1 0.2]) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("int8[8,2]", "DequantizeLinear(w, [0.1], 0:int8) -> y")), "");
}

TEST(Q10, Blocks) {
    const std::string node = "DequantizeLinear(w, s) -> y { axis=0, block_size=4 }";
    EXPECT_EQ(severities(kRule, onnx("int8[10,2]\nconst s:float32[3,2] = 0.1", node)), "");
    EXPECT_EQ(severities(kRule, onnx("int8[10,2]\nconst s:float32[2,2] = 0.1", node)), "error");
}

TEST(Q10, Int32ZeroPointOfAQuantizeNode) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[4]
QuantizeLinear(x, 0.1, 0:int32) -> y
output y
)"),
              "error");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
const b:int32[4]
DequantizeLinear(b, 0.1, 0:int32) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
