#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q13";

std::string concatenation(std::string_view type, std::string_view a, std::string_view b, std::string_view c) {
    const std::string t(type);
    return "tflite\ninput a:" + t + "[1,3,8,8]" + std::string(a) + ", b:" + t + "[1,3,8,8]" + std::string(b) +
           "\nCONCATENATION(a, b) -> c:" + t + "[1,6,8,8]" + std::string(c) + " { axis=1 }\noutput c\n";
}

// alibaba/TinyNeuralNetwork#354
TEST(Q13, BugReport1Int8Concatenation) {
    const std::string text = message(kRule, concatenation("int8", "(0.02,0)", "(0.03,5)", "(0.03,5)"));
    EXPECT_TRUE(contains(text, "\"a\" has scale 0.02, zero point 0 and \"c\" has scale 0.03, zero point 5"))
        << text;
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.02,0)", "(0.03,5)", "(0.03,5)")), "error");
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.03,5)", "(0.03,5)", "(0.03,5)")), "");
}

TEST(Q13, ConcatenationWithoutOutputParameters) {
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.03,5)", "(0.03,5)", "")), "error");
}

// tensorflow/model-optimization#1053
TEST(Q13, BugReport2AfterQuantizationAwareTraining) {
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.0468,-1)", "(0.0039,-128)", "(0.0468,-1)")),
              "error");
    EXPECT_EQ(severities(kRule, concatenation("int16", "(0.0468,0)", "(0.0039,0)", "(0.0468,0)")), "error");
}

// tensorflow/tensorflow#37544: uint8 kernels convert.
TEST(Q13, BugReport3Uint8ConcatenationIsInformation) {
    EXPECT_EQ(severities(kRule, concatenation("uint8", "(0.02,0)", "(0.03,5)", "(0.03,5)")), "info");
}

TEST(Q13, RoundingOfScales) {
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.03,5)", "(0.030000002,5)", "(0.03,5)")), "");
    EXPECT_EQ(severities(kRule, concatenation("int8", "(0.03,5)", "(0.0301,5)", "(0.03,5)")), "error");
}

std::string one_input(std::string_view op, std::string_view input, std::string_view output) {
    return "tflite\ninput x:int8[1,8,8,2]" + std::string(input) + "\n" + std::string(op) +
           "(x, _) -> y:int8[1,8,8,2]" + std::string(output) + "\noutput y\n";
}

TEST(Q13, OperatorsThatCopyIntegers) {
    for (const std::string_view op :
         {"RESHAPE", "PAD", "MAX_POOL_2D", "AVERAGE_POOL_2D", "TRANSPOSE", "RESIZE_BILINEAR"}) {
        EXPECT_EQ(severities(kRule, one_input(op, "(0.1,0)", "(0.2,0)")), "warning") << op;
        EXPECT_EQ(severities(kRule, one_input(op, "(0.1,0)", "(0.1,1)")), "warning") << op;
        EXPECT_EQ(severities(kRule, one_input(op, "(0.1,0)", "(0.1,0)")), "") << op;
    }
}

TEST(Q13, OperatorsThatConvert) {
    for (const std::string_view op : {"RELU", "LOGISTIC", "HARD_SWISH", "MEAN", "QUANTIZE"}) {
        EXPECT_EQ(severities(kRule, one_input(op, "(0.1,0)", "(0.2,3)")), "") << op;
    }
}

// The values of SELECT are data, its condition is not.
TEST(Q13, ValuesOfSelect) {
    for (const std::string_view op : {"SELECT", "SELECT_V2"}) {
        const auto graph = [&](std::string_view a, std::string_view b) {
            return "tflite\ninput c:boolean[1,4], x:int8[1,4](" + std::string(a) + "), y:int8[1,4](" +
                   std::string(b) + ")\n" + std::string(op) + "(c, x, y) -> z:int8[1,4](0.1,0)\noutput z\n";
        };
        EXPECT_EQ(severities(kRule, graph("0.1,0", "0.1,0")), "") << op;
        EXPECT_EQ(severities(kRule, graph("0.1,0", "0.2,0")), "warning") << op;
    }
}

TEST(Q13, SumCopiesOnlyIn16Bits) {
    const auto graph = [](std::string_view type) {
        const std::string t(type);
        return "tflite\ninput x:" + t + "[1,4](0.1,0)\nSUM(x, _) -> y:" + t + "[1](0.2,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("int16")), "warning");
    EXPECT_EQ(severities(kRule, graph("int8")), "");
}

TEST(Q13, ConstantBoundOfMaximum) {
    const auto graph = [](std::string_view bound) {
        return "tflite\ninput x:int8[1,4](0.1,3)\nconst k:int8[1]" + std::string(bound) +
               "\nMAXIMUM(x, k) -> y:int8[1,4](0.1,3)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("(0.5,3) = 3")), "");  // Zero in both.
    EXPECT_EQ(severities(kRule, graph("(0.5,3) = 10")), "warning");
}

TEST(Q13, IndicesAndShapesAreNoData) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[4,8](0.1,0), i:int8[2](0.5,0)
GATHER(x, i) -> y:int8[2,8](0.1,0)
output y
)"),
              "");
}

std::string onnx(std::string_view op, std::string_view in, std::string_view out) {
    return "onnx opset=13\ninput x:float32[1,8,8,8]\nQuantizeLinear(x, " + std::string(in) +
           ", 0:int8) -> xq\nDequantizeLinear(xq, " + std::string(in) + ", 0:int8) -> xd\n" +
           std::string(op) + " -> a\nQuantizeLinear(a, " + std::string(out) +
           ", 0:int8) -> aq\nDequantizeLinear(aq, " + std::string(out) + ", 0:int8) -> y\noutput y\n";
}

TEST(Q13, OnnxNodeUnits) {
    EXPECT_EQ(severities(kRule, onnx("MaxPool(xd)", "0.1", "0.2")), "warning");
    EXPECT_EQ(severities(kRule, onnx("Transpose(xd)", "0.1", "0.2")), "warning");
    EXPECT_EQ(severities(kRule, onnx("MaxPool(xd)", "0.1", "0.1")), "");
    EXPECT_EQ(severities(kRule, onnx("Relu(xd)", "0.1", "0.2")), "");
}

TEST(Q13, OnnxConcatIsInformation) {
    EXPECT_EQ(severities(kRule, onnx("Concat(xd, xd)", "0.1", "0.2")), "info");
}

TEST(Q13, OnnxIncompleteUnitsAreNotMeant) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,8,8,8]
MaxPool(x) -> a
QuantizeLinear(a, 0.1, 0:int8) -> aq
DequantizeLinear(aq, 0.1, 0:int8) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
