#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S02";

TEST(S02, TwiceInARow) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\nSoftmax(x) -> a\nSoftmax(a) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8]\nSoftmax(x) -> a\nReshape(a, [8]:int64) -> b\n"
                         "LogSoftmax(b) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,8](0.1,0)\nSOFTMAX(x) -> a:int8[1,8](0.00390625,-128)\n"
                         "DEQUANTIZE(a) -> b:float32[1,8]\nSOFTMAX(b) -> y:float32[1,8]\noutput y\n"),
              "warning");
}

TEST(S02, Attention) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[8,8]\nSoftmax(x) -> a\nMatMul(a, x) -> b\nSoftmax(b) -> y\n"
                         "output y\n"),
              "");
}

TEST(S02, SideBySide) {
    EXPECT_EQ(
        severities(kRule, "onnx\ninput x:float32[8,8]\nSoftmax(x) -> y\nLogSoftmax(x) -> z\noutput y, z\n"),
        "");
}

}  // namespace
}  // namespace netloupe::lint
