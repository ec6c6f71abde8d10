#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "C03";

std::string graph(std::string_view middle, std::string_view more = "") {
    return "tflite\ninput x:float32[1,8]\nCAST(x) -> a:" + std::string(middle) +
           "[1,8]\nRELU(a) -> b:" + std::string(middle) + "[1,8]\nCAST(b) -> y:float32[1,8]\n" +
           std::string(more) + "output y\n";
}

TEST(C03, FloatAroundHalf) {
    const auto found = findings(kRule, graph("float16"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kInfo);
    EXPECT_EQ(found[0].nodes.size(), 2U);
    EXPECT_EQ(severities(kRule, R"(tflite
input p:float32[1,8], q:float32[1,8]
CAST(p) -> a:float16[1,8]
CAST(q) -> b:float16[1,8]
ADD(a, b) -> c:float16[1,8]
CAST(c) -> y:float32[1,8]
output y
)"),
              "info");
}

TEST(C03, OtherTypesAndReaders) {
    EXPECT_EQ(severities(kRule, graph("int32")), "");
    EXPECT_EQ(severities(kRule, graph("float16", "RELU(x) -> z:float32[1,8]\n")), "");
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[1,8]\nRELU(x) -> y:float32[1,8]\noutput y\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
