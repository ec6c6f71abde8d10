#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F02";

std::string onnx(std::string_view behind) {
    return "onnx\ninput x:float32[1,3,8,8]\nconst w:float32[8,3,3,3]\nconst k:float32[8,1,1]\nconst "
           "r:float32[8]\n"
           "Conv(x, w) -> c\n" +
           std::string(behind) + "\noutput y\n";
}

TEST(F02, ScaleAndShiftBehindAConvolution) {
    const auto all = findings(kRule, onnx("Mul(c, k) -> m\nAdd(m, k) -> y"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kInfo);
    EXPECT_EQ(all[0].nodes, (std::vector<NodeId>{NodeId(1U), NodeId(2U)}));
    EXPECT_EQ(severities(kRule, onnx("Mul(0.5, c) -> y")), "info");
}

TEST(F02, Tflite) {
    const auto graph = [](std::string_view activation) {
        return "tflite\ninput x:float32[1,8,8,3]\nconst w:float32[8,3,3,3]\nconst k:float32[8]\n"
               "CONV_2D(x, w, _) -> c:float32[1,8,8,8] { fused_activation_function=" +
               std::string(activation) + " }\nMUL(c, k) -> y:float32[1,8,8,8]\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("NONE")), "info");
    EXPECT_EQ(severities(kRule, graph("RELU6")), "");
}

TEST(F02, ConstantsThatDifferWithinAChannel) {
    // A list of eight stands along the width.
    EXPECT_EQ(severities(kRule, onnx("Mul(c, r) -> y")), "");
}

TEST(F02, OtherConsumersAndOperatorsBetween) {
    EXPECT_EQ(severities(kRule, onnx("Mul(c, k) -> m\nAdd(m, c) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("Relu(c) -> a\nMul(a, k) -> y")), "");
}

}  // namespace
}  // namespace netloupe::lint
