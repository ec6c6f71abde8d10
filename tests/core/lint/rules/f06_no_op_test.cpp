#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F06";

std::string onnx(std::string_view node) {
    return "onnx opset=13\ninput x:float32[2,3,4]\nRelu(x) -> a:float32[2,3,4]\n" + std::string(node) +
           "\nNeg(b) -> y\noutput y\n";
}

TEST(F06, NodesThatGiveWhatTheyGet) {
    for (const char* node :
         {"Identity(a) -> b", "Reshape(a, [2 3 4]:int64) -> b:float32[2,3,4]",
          "Transpose(a) -> b { perm=[0,1,2] }", "Cast(a) -> b:float32[2,3,4] { to=1 }",
          "Pad(a, [0 0 0 0 0 0]:int64) -> b", "Concat(a) -> b { axis=0 }", "Sum(a) -> b", "Mul(a, 1) -> b",
          "Mul([1], a) -> b", "Add(0, a) -> b", "Sub(a, 0) -> b", "Div(a, 1) -> b", "Pow(a, 1) -> b",
          "Resize(a, _, [1 1 1]) -> b", "Dropout(a) -> b", "Dropout(a, 0.5, 0:boolean) -> b"}) {
        EXPECT_EQ(severities(kRule, onnx(node)), "info") << node;
    }
}

TEST(F06, NodesThatDoSomething) {
    for (const char* node : {"Reshape(a, [3 2 4]:int64) -> b:float32[3,2,4]", "Reshape(a, s) -> b",
                             "Transpose(a) -> b { perm=[0,2,1] }", "Cast(a) -> b:float16[2,3,4] { to=10 }",
                             "Pad(a, [0 0 1 0 0 0]:int64) -> b", "Concat(a, a) -> b { axis=0 }",
                             "Mul(a, 2) -> b", "Div(1, a) -> b", "Sub(0, a) -> b", "Pow(1, a) -> b",
                             "Resize(a, _, [1 1 2]) -> b", "Dropout(a, 0.5, 1:boolean) -> b"}) {
        EXPECT_EQ(severities(kRule, onnx(node)), "") << node;
    }
}

TEST(F06, AConstantOfHigherRankChangesTheShape) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[4]\nconst k:float32[1,1] = 1\nRelu(x) -> a:float32[4]\n"
                         "Mul(a, k) -> b\nNeg(b) -> y\noutput y\n"),
              "");
}

TEST(F06, NamesOfOutputsAndBordersOfGraphs) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[4]\nRelu(x) -> a\nIdentity(a) -> y\noutput y\n"), "");
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[8]
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
Identity(x) -> a
Neg(a) -> z
output z
)"),
              "");
}

TEST(F06, QuantizedOperatorsConvert) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[4](0.1,0)\nADD(x, 0) -> a:int8[4](0.2,0)\n"
                         "ABS(a) -> y:int8[4](0.2,0)\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:float32[4]\nADD(x, 0) -> a:float32[4]\nABS(a) -> y:float32[4]\n"
                         "output y\n"),
              "info");
}

}  // namespace
}  // namespace netloupe::lint
