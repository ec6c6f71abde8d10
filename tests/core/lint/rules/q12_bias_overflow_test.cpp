#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q12";

std::string grouped_conv(std::string_view bias) {
    return R"(onnx opset=13
input x:float32[1,4,8,8]
const w:int8[4,1,3,3]
const b:int32[4] = )" +
           std::string(bias) + R"(
QuantizeLinear(x, 0.05, 0:int8) -> xq
DequantizeLinear(xq, 0.05, 0:int8) -> xd
DequantizeLinear(w, [0.01 0.01 1e-12 0.01], [0 0 0 0]:int8) -> wd { axis=0 }
DequantizeLinear(b, [5e-4 5e-4 5e-14 5e-4], [0 0 0 0]:int32) -> bd { axis=0 }
Conv(xd, wd, bd) -> y { group=4 }
output y
)";
}

// microsoft/onnxruntime#11415
TEST(Q12, BugReport11NearlyDeadChannel) {
    EXPECT_EQ(severities(kRule, grouped_conv("5 -7 2147483647 9")), "warning");
    EXPECT_TRUE(contains(message(kRule, grouped_conv("5 -7 2147483647 9")),
                         "saturates int32 in 1 of its 4 channels (the first is 2)"));
    EXPECT_EQ(severities(kRule, grouped_conv("5 -7 -2147483648 9")), "warning");
}

TEST(Q12, BugReport11NegativeTwin) {
    EXPECT_EQ(severities(kRule, grouped_conv("5 -7 2147483646 9")), "");
    EXPECT_EQ(severities(kRule, grouped_conv("0")), "");
}

TEST(Q12, TfliteBias) {
    const auto graph = [](std::string_view bias) {
        return "tflite\ninput x:int8[1,8](0.1,0)\nconst w:int8[4,8](0.1,0)\nconst b:int32[4](0.01,0) = " +
               std::string(bias) + "\nFULLY_CONNECTED(x, w, b) -> y:int8[1,4](0.1,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("2147483647 0 0 1")), "warning");
    EXPECT_EQ(severities(kRule, graph("2147483 0 0 1")), "");
}

// The scale of a QLinearConv's bias is given by the operator.
TEST(Q12, OnnxOperatorOnIntegers) {
    const auto graph = [](std::string_view bias) {
        return "onnx opset=13\ninput x:uint8[1,3,8,8]\nconst w:int8[2,3,3,3]\nconst b:int32[2] = " +
               std::string(bias) +
               "\nQLinearConv(x, 0.1, 128:uint8, w, 0.1, 0:int8, 0.1, 128:uint8, b) -> "
               "y:uint8[1,2,6,6]\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("3 2147483647")), "warning");
    EXPECT_EQ(severities(kRule, graph("3 4")), "");
}

TEST(Q12, FloatBiasThatNoIntegerExpresses) {
    const auto graph = [](std::string_view scale, std::string_view bias) {
        return "onnx opset=13\ninput x:float32[1,8]\nconst w:int8[8,4]\nconst b:float32[4] = " +
               std::string(bias) +
               "\nQuantizeLinear(x, 0.5, 0:int8) -> xq\nDequantizeLinear(xq, 0.5, 0:int8) -> xd\n"
               "DequantizeLinear(w, " +
               std::string(scale) + ", 0:int8) -> wd\nGemm(xd, wd, b) -> y\noutput y\n";
    };
    EXPECT_TRUE(
        contains(message(kRule, graph("1e-13", "0 0 2 0")), "does not fit int32 in 1 of its 4 channels"));
    EXPECT_EQ(severities(kRule, graph("1e-13", "0")), "");
    EXPECT_EQ(severities(kRule, graph("1e-3", "0 0 2 0")), "");
}

// A float model has no scales to fit into.
TEST(Q12, FloatModel) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,8]
const w:float32[8,4]
const b:float32[4] = 3e9
Gemm(x, w, b) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
