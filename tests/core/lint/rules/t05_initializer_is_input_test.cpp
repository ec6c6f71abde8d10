#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T05";

std::string graph(std::string_view ir, std::string_view inputs) {
    return "onnx opset=9 ir=" + std::string(ir) + "\ninput " + std::string(inputs) +
           "\nconst w:float32[8,8]\nMatMul(x, w) -> y\noutput y\n";
}

TEST(T05, WeightsAreInputs) {
    EXPECT_EQ(severities(kRule, graph("4", "x:float32[1,8], w:float32[8,8]")), "info");
    EXPECT_TRUE(contains(message(kRule, graph("8", "x:float32[1,8], w:float32[8,8]")), "1 of the 2 inputs"));
}

TEST(T05, OldFilesMustListThem) {
    EXPECT_EQ(severities(kRule, graph("3", "x:float32[1,8], w:float32[8,8]")), "");
}

TEST(T05, WeightsAreNoInputs) {
    EXPECT_EQ(severities(kRule, graph("8", "x:float32[1,8]")), "");
}

}  // namespace
}  // namespace netloupe::lint
