#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F05";

// onnx/onnx-tensorflow#782
TEST(F05, BugReport34PairsAroundConvolutions) {
    std::string graph = "onnx\ninput x0:float32[1,8,8,8]\nconst w:float32[8,8,3,3]\n";
    for (int i = 0; i < 4; ++i) {
        const std::string n = std::to_string(i);
        graph += "Transpose(x" + n + ") -> a" + n + " { perm=[0,2,3,1] }\n";
        graph += "Transpose(a" + n + ") -> b" + n + " { perm=[0,3,1,2] }\n";
        graph += "Conv(b" + n + ", w) -> x" + std::to_string(i + 1) + "\n";
    }
    const auto all = findings(kRule, graph + "output x4\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].nodes.size(), 8U);
    EXPECT_TRUE(contains(all[0].message, "4 pairs of transposes cancel out")) << all[0].message;
}

// google-coral/edgetpu#342
TEST(F05, BugReport22Tflite) {
    std::string graph =
        "tflite\ninput x0:int8[1,8,8,8](0.1,0)\nconst w:int8[8,3,3,8](0.1,0)\nconst p:int32[4] = 0 3 1 2\n"
        "const q:int32[4] = 0 2 3 1\n";
    for (int i = 0; i < 5; ++i) {
        const std::string n = std::to_string(i);
        graph += "TRANSPOSE(x" + n + ", p) -> a" + n + ":int8[1,8,8,8](0.1,0)\n";
        graph += "TRANSPOSE(a" + n + ", q) -> b" + n + ":int8[1,8,8,8](0.1,0)\n";
        graph += "CONV_2D(b" + n + ", w, _) -> x" + std::to_string(i + 1) + ":int8[1,8,8,8](0.1,0)\n";
    }
    EXPECT_EQ(severities(kRule, graph + "output x5\n"), "warning");
}

std::string onnx(std::string_view between) {
    return "onnx\ninput x:float32[1,8,8,8]\nconst k:float32[8]\nTranspose(x) -> a { perm=[0,2,3,1] }\n" +
           std::string(between) + "\nTranspose(b) -> y { perm=[0,3,1,2] }\noutput y\n";
}

TEST(F05, ElementwiseOperatorsBetween) {
    EXPECT_EQ(severities(kRule, onnx("Mul(a, k) -> m\nRelu(m) -> b")), "warning");
    // A concatenation needs the layout.
    EXPECT_EQ(severities(kRule, onnx("Concat(a, a) -> b { axis=3 }")), "");
    EXPECT_EQ(severities(kRule, onnx("Relu(a) -> b\nRelu(a) -> z\noutput z")), "");
}

TEST(F05, OneChangeOfLayout) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8,8,3]\nconst w:float32[4,3,3,3]\n"
                         "Transpose(x) -> a { perm=[0,3,1,2] }\nConv(a, w) -> y\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8,8,3]\nTranspose(x) -> a { perm=[0,3,1,2] }\n"
                         "Transpose(a) -> y { perm=[0,3,1,2] }\noutput y\n"),
              "");
}

std::string many(std::string_view permutation) {
    std::string graph = "onnx\ninput x0:float32[1,8,8,8]\nconst w:float32[8,8,3,3]\nConv(x0, w) -> c0\n";
    for (int i = 0; i < 12; ++i) {
        const std::string n = std::to_string(i);
        graph += "Transpose(c" + n + ") -> a" + n + " { perm=" + std::string(permutation) + " }\n";
        graph += "Conv(a" + n + ", w) -> c" + std::to_string(i + 1) + "\n";
    }
    return graph + "output c12\n";
}

TEST(F05, TransposesEverywhere) {
    EXPECT_TRUE(contains(message(kRule, many("[0,2,3,1]")), "12 of the graph's 25 nodes are transposes"));
    EXPECT_EQ(severities(kRule, many("[0,2,1,3]")), "");
}

}  // namespace
}  // namespace netloupe::lint
