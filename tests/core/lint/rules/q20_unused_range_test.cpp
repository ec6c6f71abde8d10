#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q20";

std::string fully_connected(std::string_view quantization, std::string_view values,
                            std::string_view bias = "_") {
    return "tflite\ninput x:int8[1,2](0.5,0)\nconst w:int8[2,2]" + std::string(quantization) + " = " +
           std::string(values) +
           "\nconst b:int32[2](0.05 0.05, 0 0, axis=0) = " + (bias == "_" ? "0" : std::string(bias)) +
           "\nFULLY_CONNECTED(x, w, b) -> y:int8[1,2](0.05,0)\noutput y\n";
}
constexpr std::string_view kPerChannel = "(0.1 0.1, 0 0, axis=0)";

TEST(Q20, ChannelOfSmallWeights) {
    EXPECT_TRUE(contains(message(kRule, fully_connected(kPerChannel, "127 1 20 -30")),
                         "in 1 of 2 channels (channel 1 only 30 of 127 steps)"));
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "50 1 50 2")), "warning");
}

TEST(Q20, UsedRange) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -70")), "");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 0 0")), "");  // Q19.
}

// Trap 11: with one scale, channels differ.
TEST(Q20, OneScale) {
    EXPECT_EQ(severities(kRule, fully_connected("(0.1,0)", "127 1 20 -30")), "");
    EXPECT_EQ(severities(kRule, fully_connected("(0.1,0)", "12 1 20 -30")), "warning");
}

TEST(Q20, ReducedRangeIsInformation) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "63 1 -63 2")), "info");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "62 1 -40 2")), "warning");
}

// A quantizer made the scale larger so that the bias fits.
TEST(Q20, ChannelWithAWideBias) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -30", "0 2000000000")), "");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -30", "2000000000 0")), "warning");
}

}  // namespace
}  // namespace netloupe::lint
