#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q28";

const std::string kSymmetric =
    R"("requires": [{"text": "symmetric quantization", "check": {"all": [
       {"number": {"zeroPoint": "input0"}, "equals": 0}, {"number": {"zeroPoint": "output0"}, "equals": 0}]}}],
       "unlisted": "unknown", "operators": [])";

std::string qdq(std::string_view zero_point) {
    return "onnx opset=13\ninput x:float32[1,8]\nQuantizeLinear(x, 0.1, " + std::string(zero_point) +
           ":int8) -> q\nDequantizeLinear(q, 0.1, " + std::string(zero_point) +
           ":int8) -> d\nRelu(d) -> y\noutput y\n";
}

TEST(Q28, ZeroPoints) {
    const auto found = on(kRule, kSymmetric, qdq("-3"));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].severity, Severity::kError);
    EXPECT_TRUE(contains(found[0].message, "Needs symmetric quantization")) << found[0].message;
    EXPECT_EQ(severities_on(kRule, kSymmetric, qdq("0")), "");
    EXPECT_EQ(severities(kRule, qdq("-3")), "") << "no target";
}

std::string tflite(std::string_view type) {
    const std::string t(type);
    return "tflite\ninput x:" + t + "\nconst w:int8[4,4](0.1,0)\nFULLY_CONNECTED(x, w, _) -> y:" + t +
           "\noutput y\n";
}

TEST(Q28, IntegersOfAnotherType) {
    const std::string unsigned_only = R"("operators": [{"op": "FULLY_CONNECTED", "types": ["uint8"]}])";
    EXPECT_EQ(severities_on(kRule, unsigned_only, tflite("int8[1,4](0.1,0)")), "error");
    EXPECT_EQ(severities_on("D08", unsigned_only, tflite("int8[1,4](0.1,0)")), "") << "told once";
    EXPECT_EQ(severities_on(kRule, unsigned_only, tflite("uint8[1,4](0.1,0)")), "");
}

// A float model on an accelerator of integers is not quantized at all: D08's.
TEST(Q28, FloatsAreNoScheme) {
    const std::string integers = R"("operators": [{"op": "FULLY_CONNECTED", "types": ["int8"]}])";
    EXPECT_EQ(severities_on(kRule, integers, tflite("float32[1,4]")), "");
    EXPECT_EQ(severities_on("D08", integers, tflite("float32[1,4]")), "warning");
    const std::string quantized =
        R"("operators": [{"op": "FULLY_CONNECTED", "requires": [{"text": "quantized activations", "check":
           {"quantized": ["per-tensor"], "of": "activations"}}]}])";
    EXPECT_EQ(severities_on(kRule, quantized, tflite("float32[1,4]")), "");
    EXPECT_EQ(severities_on("D02", quantized, tflite("float32[1,4]")), "warning");
}

TEST(Q28, ActivationsPerChannel) {
    const std::string per_tensor =
        R"("operators": [{"op": "RELU", "requires": [{"text": "activations quantized per tensor", "check":
           {"quantized": ["none", "per-tensor"], "of": "activations"}}]}])";
    const auto relu = [](const std::string& quantization) {
        return "tflite\ninput x:int8[1,2]" + quantization + "\nRELU(x) -> y:int8[1,2](0.1,0)\noutput y\n";
    };
    EXPECT_EQ(severities_on(kRule, per_tensor, relu("(0.1 0.2, 0 0, axis=1)")), "error");
    EXPECT_EQ(severities_on("D02", per_tensor, relu("(0.1 0.2, 0 0, axis=1)")), "") << "told once";
    EXPECT_EQ(severities_on(kRule, per_tensor, relu("(0.1,0)")), "");
}

}  // namespace
}  // namespace netloupe::lint
