#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F08";

TEST(F08, ChainOnAnInitializer) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
const w:float32[4,8]
Transpose(w) -> t
Neg(t) -> n
MatMul(x, n) -> y
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kInfo);
    EXPECT_EQ(all[0].nodes, (std::vector<NodeId>{NodeId(0U), NodeId(1U)}));
}

TEST(F08, TfliteAndConstantNodes) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:float32[8]\nconst k:float32[8]\nNEG(k) -> n:float32[8]\n"
                         "ADD(x, n) -> y:float32[8]\noutput y\n"),
              "info");
    const auto all = findings(kRule,
                              "onnx\ninput x:float32[1]\nConstant() -> k { value_float=2.5 }\nNeg(k) -> n\n"
                              "Add(x, n) -> y\noutput y\n");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].node, NodeId(1U));
}

// Trap 2, and the same in ONNX.
TEST(F08, DequantizedWeights) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
const w16:float16[4,8]
DEQUANTIZE(w16) -> w:float32[4,8]
FULLY_CONNECTED(x, w, _) -> y:float32[1,4]
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[1,8]
const w:int8[4,8]
DequantizeLinear(w, 0.1, 0:int8) -> d
Transpose(d) -> t
MatMul(x, t) -> y
output y
)"),
              "");
}

TEST(F08, RandomAndDynamicValues) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[N,8]
RandomNormal() -> r { shape=[8] }
Shape(x) -> s
Add(x, r) -> y
output y, s
)"),
              "");
}

TEST(F08, LargeResults) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1]\nExpand(1, [8192 8192]:int64) -> e:float32[8192,8192]\n"
                         "Add(x, e) -> y\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1]\nExpand(1, [81 8192]:int64) -> e:float32[81,8192]\n"
                         "Add(x, e) -> y\noutput y\n"),
              "info");
}

}  // namespace
}  // namespace netloupe::lint
