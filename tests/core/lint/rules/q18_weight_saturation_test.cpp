#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q18";

/// Two channels of 64 weights in rows; the first holds `values` and small weights.
std::string fully_connected(std::string_view values, size_t small) {
    return "tflite\ninput x:int8[1,64](0.05,0)\nconst w:int8[2,64](0.01 0.02, 0 0, axis=0) = " +
           std::string(values) + repeated("3", small) + "127 " + repeated("5", 63) +
           "\nFULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.05,0)\noutput y\n";
}

TEST(Q18, ManyWeightsAtTheEnd) {
    EXPECT_TRUE(
        contains(message(kRule, fully_connected(repeated("127", 10), 54)), "1 of the 2 channels of \"w\""));
    EXPECT_EQ(severities(kRule, fully_connected(repeated("-127 127 -128", 4), 52)), "warning");
}

TEST(Q18, FewWeightsAtTheEnd) {
    EXPECT_EQ(severities(kRule, fully_connected(repeated("127", 7), 57)), "");
    EXPECT_EQ(severities(kRule, fully_connected("127 ", 63)), "");
}

// Trap 10: of the nine weights of a depthwise filter one is 11%.
TEST(Q18, SmallChannels) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,8,8,2](0.05,0)\nconst w:int8[1,3,3,2](0.01 0.01, 0 0, "
                         "axis=3) = 127 127 1 2\nDEPTHWISE_CONV_2D(x, w, _) -> "
                         "y:int8[1,8,8,2](0.05,0)\noutput y\n"),
              "");
}

TEST(Q18, BinaryAndTernaryWeights) {
    EXPECT_EQ(severities(kRule, fully_connected(repeated("127 -127", 32), 0)), "");
    EXPECT_EQ(severities(kRule, fully_connected(repeated("127 0 -127 0", 16), 0)), "");
}

// The channels of a matrix product are columns.
TEST(Q18, ChannelsInColumns) {
    const auto graph = [](std::string_view first, size_t rest) {
        return "onnx opset=13\ninput x:float32[1,64]\nconst w:int8[64,2] = " + std::string(first) +
               repeated("1 2", rest) +
               "\nDequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> wd\n"
               "MatMul(x, wd) -> y\noutput y\n";
    };
    EXPECT_TRUE(contains(message(kRule, graph(repeated("1 127", 10), 54)), "weights of channel 1 stand"));
    EXPECT_EQ(severities(kRule, graph(repeated("127 3 2 127", 3), 58)), "");
}

// Below 8 bits quantizers clip on purpose.
TEST(Q18, FourBits) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,64](0.05,0)\nconst w:int4[1,64](0.01,0) = 7 1 -7 3\n"
                         "FULLY_CONNECTED(x, w, _) -> y:int8[1,1](0.05,0)\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
