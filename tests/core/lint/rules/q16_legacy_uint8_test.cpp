#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q16";

std::string two_layers(std::string_view type, std::string_view zero) {
    const std::string q = std::string(type) + "[1,2](0.1," + std::string(zero) + ")";
    return "tflite\ninput x:" + q + "\nconst w:" + std::string(type) + "[2,2](0.1," + std::string(zero) +
           ")\nFULLY_CONNECTED(x, w, _) -> h:" + q + "\nFULLY_CONNECTED(h, w, _) -> y:" + q + "\noutput y\n";
}

// tensorflow/tensorflow#37544
TEST(Q16, BugReport3ActivationsBetweenLayers) {
    EXPECT_TRUE(contains(message(kRule, two_layers("uint8", "120")), "1 activations are asymmetric uint8"));
}

TEST(Q16, ManyAreOneFinding) {
    std::string graph = "tflite\ninput t0:uint8[1,2](0.1,9)\nconst w:uint8[2,2](0.1,9)\n";
    for (int i = 0; i < 9; ++i) {
        graph += "FULLY_CONNECTED(t" + std::to_string(i) + ", w, _) -> t" + std::to_string(i + 1) +
                 ":uint8[1,2](0.1,9)\n";
    }
    EXPECT_TRUE(contains(message(kRule, graph + "output t9\n"), "8 activations"));
}

TEST(Q16, Int8AndZeroPointZero) {
    EXPECT_EQ(severities(kRule, two_layers("int8", "-3")), "");
    EXPECT_EQ(severities(kRule, two_layers("uint8", "0")), "");
}

// Trap 6: an image of bytes that is converted first.
TEST(Q16, ImageInputWithQuantize) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:uint8[1,2](0.1,128)\nconst w:int8[2,2](0.1,0)\n"
                         "QUANTIZE(x) -> q:int8[1,2](0.1,0)\nFULLY_CONNECTED(q, w, _) -> "
                         "h:int8[1,2](0.1,0)\nQUANTIZE(h) -> y:uint8[1,2](0.1,128)\noutput y\n"),
              "");
    EXPECT_EQ(severities("Q22",
                         "tflite\ninput x:uint8[1,2](0.1,128)\nconst w:int8[2,2](0.1,0)\n"
                         "QUANTIZE(x) -> q:int8[1,2](0.1,0)\nFULLY_CONNECTED(q, w, _) -> "
                         "y:int8[1,2](0.1,0)\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
