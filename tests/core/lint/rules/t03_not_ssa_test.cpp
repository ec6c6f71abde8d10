#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T03";

TEST(T03, TwoNodesGiveOneValue) {
    const auto all =
        findings(kRule, "onnx\ninput x:float32[1,8]\nRelu(x) -> a\nSigmoid(x) -> a\nNeg(a) -> y\noutput y\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kError);
    EXPECT_EQ(all[0].node, NodeId(1U));
    EXPECT_TRUE(contains(all[0].message, "which Relu (node 1) does already")) << all[0].message;
}

TEST(T03, InputsAndInitializers) {
    EXPECT_TRUE(
        contains(message(kRule, "onnx\ninput x:float32[1,8]\nRelu(x) -> x\noutput x\n"), "is an input"));
    EXPECT_TRUE(
        contains(message(kRule, "onnx\ninput x:float32[1]\nconst w:float32[1]\nRelu(x) -> w\noutput w\n"),
                 "is a stored constant"));
}

TEST(T03, ConstantNodesAndOmittedOutputs) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[1,8]
Constant() -> k { value_float=2.5 }
Split(x) -> _, a
Split(x) -> _, b
Sum(a, b, k) -> y
output y
)"),
              "");
}

TEST(T03, EqualNamesInBothBranches) {
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
If(c) -> y { then_branch=@first, else_branch=@second }
output y
graph first
Neg(x) -> z
output z
graph second
Abs(x) -> z
output z
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
