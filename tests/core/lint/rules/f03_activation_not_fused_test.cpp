#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F03";

std::string graph(std::string_view layer, std::string_view activation, std::string_view output = "y") {
    return "tflite\ninput x:float32[1,8,8,8]\nconst w:float32[8,3,3,8]\n" + std::string(layer) + "\n" +
           std::string(activation) + "(a) -> y:float32[1,8,8,8]\noutput " + std::string(output) + "\n";
}

TEST(F03, ActivationsThatCanBeFused) {
    for (const std::string_view op : {"RELU", "RELU6", "RELU_N1_TO_1"}) {
        EXPECT_EQ(severities(kRule, graph("CONV_2D(x, w, _) -> a { fused_activation_function=NONE }", op)),
                  "info")
            << op;
    }
    for (const std::string_view layer : {"DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "ADD"}) {
        EXPECT_EQ(severities(kRule, graph(std::string(layer) + "(x, w, _) -> a", "RELU")), "info") << layer;
    }
}

TEST(F03, ActivationsThatCannotBeFused) {
    for (const std::string_view op : {"LEAKY_RELU", "PRELU", "HARD_SWISH", "TANH"}) {
        EXPECT_EQ(severities(kRule, graph("CONV_2D(x, w, _) -> a", op)), "") << op;
    }
}

TEST(F03, LayersThatAreBusyOrShared) {
    EXPECT_EQ(severities(kRule, graph("CONV_2D(x, w, _) -> a { fused_activation_function=RELU6 }", "RELU")),
              "");
    EXPECT_EQ(severities(kRule, graph("CONV_2D(x, w, _) -> a", "RELU", "y, a")), "");
    EXPECT_EQ(severities(kRule, graph("MAX_POOL_2D(x) -> a", "RELU")), "");
}

TEST(F03, QuantizedActivationThatConverts) {
    const auto quantized = [](std::string_view output) {
        return "tflite\ninput x:int8[1,8](0.1,0)\nconst w:int8[8,8](0.1,0)\nFULLY_CONNECTED(x, w, _) -> "
               "a:int8[1,8](0.1,0)\n"
               "RELU(a) -> y:int8[1,8]" +
               std::string(output) + "\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, quantized("(0.05,-128)")), "");
    EXPECT_EQ(severities(kRule, quantized("(0.1,0)")), "info");
}

}  // namespace
}  // namespace netloupe::lint
