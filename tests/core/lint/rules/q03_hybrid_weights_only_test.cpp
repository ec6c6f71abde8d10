#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q03";

TEST(Q03, DynamicRangeTflite) {
    const auto all = findings(kRule, R"(tflite
input x:float32[1,8]
const w:int8[8,8](0.1,0)
FULLY_CONNECTED(x, w, _) -> a:float32[1,8]
FULLY_CONNECTED(a, w, _) -> y:float32[1,8]
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kInfo);
    EXPECT_EQ(all[0].nodes.size(), 2U);
}

TEST(Q03, DequantizedWeightsOfOnnx) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput x:float32[1,8]\nconst w:int8[8,8]\nDequantizeLinear(w, 0.1, 0:int8) -> d\n"
                   "MatMul(x, d) -> y\noutput y\n"),
        "info");
}

TEST(Q03, QuantizedActivations) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[1,8](0.1,0)\nconst w:int8[8,8](0.1,0)\n"
                         "FULLY_CONNECTED(x, w, _) -> y:int8[1,8](0.1,0)\noutput y\n"),
              "");
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput x:float32[1,8]\nconst w:int8[8,8]\nQuantizeLinear(x, 0.1, 0:int8) -> q\n"
                   "DequantizeLinear(q, 0.1, 0:int8) -> xd\nDequantizeLinear(w, 0.1, 0:int8) -> d\n"
                   "MatMul(xd, d) -> y\noutput y\n"),
        "");
}

TEST(Q03, OneLayerOfMany) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
const w:int8[8,8](0.1,0)
const f:float32[8,8]
FULLY_CONNECTED(x, w, _) -> a:float32[1,8]
FULLY_CONNECTED(a, f, _) -> y:float32[1,8]
output y
)"),
              "");
}

// Trap 2: float16 weights are no integers.
TEST(Q03, Float16Weights) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
const w16:float16[8,8]
const k:int8[8](0.1,0)
DEQUANTIZE(w16) -> w:float32[8,8]
FULLY_CONNECTED(x, w, _) -> y:float32[1,8]
output y
)"),
              "");
}

TEST(Q03, TargetOfIntegers) {
    constexpr std::string_view kHybrid =
        "tflite\ninput x:float32[1,8]\nconst w:int8[8,8](0.1,0)\nFULLY_CONNECTED(x, w, _) -> "
        "y:float32[1,8]\noutput y\n";
    const auto found = on(kRule, R"("operators": [{"op": "FULLY_CONNECTED", "types": ["int8"]}])", kHybrid);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kWarning);
    EXPECT_TRUE(contains(found[0].message, "npu needs quantized activations")) << found[0].message;
    EXPECT_EQ(severities_on(kRule, R"("operators": [{"op": "FULLY_CONNECTED"}])", kHybrid), "info");
}

}  // namespace
}  // namespace netloupe::lint
