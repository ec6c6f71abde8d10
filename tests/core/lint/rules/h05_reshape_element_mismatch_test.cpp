#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H05";

std::string onnx(std::string_view shape, std::string_view attributes = "") {
    return "onnx opset=14\ninput x:float32[1,64,7,7]\nReshape(x, [" + std::string(shape) + "]:int64) -> y " +
           std::string(attributes) + "\noutput y\n";
}

TEST(H05, OtherNumberOfElements) {
    EXPECT_TRUE(contains(message(kRule, onnx("1 4096")), "the 3136 elements of \"x\" the shape [1, 4096]"));
    EXPECT_EQ(severities(kRule, onnx("-1 100")), "error");
    EXPECT_EQ(severities(kRule, onnx("0 64 -1 100")), "error");
    EXPECT_EQ(severities("H02", onnx("1 4096")), "") << "told once";
    EXPECT_EQ(
        severities(kRule,
                   "tflite\ninput x:float32[1,7,7,64]\nRESHAPE(x, [1 4096]:int32) -> y:float32[1,4096]\n"
                   "output y\n"),
        "error");
}

TEST(H05, ShapesThatFit) {
    EXPECT_EQ(severities(kRule, onnx("1 3136")), "");
    EXPECT_EQ(severities(kRule, onnx("0 -1")), "");
    EXPECT_EQ(severities(kRule, onnx("-1 64 0 7")), "");
    EXPECT_EQ(severities(kRule, onnx("0 0 49")), "");
}

TEST(H05, WhatIsOpenOrComputed) {
    EXPECT_EQ(
        severities(kRule, "onnx opset=14\ninput x:float32[N,64]\nReshape(x, [1 64]:int64) -> y\noutput y\n"),
        "");
    EXPECT_EQ(
        severities(kRule, "onnx opset=14\ninput x:float32[1,64], s:int64[2]\nReshape(x, s) -> y\noutput y\n"),
        "");
}

// With allowzero a 0 is a 0.
TEST(H05, AllowZero) {
    EXPECT_EQ(severities(kRule, onnx("0 3136", "{ allowzero=1 }")), "error");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=14\ninput x:float32[0,8]\nReshape(x, [0 3]:int64) -> y { allowzero=1 }\n"
                         "output y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
