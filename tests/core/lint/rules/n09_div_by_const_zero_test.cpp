#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N09";

std::string onnx(std::string_view node) {
    return "onnx\ninput x:float32[2]\n" + std::string(node) + " -> a\nAdd(x, a) -> y\noutput y\n";
}

TEST(N09, ConstantsThatMakeNonsense) {
    for (const char* node : {"Div(x, [1 0])", "Mod(x, 0)", "Log(0)", "Log([1 -1])", "Clip(x, 6, 0)"})
        EXPECT_EQ(severities(kRule, onnx(node)), "error") << node;
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[2]\nDIV(x, 0) -> y:float32[2]\noutput y\n"),
              "error");
}

TEST(N09, OrdinaryConstants) {
    for (const char* node : {"Div(x, [1 2])", "Div(0, x)", "Log([1 2])", "Log(x)", "Clip(x, 0, 6)",
                             "Clip(x, _, 0)", "Clip(x, 3, 3)"})
        EXPECT_EQ(severities(kRule, onnx(node)), "") << node;
}

}  // namespace
}  // namespace netloupe::lint
