#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F12";

std::string graph(std::string_view input, std::string_view bias, std::string_view sum = "Add(p, b) -> y") {
    return "onnx\ninput x:float32[" + std::string(input) + "]\nconst w:float32[8,4]\nconst b:float32[" +
           std::string(bias) + "]\nMatMul(x, w) -> p\n" + std::string(sum) + "\noutput y\n";
}

TEST(F12, ProductAndBias) {
    EXPECT_EQ(findings(kRule, graph("N,8", "4"))[0].nodes.size(), 2U);
    EXPECT_EQ(severities(kRule, graph("N,8", "4")), "info");
    EXPECT_EQ(severities(kRule, graph("1,8", "4", "Add(b, p) -> y")), "info");
}

TEST(F12, WhatGemmCannotDo) {
    EXPECT_EQ(severities(kRule, graph("1,5,8", "4")), "");
    EXPECT_EQ(severities(kRule, graph("3,8", "3,4")), "");
}

TEST(F12, OtherReadersAndOperands) {
    EXPECT_EQ(severities(kRule, graph("1,8", "4", "Add(p, b) -> s\nMul(s, p) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("1,8", "4", "Add(p, v) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("1,8", "4", "Sub(p, b) -> y")), "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8], w:float32[8,4]\nconst b:float32[4]\n"
                         "MatMul(x, w) -> p\nAdd(p, b) -> y\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
