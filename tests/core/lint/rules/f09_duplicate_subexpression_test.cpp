#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F09";

TEST(F09, SameOperatorSameInputs) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
Shape(x) -> a
Shape(x) -> b
Add(a, b) -> y
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kInfo);
    EXPECT_EQ(all[0].node, NodeId(1U));
}

TEST(F09, ChainsAreFollowed) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
Transpose(x) -> a { perm=[1,0] }
Relu(a) -> b
Transpose(x) -> c { perm=[1,0] }
Relu(c) -> d
Add(b, d) -> y
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].nodes, (std::vector<NodeId>{NodeId(2U), NodeId(3U)}));
}

TEST(F09, OtherAttributesAndInputs) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[8,8], z:float32[8,8]
Transpose(x) -> a { perm=[1,0] }
Transpose(x) -> b { perm=[0,1] }
Softmax(x) -> c { axis=0 }
Softmax(x) -> d { axis=1 }
Sub(x, z) -> e
Sub(z, x) -> f
output a, b, c, d, e, f
)"),
              "");
}

TEST(F09, RandomValuesAndConversions) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[8,8]
RandomNormalLike(x) -> a
RandomNormalLike(x) -> b
QuantizeLinear(x, 0.1, 0:int8) -> q
DequantizeLinear(q, 0.1, 0:int8) -> c
DequantizeLinear(q, 0.1, 0:int8) -> d
output a, b, c, d
)"),
              "");
}

// Trap 24: ALBERT applies one layer again to its own result.
TEST(F09, RepeatedLayer) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[8,8]
const w:float32[8,8]
MatMul(x, w) -> a
MatMul(a, w) -> b
MatMul(b, w) -> y
output y
)"),
              "");
}

TEST(F09, TfliteWithOtherScales) {
    const auto graph = [](std::string_view scale) {
        return "tflite\ninput x:int8[1,8](0.1,0)\nABS(x) -> a:int8[1,8](0.1,0)\nABS(x) -> b:int8[1,8](" +
               std::string(scale) + ",0)\nADD(a, b) -> y:int8[1,8](0.1,0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0.1")), "info");
    EXPECT_EQ(severities(kRule, graph("0.2")), "");
}

// Each is a result of its own name.
TEST(F09, TwoOutputsOfTheGraph) {
    EXPECT_EQ(
        severities(kRule, "onnx\ninput x:float32[8]\nIdentity(x) -> a\nIdentity(x) -> b\noutput a, b\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
