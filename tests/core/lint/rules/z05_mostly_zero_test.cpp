#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Z05";

std::string product(std::string_view type, std::string_view columns, std::string_view values) {
    return "onnx\ninput x:float32[1,512]\nconst w:" + std::string(type) + "[512," + std::string(columns) +
           "] = " + std::string(values) + "\nDequantizeLinear(w, 0.1) -> d\nMatMul(x, d) -> y\noutput y\n";
}

TEST(Z05, PrunedWeights) {
    EXPECT_TRUE(contains(message(kRule, product("int8", "2048", repeated("0", 31) + "1")),
                         "96.9% of the values of \"w\" are zero, and all 1.0 MiB"));
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,512]\nconst w:float32[512,512] = 0\nMatMul(x, w) -> y\n"
                         "output y\n"),
              "info");
}

TEST(Z05, DenseAndSmallWeights) {
    EXPECT_EQ(severities(kRule, product("int8", "2048", repeated("0", 7) + "1")), "");
    EXPECT_EQ(severities(kRule, product("int8", "1024", "0")), "");
}

}  // namespace
}  // namespace netloupe::lint
