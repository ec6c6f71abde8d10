#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "V04";

std::string graph(int opset, int ir, std::string_view type = "float32") {
    return "onnx opset=" + std::to_string(opset) + " ir=" + std::to_string(ir) +
           "\ninput x:" + std::string(type) + "[1]\nIdentity(x) -> y\noutput y\n";
}

TEST(V04, OpsetIsNewerThanTheIrVersion) {
    EXPECT_EQ(severities(kRule, graph(17, 7)), "warning");
    EXPECT_TRUE(contains(message(kRule, graph(23, 10)), "Opset 23 was published with IR version 11"));
    EXPECT_EQ(severities(kRule, graph(9, 3)), "warning");
}

TEST(V04, TypeIsNewerThanTheIrVersion) {
    EXPECT_TRUE(
        contains(message(kRule, graph(17, 8, "int4")), "is of type int4, which IR version 10 introduced"));
    EXPECT_EQ(severities(kRule, graph(17, 8, "float8e4m3fn")), "warning");
}

TEST(V04, IrVersionMayBeHigher) {
    EXPECT_EQ(severities(kRule, graph(17, 8)), "");
    EXPECT_EQ(severities(kRule, graph(13, 10)), "");
    EXPECT_EQ(severities(kRule, graph(7, 3)), "");
    EXPECT_EQ(severities(kRule, graph(21, 10, "int4")), "");
}

TEST(V04, OpsetsOfTheFutureAreNotJudged) {
    EXPECT_EQ(severities(kRule, graph(314159, 3)), "");
}

}  // namespace
}  // namespace netloupe::lint
