#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T01";

TEST(T01, NodesBehindTheOutputs) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
Relu(x) -> y
Sigmoid(x) -> a
Exp(a) -> b
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].nodes, (std::vector<NodeId>{NodeId(1U), NodeId(2U)}));
    EXPECT_TRUE(contains(all[0].message, "2 of the graph's 3 nodes lead to no output")) << all[0].message;
}

TEST(T01, Tflite) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:float32[1,8]\nABS(x) -> y:float32[1,8]\nNEG(x) -> z:float32[1,8]\n"
                         "output y\n"),
              "warning");
}

TEST(T01, EveryNodeLeadsToAnOutput) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[1,8]
Split(x) -> a, unused
Relu(a) -> y
output y
)"),
              "");
}

// Trap 16: the body of a branch reads the value.
TEST(T01, ValueThatABranchReads) {
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
Relu(x) -> r
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
Neg(r) -> z
output z
)"),
              "");
}

// Trap 22: another subgraph has outputs of its own.
TEST(T01, SecondSubgraph) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
ABS(x) -> y:float32[1,8]
output y
graph second
input x:float32[1,8]
NEG(x) -> y:float32[1,8]
output y
)"),
              "");
}

TEST(T01, AssignmentsToVariables) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
VAR_HANDLE() -> v:resource[1]
ASSIGN_VARIABLE(v, x) -> _
ABS(x) -> y:float32[1,8]
output y
)"),
              "");
}

// T03 tells of the second one.
TEST(T01, SecondProducer) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1]\nRelu(x) -> y\nNeg(x) -> y\noutput y\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
