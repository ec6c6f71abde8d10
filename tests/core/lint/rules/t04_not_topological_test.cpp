#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T04";

TEST(T04, ConsumerBeforeProducer) {
    const auto all = findings(kRule, "onnx\ninput x:float32[1,8]\nRelu(a) -> y\nNeg(x) -> a\noutput y\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kError);
    EXPECT_EQ(all[0].node, NodeId(0U));
    EXPECT_TRUE(contains(all[0].message, "1 node stands before a node whose result it reads"));
}

TEST(T04, Cycle) {
    const std::string graph =
        "onnx\ninput x:float32[1,8]\nNeg(x) -> n\nAdd(n, b) -> a\nRelu(a) -> b\noutput b\n";
    EXPECT_TRUE(contains(message(kRule, graph), "has a cycle: 2 nodes wait for their own results"));
    EXPECT_TRUE(
        contains(message(kRule, "onnx\ninput x:float32[1]\nAdd(x, a) -> a\noutput a\n"), "has a cycle"));
}

TEST(T04, SortedGraphs) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\nNeg(x) -> a\nAdd(a, a) -> y\noutput y\n"), "");
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

TEST(T04, BodiesReadWhatIsAroundThem) {
    const std::string body = "output y\ngraph body\nNeg(r) -> z\noutput z\n";
    const auto all = findings(kRule,
                              "onnx\ninput c:boolean[], x:float32[1,8]\nIf(c) -> y { "
                              "then_branch=@body, else_branch=@body }\nRelu(x) -> r\n" +
                                  body);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].node, NodeId(0U));
    EXPECT_TRUE(contains(message(kRule,
                                 "onnx\ninput c:boolean[], x:float32[1,8]\nIf(c) -> y { "
                                 "then_branch=@body, else_branch=@body }\nAdd(x, y) -> r\n" +
                                     body),
                         "has a cycle: 2 nodes"));
}

TEST(T04, FunctionsAndBodiesHaveAnOrderOfTheirOwn) {
    const auto all = findings(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
Neg(r) -> z
Relu(x) -> r
output z
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].graph, GraphId(1U));
    EXPECT_EQ(all[0].node, NodeId(0U));
}

}  // namespace
}  // namespace netloupe::lint
