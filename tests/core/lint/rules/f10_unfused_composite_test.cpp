#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F10";

// microsoft/onnxruntime#19887
TEST(F10, BugReport26GeluInEveryBlock) {
    std::string graph = "onnx\ninput x0:float32[N,?,64]\nconst w:float32[64,64]\n";
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        graph += "MatMul(x" + n + ", w) -> m" + n + "\nDiv(m" + n + ", 1.4142135) -> d" + n + "\nErf(d" + n +
                 ") -> e" + n + "\nAdd(e" + n + ", 1) -> s" + n + "\nMul(m" + n + ", s" + n + ") -> p" + n +
                 "\nMul(p" + n + ", 0.5) -> x" + std::to_string(i + 1) + "\n";
    }
    const auto all = findings(kRule, graph + "output x3\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kInfo);
    EXPECT_EQ(all[0].nodes.size(), 3U);
    EXPECT_TRUE(contains(all[0].message, "GELU is written out as several operators in 3 places"))
        << all[0].message;
}

TEST(F10, ErfAlone) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[8]\nErf(x) -> e\nAdd(e, 2) -> y\noutput y\n"), "");
}

std::string normalization(std::string_view axes, std::string_view difference) {
    return "onnx\ninput x:float32[1,8,8,8]\nReduceMean(x) -> m { axes=" + std::string(axes) + " }\n" +
           std::string(difference) + "\nPow(d, 2) -> q\nReduceMean(q) -> v { axes=" + std::string(axes) +
           " }\nAdd(v, 1e-5) -> e\nSqrt(e) -> s\nDiv(d, s) -> y\noutput y\n";
}

TEST(F10, Normalizations) {
    EXPECT_TRUE(contains(message(kRule, normalization("[-1]", "Sub(x, m) -> d")), "Layer normalization"));
    EXPECT_TRUE(contains(message(kRule, normalization("[2,3]", "Sub(x, m) -> d")), "Instance normalization"));
    EXPECT_TRUE(contains(message(kRule, normalization("[-1]", "Neg(x) -> d")), "RMS normalization"));
    EXPECT_EQ(findings(kRule, normalization("[-1]", "Sub(x, m) -> d"))[0].fix,
              "Use LayerNormalization (opset 17).");
}

TEST(F10, ActivationsAndSoftmax) {
    const auto graph = [](std::string_view nodes) {
        return "onnx\ninput x:float32[1,8]\n" + std::string(nodes) + "\noutput y\n";
    };
    EXPECT_TRUE(contains(message(kRule, graph("Sigmoid(x) -> s\nMul(x, s) -> y")), "Swish"));
    EXPECT_TRUE(contains(message(kRule, graph("HardSigmoid(x) -> s { alpha=0.16666667 }\nMul(s, x) -> y")),
                         "Hard swish"));
    EXPECT_TRUE(contains(message(kRule, graph("Exp(x) -> e\nReduceSum(e) -> s\nDiv(e, s) -> y")), "Softmax"));
    EXPECT_EQ(severities(kRule, graph("Sigmoid(x) -> s\nNeg(x) -> n\nMul(n, s) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("HardSigmoid(x) -> s { alpha=0.2 }\nMul(s, x) -> y")), "");
    EXPECT_EQ(severities(kRule, graph("ReduceSum(x) -> s\nDiv(x, s) -> y")), "");
}

TEST(F10, PixelShuffle) {
    const auto graph = [](std::string_view permutation) {
        return "onnx\ninput x:float32[1,12,8,8]\nReshape(x, [1 3 2 2 8 8]:int64) -> a\nTranspose(a) -> b { "
               "perm=" +
               std::string(permutation) + " }\nReshape(b, [1 3 16 16]:int64) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("[0,1,4,2,5,3]")), "info");
    EXPECT_EQ(severities(kRule, graph("[0,1,2,4,3,5]")), "");
}

// TensorFlow Lite has no operator for it.
TEST(F10, TfliteSwish) {
    EXPECT_EQ(
        severities(kRule,
                   "tflite\ninput x:float32[8]\nLOGISTIC(x) -> s:float32[8]\nMUL(x, s) -> y:float32[8]\n"
                   "output y\n"),
        "");
}

}  // namespace
}  // namespace netloupe::lint
