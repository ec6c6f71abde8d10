#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N04";

std::string product(std::string_view type, std::string_view values) {
    return "onnx opset=13\ninput x:" + std::string(type) + "[1,32]\nconst w:" + std::string(type) +
           "[32,32] = " + std::string(values) + "\nMatMul(x, w) -> y\noutput y\n";
}

TEST(N04, SubnormalWeights) {
    EXPECT_EQ(severities(kRule, product("float32", "1 2 3 1e-39")), "warning");
    EXPECT_TRUE(contains(message(kRule, product("float16", "1 2 3 -1e-5")), "25.0% of the values"));
    EXPECT_EQ(severities(kRule, product("float16", "1 2 3 -1e-5")), "info");
}

TEST(N04, NormalWeights) {
    EXPECT_EQ(severities(kRule, product("float32", "1 2 0 1.2e-38")), "");
    EXPECT_EQ(severities(kRule, product("float16", "1 2 0 -7e-5")), "");
    EXPECT_EQ(severities(kRule, product("bfloat16", "1 2 0 -7e-5")), "");
}

// The statistics of a normalization and other vectors are no matter of speed.
TEST(N04, SmallConstants) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,64]\nconst b:float32[64] = 1 1e-39\nAdd(x, b) -> y\n"
                         "output y\n"),
              "");
}

TEST(N04, FewSubnormalWeights) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,32]\nconst w:float32[32,32] = 1e-39 " +
                                    repeated("1", 1023) + "\nMatMul(x, w) -> y\noutput y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
