#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "X04";

std::string custom(std::string_view op) {
    return "tflite\ninput x:float32[1]\ncustom::" + std::string(op) + "(x) -> y:float32[1]\noutput y\n";
}

TEST(X04, FileOperators) {
    EXPECT_TRUE(contains(message(kRule, custom("FlexReadFile")), "is TensorFlow's ReadFile"));
    EXPECT_EQ(severities(kRule, custom("FlexWholeFileReaderV2")), "error");
    EXPECT_EQ(severities(kRule, custom("FlexEagerPyFunc")), "error");
    EXPECT_EQ(severities(kRule, custom("FlexWriteFile")), "error");
}

TEST(X04, HarmlessOperators) {
    EXPECT_EQ(severities(kRule, custom("FlexErf")), "");
    EXPECT_EQ(severities(kRule, custom("ReadFile")), "");  // Somebody's own operator of that name.
    EXPECT_EQ(severities(kRule, custom("FlexReadFiles")), "");
}

}  // namespace
}  // namespace netloupe::lint
