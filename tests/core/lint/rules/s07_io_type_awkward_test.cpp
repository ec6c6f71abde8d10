#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S07";

std::string onnx(std::string_view input, std::string_view node) {
    return "onnx\ninput " + std::string(input) + "\nconst t:float32[10,4]\n" + std::string(node) +
           "\noutput y\n";
}

TEST(S07, TypesOf64Bits) {
    EXPECT_TRUE(contains(message(kRule, onnx("x:float64[4]", "Relu(x) -> y")), "is float64"));
    EXPECT_TRUE(contains(message(kRule, onnx("x:int64[4]", "Cast(x) -> y { to=1 }")), "is int64"));
    EXPECT_EQ(severities(kRule, onnx("x:float32[4]", "Relu(x) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("x:int32[4]", "Cast(x) -> y { to=1 }")), "");
}

TEST(S07, IdsMasksAndIndices) {
    EXPECT_EQ(severities(kRule, onnx("x:int64[4]", "Gather(t, x) -> y")), "");
    EXPECT_EQ(severities(kRule, onnx("attention_mask:int64[4]", "Cast(attention_mask) -> y { to=1 }")), "");
    EXPECT_EQ(severities(kRule, onnx("input_ids:int64[4]", "Cast(input_ids) -> y { to=1 }")), "");
}

TEST(S07, IntegersWithoutScale) {
    const auto tflite = [](std::string_view type) {
        return "tflite\ninput x:" + std::string(type) + "\nABS(x) -> y:int8[4]\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, tflite("int8[4]")), "info");
    EXPECT_EQ(severities(kRule, tflite("int16[4]")), "info");
    EXPECT_EQ(severities(kRule, tflite("int8[4](0.1,0)")), "");
    EXPECT_EQ(severities(kRule, tflite("uint8[4]")), "");
}

TEST(S07, FloatThatIsOnlyQuantized) {
    const auto tflite = [](std::string_view more) {
        return "tflite\ninput x:float32[1,8]\nQUANTIZE(x) -> q:int8[1,8](0.1,0)\n" + std::string(more) +
               "output q\n";
    };
    EXPECT_EQ(severities(kRule, tflite("")), "info");
    EXPECT_EQ(severities(kRule, tflite("RELU(x) -> r:float32[1,8]\n")), "");
}

}  // namespace
}  // namespace netloupe::lint
