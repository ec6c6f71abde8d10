#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H06";

const std::string kWhole =
    R"("operators": [{"op": "Resize", "requires": [
       {"text": "constant sizes", "check": {"constant": ["input2", "input3"]}},
       {"text": "whole factors", "about": "factor", "check":
        {"number": {"over": [{"dim": "output0", "axis": 2}, {"dim": "input0", "axis": 2}]}, "multipleOf": 1}}]}])";

std::string resize(std::string_view sizes) {
    return "onnx opset=13\ninput x:float32[1,3,8,8]\nResize(x, _, _, [" + std::string(sizes) +
           "]:int64) -> y { mode=\"linear\" }\noutput y\n";
}

TEST(H06, FactorsThatTheTargetDoesNotTake) {
    const auto found = on(kRule, kWhole, resize("1 3 20 20"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kInfo);
    EXPECT_TRUE(contains(found[0].message, "Needs whole factors")) << found[0].message;
    EXPECT_EQ(severities_on(kRule, kWhole, resize("1 3 12 12")), "info");
    EXPECT_EQ(severities_on("D02", kWhole, resize("1 3 12 12")), "") << "told once";
}

TEST(H06, FactorsThatItTakes) {
    EXPECT_EQ(severities_on(kRule, kWhole, resize("1 3 16 16")), "");
    EXPECT_EQ(severities_on(kRule, kWhole, resize("1 3 24 24")), "");
    EXPECT_EQ(severities(kRule, resize("1 3 12 12")), "") << "no target";
}

// Only constraints about factors; others of Resize are D02's.
TEST(H06, OtherConstraints) {
    const std::string computed =
        "onnx opset=13\ninput x:float32[1,3,8,8], s:int64[4]\nResize(x, _, _, s) -> y { mode=\"linear\" }\n"
        "output y\n";
    EXPECT_EQ(severities_on(kRule, kWhole, computed), "");
    EXPECT_EQ(severities_on("D02", kWhole, computed), "warning");
}

}  // namespace
}  // namespace netloupe::lint
