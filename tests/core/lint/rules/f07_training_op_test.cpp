#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F07";

std::string normalized(std::string_view opset, std::string_view results) {
    return "onnx opset=" + std::string(opset) +
           "\ninput x:float32[1,3,8,8]\nconst w:float32[4,3,3,3]\nconst s:float32[4]\nConv(x, w) -> c\n"
           "BatchNormalization(c, s, s, s, s) -> " +
           std::string(results) + "\noutput y\n";
}

// microsoft/onnxruntime#14185
TEST(F07, BugReport35BatchNormalizationInTrainingMode) {
    const std::string graph = normalized("15", "y, m, v { training_mode=1 }\nAdd(m, v) -> z\noutput z");
    EXPECT_EQ(severities(kRule, graph), "warning");
    EXPECT_EQ(severities("F01", graph), "");
}

TEST(F07, BugReport35NegativeTwin) {
    EXPECT_EQ(severities(kRule, normalized("15", "y { training_mode=0 }")), "");
    EXPECT_EQ(severities("F01", normalized("15", "y { training_mode=0 }")), "warning");
}

TEST(F07, OldBatchNormalization) {
    EXPECT_EQ(severities(kRule, normalized("6", "y")), "warning");
    EXPECT_EQ(severities(kRule, normalized("6", "y { is_test=1 }")), "");
    EXPECT_EQ(severities(kRule, normalized("9", "y, m, v, sm, sv\nAdd(m, v) -> z\noutput z")), "warning");
    EXPECT_EQ(severities(kRule, normalized("9", "y, m, v, sm, sv")), "");
}

TEST(F07, Dropout) {
    const auto graph = [](std::string_view node) {
        return "onnx opset=13\ninput x:float32[1,8]\n" + std::string(node) + "\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("Dropout(x, 0.5, 1:boolean) -> y")), "warning");
    EXPECT_EQ(severities(kRule, graph("Dropout(x, 0.5, 0:boolean) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("Dropout(x, 0.5) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("Dropout@6(x) -> y")), "warning");
    EXPECT_EQ(severities(kRule, graph("Dropout@6(x) -> y { is_test=1 }")), "");
}

TEST(F07, LossesAndOptimizers) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput x:float32[1,8], l:int64[1]\nSoftmaxCrossEntropyLoss(x, l) -> y\n"
                   "output y\n"),
        "warning");
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput x:float32[1,8]\nai.onnx.preview.training::Adam(x, x, x, x) -> y\n"
                   "output y\n"),
        "warning");
}

TEST(F07, ArtefactsOfTrainingOnTheDevice) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput x:float32[1,8], l:int64[1]\nSoftmaxCrossEntropyLoss(x, l) -> y\n"
                   "com.microsoft::InPlaceAccumulatorV2(x, y) -> z\noutput z\n"),
        "");
}

}  // namespace
}  // namespace netloupe::lint
