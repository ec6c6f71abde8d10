#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "C01";

std::string per_channel(std::string_view opset, std::string_view scales, std::string_view zeros) {
    return "onnx opset=" + std::string(opset) + "\nconst w:int8[2,4]\nDequantizeLinear(w, " +
           std::string(scales) + ", " + std::string(zeros) + ") -> y\noutput y\n";
}

TEST(C01, OldOpset) {
    EXPECT_EQ(severities(kRule, "onnx opset=6\ninput x:float32[1]\nRelu(x) -> y\noutput y\n"), "warning");
    EXPECT_EQ(severities(kRule, "onnx opset=3\ninput x:float32[1]\nRelu(x) -> y\noutput y\n"), "warning");
    EXPECT_EQ(severities(kRule, "onnx opset=7\ninput x:float32[1]\nRelu(x) -> y\noutput y\n"), "");
}

TEST(C01, ScalesForEveryChannel) {
    EXPECT_EQ(severities(kRule, per_channel("12", "[0.1 0.2]", "[0 0]:int8")), "warning");
    EXPECT_EQ(severities(kRule, per_channel("13", "[0.1 0.2]", "[0 0]:int8")), "");
    EXPECT_EQ(severities(kRule, per_channel("12", "0.1", "0:int8")), "");
}

}  // namespace
}  // namespace netloupe::lint
