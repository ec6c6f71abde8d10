#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N08";

std::string product(std::string_view values) {
    return "onnx\ninput x:float32[1,4]\nconst w:float32[4,4] = " + std::string(values) +
           "\nMatMul(x, w) -> y\noutput y\n";
}

TEST(N08, HugeWeight) {
    EXPECT_TRUE(contains(message(kRule, product("1 2 -20000 3")), "reach a magnitude of 2e+04"));
    EXPECT_EQ(severities(kRule, product("1 2 -9999 3")), "");
}

TEST(N08, OutlierAmongSmallWeights) {
    EXPECT_EQ(severities(kRule, product("1e-4 -1e-4 2e-4 50")), "warning");
    EXPECT_EQ(severities(kRule, product("1e-4 -1e-4 2e-4 5")), "");
}

// Where most weights are zero the middle one says nothing.
TEST(N08, PrunedWeights) {
    EXPECT_EQ(severities(kRule, product("0 0 0 50")), "");
}

// Masks and tables are no layer's weights.
TEST(N08, OtherConstants) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,4]\nconst m:float32[4] = 0 -1e9 0 0\nAdd(x, m) -> y\n"
                         "output y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput i:int64[2]\nconst e:float32[4,1] = 1 2 3 30000\nGather(e, i) -> y\n"
                         "output y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
