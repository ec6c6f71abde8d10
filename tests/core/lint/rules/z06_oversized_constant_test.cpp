#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Z06";

std::string onnx(std::string_view node) {
    return "onnx opset=13\ninput x:float32[1,1], s:int64[2]\n" + std::string(node) + "\noutput y\n";
}

TEST(Z06, WhatIsMadeOfConstants) {
    EXPECT_TRUE(contains(message(kRule, onnx("Expand(0, [5 2048 2048]:int64) -> y")),
                         "makes a constant of 80.0 MiB: it fills memory"));
    EXPECT_EQ(severities(kRule, onnx("ConstantOfShape([5 2048 2048]:int64) -> y")), "warning");
    EXPECT_EQ(severities(kRule, onnx("Tile([1 2], [20000000]:int64) -> y")), "warning");
}

TEST(Z06, SmallOnesAndInputs) {
    EXPECT_EQ(severities(kRule, onnx("Expand(0, [3 2048 2048]:int64) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("ConstantOfShape([4 2048 2048]:int64) -> y")), "") << "64 MiB, no more";
    EXPECT_EQ(severities(kRule, onnx("Expand(x, [5 2048 2048]:int64) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("ConstantOfShape(s) -> y")), "");
}

}  // namespace
}  // namespace netloupe::lint
