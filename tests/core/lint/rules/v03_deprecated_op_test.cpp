#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "V03";

std::string graph(std::string_view opset, std::string_view node) {
    return "onnx opset=" + std::string(opset) + "\ninput x:float32[1,3,8,8]\n" + std::string(node) +
           " -> y\noutput y\n";
}

TEST(V03, WithdrawnOperators) {
    EXPECT_EQ(severities(kRule, graph("10", "Upsample(x, [1 1 2 2])")), "warning");
    const auto all = findings(kRule, graph("13", "Scatter(x, x, x)"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_TRUE(contains(all[0].message, "was withdrawn in version 11")) << all[0].message;
    EXPECT_EQ(all[0].fix, "Use ScatterElements.");
    EXPECT_EQ(severities(kRule, graph("11", "Affine(x)")), "warning");
}

TEST(V03, BeforeTheWithdrawal) {
    EXPECT_EQ(severities(kRule, graph("9", "Upsample(x, [1 1 2 2])")), "");
    EXPECT_EQ(severities(kRule, graph("10", "Scatter(x, x, x)")), "");
}

TEST(V03, OperatorsThatOnlyChanged) {
    EXPECT_EQ(severities(kRule, graph("13", "Softmax(x)")), "");
    EXPECT_EQ(severities(kRule, graph("13", "mine::Upsample(x)")), "");
}

}  // namespace
}  // namespace netloupe::lint
