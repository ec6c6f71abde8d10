#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S03";

std::string onnx(int opset, std::string_view shape, std::string_view attributes = "") {
    return "onnx opset=" + std::to_string(opset) + "\ninput x:float32[" + std::string(shape) +
           "]\nSoftmax(x) -> y" + std::string(attributes) + "\noutput y\n";
}

TEST(S03, OneElement) {
    EXPECT_EQ(severities(kRule, onnx(13, "8,1")), "warning");
    EXPECT_EQ(severities(kRule, onnx(13, "1,8", " { axis=0 }")), "warning");
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[8,1]\nSOFTMAX(x) -> y:float32[8,1]\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule, onnx(13, "1,8")), "");
    EXPECT_EQ(severities(kRule, onnx(13, "8,N")), "");
}

TEST(S03, DefaultAxisOfOldVersions) {
    EXPECT_EQ(severities(kRule, onnx(11, "1,8,16")), "warning");
    EXPECT_EQ(severities(kRule, onnx(11, "1,8,16", " { axis=2 }")), "");
    EXPECT_EQ(severities(kRule, onnx(11, "1,8")), "");
    EXPECT_EQ(severities(kRule, onnx(13, "1,8,16")), "");
}

// Behind a global pooling the dimensions that are flattened have one element.
TEST(S03, FlattensNothing) {
    EXPECT_EQ(severities(kRule, onnx(9, "1,1000,1,1")), "");
    EXPECT_EQ(severities(kRule, onnx(9, "1,1000,1,2")), "warning");
    EXPECT_EQ(severities(kRule, onnx(9, "1,1000,N,1")), "warning");
}

TEST(S03, LogarithmOfOneElement) {
    EXPECT_TRUE(
        contains(message(kRule, "tflite\ninput x:float32[8,1]\nLOG_SOFTMAX(x) -> y:float32[8,1]\noutput y\n"),
                 "every result is 0"));
}

}  // namespace
}  // namespace netloupe::lint
