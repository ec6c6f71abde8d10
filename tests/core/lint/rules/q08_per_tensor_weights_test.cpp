#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q08";

/// A depthwise filter [1,1,1,channels], whose values are the channels' magnitudes.
std::string depthwise(std::string_view values, std::string_view quantization = "(0.01,0)") {
    return "tflite\ninput x:int8[1,8,8,32](0.05,0)\nconst w:int8[1,1,1,32]" + std::string(quantization) +
           " = " + std::string(values) +
           "\nDEPTHWISE_CONV_2D(x, w, _) -> y:int8[1,8,8,32](0.05,0)\noutput y\n";
}

std::string convolution(std::string_view values) {
    return "onnx opset=13\ninput x:float32[1,1,8,8]\nconst w:int8[16,1,1,1] = " + std::string(values) +
           "\nQuantizeLinear(x, 0.1, 0:int8) -> xq\nDequantizeLinear(xq, 0.1, 0:int8) -> xd\n"
           "DequantizeLinear(w, 0.01, 0:int8) -> wd\nConv(xd, wd) -> y\noutput y\n";
}

// ARM-software/armnn#344
TEST(Q08, BugReport12OneWideChannel) {
    EXPECT_EQ(severities(kRule, depthwise("127 " + repeated("1", 31))), "error");
    EXPECT_TRUE(contains(message(kRule, depthwise("127 " + repeated("1", 31))), "differ 127×"));
}

TEST(Q08, BugReport12NegativeTwins) {
    EXPECT_EQ(severities(kRule, depthwise("127 " + repeated("64", 31))), "");
    // One scale for each channel.
    EXPECT_EQ(severities(kRule, depthwise("127 " + repeated("1", 31), "(" + repeated("0.01", 32) + ", " +
                                                                          repeated("0", 32) + ", axis=3)")),
              "");
}

TEST(Q08, HalfOfTheChannelsAreNarrow) {
    EXPECT_EQ(severities(kRule, convolution(repeated("100", 8) + repeated("-10", 8))), "warning");
    EXPECT_EQ(severities(kRule, convolution(repeated("100", 8) + repeated("-20", 8))), "");
}

// Dead channels are Q19's matter, and a few channels have no percentiles.
TEST(Q08, DeadAndFewChannels) {
    EXPECT_EQ(severities(kRule, convolution(repeated("100", 8) + repeated("0", 8))), "");
    EXPECT_EQ(severities(kRule, convolution("100 1 100 1 100 1 100 " + repeated("0", 9))), "");
}

TEST(Q08, FullyConnectedIsInformation) {
    const auto graph = [](std::string_view values) {
        return "tflite\ninput x:int8[1,1](0.05,0)\nconst w:int8[16,1](0.01,0) = " + std::string(values) +
               "\nFULLY_CONNECTED(x, w, _) -> y:int8[1,16](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph(repeated("100", 8) + repeated("4", 8))), "info");
    EXPECT_EQ(severities(kRule, graph(repeated("100", 8) + repeated("90", 8))), "");
}

// Ranges of uint8 weights are measured from their zero point.
TEST(Q08, AsymmetricWeights) {
    const auto graph = [](std::string_view values) {
        return "tflite\ninput x:uint8[1,8,8,1](0.05,128)\nconst w:uint8[16,1,1,1](0.01,128) = " +
               std::string(values) + "\nCONV_2D(x, w, _) -> y:uint8[1,8,8,16](0.05,128)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph(repeated("20", 8) + repeated("130", 8))), "info");
    EXPECT_EQ(severities(kRule, graph(repeated("20", 8) + repeated("255", 8))), "");
}

TEST(Q08, FloatWeightsHaveNoScale) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,1,8,8]\nconst w:float32[16,1,1,1] = " +
                                    repeated("100", 8) + repeated("1", 8) + "\nConv(x, w) -> y\noutput y\n"),
              "");
}

// The scheme of TensorFlow Lite's uint8 has one scale by definition.
TEST(Q08, LegacySchemeIsInformation) {
    const auto graph = [](std::string_view type, std::string_view zero) {
        return "tflite\ninput x:" + std::string(type) + "[1,8,8,32](0.05,0)\nconst w:" + std::string(type) +
               "[1,1,1,32](0.01," + std::string(zero) + ") = 127 " + repeated("1", 31) +
               "\nDEPTHWISE_CONV_2D(x, w, _) -> y:" + std::string(type) + "[1,8,8,32](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("uint8", "0")), "info");
    EXPECT_EQ(severities(kRule, graph("int8", "0")), "error");
}

}  // namespace
}  // namespace netloupe::lint
