#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F01";

std::string graph(std::string_view nodes, std::string_view output = "y", std::string_view opset = "15") {
    return "onnx opset=" + std::string(opset) +
           "\ninput x:float32[1,8,8,8]\nconst w:float32[8,8,3,3]\nconst s:float32[8]\n" + std::string(nodes) +
           "output " + std::string(output) + "\n";
}

TEST(F01, BehindConvolutionTransposedConvolutionAndGemm) {
    for (const std::string_view op : {"Conv", "ConvTranspose", "Gemm"}) {
        EXPECT_EQ(severities(kRule, graph(std::string(op) +
                                          "(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y\n")),
                  "warning")
            << op;
    }
}

// Trap 23: pre-activation networks.
TEST(F01, BeforeTheConvolution) {
    EXPECT_EQ(
        severities(kRule, graph("BatchNormalization(x, s, s, s, s) -> a\nRelu(a) -> b\nConv(b, w) -> y\n")),
        "");
}

TEST(F01, ResultUsedElsewhere) {
    EXPECT_EQ(
        severities(kRule, graph("Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> b\nAdd(a, b) -> y\n")),
        "");
    EXPECT_EQ(severities(kRule, graph("Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y\n", "y, a")),
              "");
}

TEST(F01, ComputedParameters) {
    EXPECT_EQ(
        severities(kRule,
                   graph("input v:float32[8]\nConv(x, w) -> a\nBatchNormalization(a, v, s, s, s) -> y\n")),
        "");
    EXPECT_EQ(
        severities(
            kRule,
            graph("input v:float32[8,8,3,3]\nConv(x, v) -> a\nBatchNormalization(a, s, s, s, s) -> y\n")),
        "");
}

TEST(F01, ParametersMadeOfConstants) {
    EXPECT_EQ(
        severities(kRule,
                   graph("Identity(s) -> t\nConv(x, w) -> a\nBatchNormalization(a, t, t, t, t) -> y\n")),
        "warning");
}

// microsoft/onnxruntime#14185
TEST(F01, BugReport35TrainingMode) {
    EXPECT_EQ(severities(
                  kRule,
                  graph("Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y, m, v { training_mode=1 }\n",
                        "y, m, v")),
              "");
    EXPECT_EQ(
        severities(kRule,
                   graph("Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y { training_mode=0 }\n")),
        "warning");
}

TEST(F01, TrainingInOldOpsets) {
    const std::string nodes = "Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y";
    EXPECT_EQ(severities(kRule, graph(nodes + "\n", "y", "6")), "");
    EXPECT_EQ(severities(kRule, graph(nodes + " { is_test=1 }\n", "y", "6")), "warning");
    EXPECT_EQ(severities(kRule, graph(nodes + ", m, v, sm, sv\n", "y", "9")), "warning");
    EXPECT_EQ(severities(kRule, graph(nodes + ", m, v, sm, sv\n", "y, m", "9")), "");
}

// Trap 16: statistics that stand in the graph around a branch.
TEST(F01, CapturedParameters) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=15
input c:boolean[], x:float32[1,8,8,8]
const w:float32[8,8,3,3]
const s:float32[8]
If(c) -> y { then_branch=@body, else_branch=@other }
output y
graph body
Conv(x, w) -> a
BatchNormalization(a, s, s, s, s) -> y
output y
graph other
Identity(x) -> y
output y
)"),
              "warning");
}

}  // namespace
}  // namespace netloupe::lint
