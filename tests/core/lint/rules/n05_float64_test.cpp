#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N05";

TEST(N05, DoubleActivations) {
    const auto all = findings(kRule, R"(onnx
input x:float64[1,8]
Relu(x) -> a
Cast(a) -> y { to=1 }
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].node, NodeId(0U));
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\nCast(x) -> y { to=11 }\noutput y\n"), "warning");
}

TEST(N05, ScalarsAndConstants) {
    EXPECT_EQ(severities(kRule, "onnx\ninput s:float64[], x:float32[8]\nFloor(s) -> f\noutput f, x\n"), "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[8]\nconst k:float64[8]\nNeg(k) -> n\nCast(n) -> c { to=1 }\n"
                         "Add(x, c) -> y\noutput y\n"),
              "");
}

TEST(N05, SinglePrecision) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\nRelu(x) -> y\noutput y\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
