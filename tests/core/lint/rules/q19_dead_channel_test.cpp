#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q19";

std::string float_conv(std::string_view shape, std::string_view values) {
    return "onnx\ninput x:float32[1,2,8,8]\nconst w:float32" + std::string(shape) + " = " +
           std::string(values) + "\nConv(x, w) -> y\noutput y\n";
}

TEST(Q19, ChannelOfAFloatConvolution) {
    EXPECT_TRUE(contains(message(kRule, float_conv("[3,2,1,1]", "1 2 0 -0 5 6")),
                         "1 of the 3 output channels of the weights \"w\" of Conv (node 1) is all zero (the "
                         "first is 1)"));
    EXPECT_EQ(severities(kRule, float_conv("[3,2,1,1]", "1 2 0 1e-30 5 0")), "");
}

TEST(Q19, AllChannels) {
    EXPECT_TRUE(contains(message(kRule, float_conv("[3,2,1,1]", "0")), "gives nothing but its bias"));
    EXPECT_EQ(severities(kRule, float_conv("[3,2,1,1]", "0")), "warning");
}

// microsoft/onnxruntime#11415
TEST(Q19, BugReport11QuantizedChannel) {
    const auto graph = [](std::string_view values, std::string_view zero) {
        return "tflite\ninput x:uint8[1,1](0.05,0)\nconst w:uint8[3,1](0.1," + std::string(zero) +
               ") = " + std::string(values) +
               "\nFULLY_CONNECTED(x, w, _) -> y:uint8[1,3](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("128 3 250", "128")), "warning");
    EXPECT_EQ(severities(kRule, graph("0 3 250", "128")), "");
    EXPECT_EQ(severities(kRule, graph("128 3 250", "127")), "");
}

// Trap 13: channels at the end that fill up to a multiple.
TEST(Q19, PaddingIsInformation) {
    EXPECT_EQ(severities(kRule, float_conv("[8,2,1,1]", repeated("1", 10) + repeated("0", 6))), "info");
    EXPECT_EQ(severities(kRule, float_conv("[8,2,1,1]", repeated("0", 6) + repeated("1", 10))), "warning");
    EXPECT_EQ(severities(kRule, float_conv("[7,2,1,1]", repeated("1", 10) + repeated("0", 4))), "warning");
}

TEST(Q19, ColumnsOfAMatrixProduct) {
    const auto graph = [](std::string_view values) {
        return "onnx\ninput x:float32[1,2]\nconst w:float32[2,3] = " + std::string(values) +
               "\nMatMul(x, w) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("1 0 3 4 0 6")), "warning");
    EXPECT_EQ(severities(kRule, graph("0 0 0 4 5 6")), "");  // A row is an input.
}

// NaN is no zero.
TEST(Q19, NotANumber) {
    EXPECT_EQ(severities(kRule, float_conv("[3,2,1,1]", "1 2 nan nan 5 6")), "");
}

// What training leaves behind, and the sine of frequency 0 in a Fourier basis.
TEST(Q19, FewOfManyChannelsAreInformation) {
    EXPECT_EQ(severities(kRule, float_conv("[40,2,1,1]", "0 0 " + repeated("1", 78))), "info");
    EXPECT_EQ(severities(kRule, float_conv("[18,2,1,1]", "0 0 " + repeated("1", 34))), "warning");
}

}  // namespace
}  // namespace netloupe::lint
