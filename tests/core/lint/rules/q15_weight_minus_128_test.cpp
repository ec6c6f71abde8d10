#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q15";

std::string fully_connected(std::string_view type, std::string_view values) {
    return "tflite\ninput x:int8[1,2](0.05,0)\nconst w:" + std::string(type) +
           "[2,2](0.01 0.02, 0 0, axis=0) = " + std::string(values) +
           "\nFULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.05,0)\noutput y\n";
}

TEST(Q15, LowestValueOfTheType) {
    EXPECT_TRUE(contains(message(kRule, fully_connected("int8", "1 -128 3 4")), "1 of the 2 channels"));
    EXPECT_TRUE(contains(message(kRule, fully_connected("int4", "-8 1 -8 4")), "2 of the 2 channels"));
}

TEST(Q15, NarrowRange) {
    EXPECT_EQ(severities(kRule, fully_connected("int8", "1 -127 127 4")), "");
    EXPECT_EQ(severities(kRule, fully_connected("int4", "-7 1 7 4")), "");
}

// The operand that is no weight, and ONNX, whose tools use the whole range.
TEST(Q15, OthersMayUseIt) {
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:int8[2](0.05,0)\nconst c:int8[2](0.05,0) = -128 1\n"
                         "ADD(x, c) -> y:int8[2](0.1,0)\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,2]\nconst w:int8[2,2] = -128 1\n"
                         "DequantizeLinear(w, 0.1, 0:int8) -> wd\nMatMul(x, wd) -> y\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
