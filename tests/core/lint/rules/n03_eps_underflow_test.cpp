#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N03";

std::string root(std::string_view type, std::string_view epsilon) {
    return "onnx opset=13\ninput x:" + std::string(type) + "[4], z:" + std::string(type) + "[4]\nAdd(x, " +
           std::string(epsilon) + ":" + std::string(type) +
           ") -> a\nSqrt(a) -> r\nDiv(z, r) -> y\noutput y\n";
}

// microsoft/onnxconverter-common#153
TEST(N03, BugReport33EpsilonBecameZero) {
    EXPECT_EQ(severities(kRule, root("float16", "0")), "warning");
    EXPECT_EQ(severities(kRule, root("float16", "1e-5")), "");
}

TEST(N03, BugReport33ForAFloat16Target) {
    EXPECT_EQ(findings(kRule, root("float32", "1e-12"), {{"N03", "assume-float16", 1}}).size(), 1U);
    EXPECT_EQ(findings(kRule, root("float32", "1e-6"), {{"N03", "assume-float16", 1}}).size(), 0U);
    EXPECT_EQ(severities(kRule, root("float32", "1e-12")), "");
}

TEST(N03, DivisorAndLogarithm) {
    const auto graph = [](std::string_view end) {
        return "onnx opset=13\ninput x:float16[4], z:float16[4]\nMax(x, 0:float16) -> a\n" +
               std::string(end) + " -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("Div(z, a)")), "warning");
    EXPECT_EQ(severities(kRule, graph("Log(a)")), "warning");
    EXPECT_EQ(severities(kRule, graph("Div(a, z)")), "");
    EXPECT_EQ(severities(kRule, graph("Mul(a, z)")), "");
}

TEST(N03, PositiveWithoutHelp) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput x:float16[4], z:float16[4]\nExp(x) -> e\nAdd(e, 0:float16) -> a\n"
                   "Div(z, a) -> y\noutput y\n"),
        "");
}

TEST(N03, TargetOfFloat16) {
    const std::string half = R"("halfPrecision": true, "unlisted": "unknown", "operators": [])";
    EXPECT_EQ(severities_on(kRule, half, root("float32", "1e-12")), "warning");
    EXPECT_EQ(severities_on(kRule, half, root("float32", "1e-6")), "");
}

TEST(N03, EpsilonOfANormalization) {
    const auto normalization = [](std::string_view type, std::string_view epsilon) {
        const std::string t(type);
        return severities(kRule,
                          "onnx opset=13\ninput x:" + t + "[1,2,4]\nconst s:" + t + "[2] = 1\nconst b:" + t +
                              "[2]\nInstanceNormalization(x, s, b) -> y { epsilon=" + std::string(epsilon) +
                              " }\noutput y\n");
    };
    EXPECT_EQ(normalization("float16", "1e-12"), "warning");
    EXPECT_EQ(normalization("float16", "1e-5"), "");
    EXPECT_EQ(normalization("float32", "1e-12"), "");
}

}  // namespace
}  // namespace netloupe::lint
