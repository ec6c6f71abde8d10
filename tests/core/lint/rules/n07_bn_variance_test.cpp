#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N07";

std::string graph(std::string_view variance, std::string_view attributes = "") {
    return "onnx opset=15\ninput x:float32[1,3,8,8]\nconst s:float32[3] = 1\nconst v:float32[3] = " +
           std::string(variance) + "\nBatchNormalization(x, s, s, s, v) -> y" + std::string(attributes) +
           "\noutput y\n";
}

TEST(N07, NoDivisor) {
    EXPECT_EQ(severities(kRule, graph("0.4 -0.1 1")), "error");
    EXPECT_TRUE(contains(message(kRule, graph("0.4 nan 1")), "The variance of channel 1"));
    EXPECT_EQ(severities(kRule, graph("0.4 0 1", " { epsilon=0 }")), "error");
}

TEST(N07, SmallVariances) {
    EXPECT_EQ(severities(kRule, graph("0.4 0 1")), "");
    EXPECT_EQ(severities(kRule, graph("1e-30 0.5 1")), "");
    EXPECT_EQ(severities(kRule, graph("-1e-6 0.5 1")), "");
}

TEST(N07, VariancesOfTheBatch) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=15\ninput x:float32[1,3,8,8], v:float32[3]\nconst s:float32[3] = 1\n"
                         "BatchNormalization(x, s, s, s, v) -> y\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
