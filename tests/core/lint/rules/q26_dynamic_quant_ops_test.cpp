#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q26";

std::string dynamic(std::string_view op, std::string_view weights) {
    return "onnx opset=11\ninput x:float32[1,3,8,8]\nconst w:" + std::string(weights) +
           "\nDynamicQuantizeLinear(x) -> q:uint8[1,3,8,8], s:float32[], z:uint8[]\n" + std::string(op) +
           " -> i\nCast(i) -> f { to=1 }\nMul(f, s) -> y\noutput y\n";
}

// microsoft/onnxruntime#12558
TEST(Q26, BugReport45ConvIntegerWithInt8Weights) {
    EXPECT_EQ(severities(kRule, dynamic("ConvInteger(q, w, z, 0:int8)", "int8[4,3,3,3]")), "error");
    EXPECT_EQ(severities(kRule, dynamic("ConvInteger(q, w)", "int8[4,3,3,3]")), "error");
}

TEST(Q26, BugReport45NegativeTwin) {
    EXPECT_EQ(severities(kRule, dynamic("ConvInteger(q, w, z, 128:uint8)", "uint8[4,3,3,3]")), "");
}

TEST(Q26, MatMulIntegerTakesInt8) {
    EXPECT_EQ(severities(kRule, dynamic("MatMulInteger(q, w, z, 0:int8)", "int8[8,4]")), "");
}

TEST(Q26, TargetsWithoutDynamicQuantization) {
    const std::string graph = dynamic("MatMulInteger(q, w, z, 0:int8)", "int8[8,4]");
    const std::string without = R"("operators": [{"ops": ["Cast", "Mul"]}])";
    EXPECT_EQ(severities_on(kRule, without, graph), "warning warning");
    EXPECT_EQ(severities_on("D01", without, graph), "") << "told once";
    const std::string with =
        R"("operators": [{"ops": ["Cast", "Mul", "DynamicQuantizeLinear", "MatMulInteger"]}])";
    EXPECT_EQ(severities_on(kRule, with, graph), "");
}

}  // namespace
}  // namespace netloupe::lint
