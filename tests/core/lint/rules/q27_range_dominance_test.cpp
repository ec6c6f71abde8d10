#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q27";

// tensorflow/tensorflow#62923
TEST(Q27, BugReport20BoxesAndScores) {
    const auto graph = [](std::string_view scale) {
        const std::string s(scale);
        return "tflite\ninput a:int8[1,4,100](" + s +
               ",-128), l:int8[1,80,100](0.1,0)\nLOGISTIC(l) -> p:int8[1,80,100](0.00390625,-128)\n"
               "QUANTIZE(p) -> b:int8[1,80,100](" +
               s + ",-128)\nCONCATENATION(a, b) -> y:int8[1,84,100](" + s + ",-128)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("2.5")), "warning");
    EXPECT_TRUE(contains(message(kRule, graph("2.5")), "keeps only about 1 levels"));
    EXPECT_EQ(severities(kRule, graph("0.00390625")), "");
    EXPECT_EQ(severities(kRule, graph("0.2")), "");
}

TEST(Q27, OnnxConcatOfASigmoid) {
    const auto graph = [](std::string_view scale) {
        const std::string s(scale);
        return "onnx opset=13\ninput a:float32[1,4], l:float32[1,80]\nQuantizeLinear(a, " + s +
               ", 0:uint8) -> aq\nDequantizeLinear(aq, " + s +
               ", 0:uint8) -> ad\nSigmoid(l) -> p\nQuantizeLinear(p, " + s +
               ", 0:uint8) -> pq\nDequantizeLinear(pq, " + s +
               ", 0:uint8) -> pd\nConcat(ad, pd) -> c { axis=1 }\nQuantizeLinear(c, " + s +
               ", 0:uint8) -> cq\nDequantizeLinear(cq, " + s + ", 0:uint8) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("2.5")), "warning");
    EXPECT_EQ(severities(kRule, graph("0.01")), "");
}

// The range of a requantized input is known; that of others is what they are quantized with.
TEST(Q27, Requantization) {
    const auto graph = [](std::string_view scale) {
        return "tflite\ninput a:int8[1,4](1,0), b:int8[1,4](" + std::string(scale) +
               ",0)\nQUANTIZE(b) -> q:int8[1,4](1,0)\nCONCATENATION(a, q) -> y:int8[1,8](1,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.01")), "warning");
    EXPECT_EQ(severities(kRule, graph("0.02")), "");
}

TEST(Q27, AddedConstants) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput a:int8[1,4](1,0)\nconst k:int8[4](1e-6,0)\n"
                         "ADD(a, k) -> y:int8[1,4](1,0)\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
