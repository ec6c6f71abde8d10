#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T07";

TEST(T07, TwoNodesOfOneName) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
Relu(x) -> a "act"
Neg(a) -> b "minus"
Sigmoid(b) -> y "act"
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].node, NodeId(2U));
    EXPECT_TRUE(contains(all[0].message, "beginning with Sigmoid \"act\", as Relu \"act\""))
        << all[0].message;
}

TEST(T07, EveryRepetitionIsListed) {
    const auto all =
        findings(kRule,
                 "onnx\ninput x:float32[1]\nRelu(x) -> a \"n\"\nRelu(a) -> b \"n\"\nRelu(b) -> y "
                 "\"n\"\noutput y\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].nodes.size(), 2U);
}

TEST(T07, NamelessNodes) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1]\nRelu(x) -> a\nRelu(a) -> y\noutput y\n"), "");
}

TEST(T07, EqualNamesInDifferentGraphs) {
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
Relu(x) -> r "act"
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
Neg(r) -> z "act"
output z
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
