#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q30";

TEST(Q30, FakeQuantizeOperators) {
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[1,8]\nFAKE_QUANT(x) -> y:float32[1,8]\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\ncom.mine::FakeQuantize(x) -> y\noutput y\n"),
              "warning");
}

TEST(Q30, QuantizationAndOtherCustomOperators) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
QUANTIZE(x) -> q:int8[1,8](0.1,0)
DEQUANTIZE(q) -> y:float32[1,8]
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\ncom.mine::Quantizer(x) -> y\noutput y\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
