#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Z01";

/// A constant of `rows` × 1 MiB beside one of `others` MiB.
std::string model(std::string_view rows, std::string_view others, std::string_view use) {
    return "onnx\ninput x:float32[1,262144], i:int64[1], k:float32[" + std::string(others) +
           ",262144]\nconst w:float32[" + std::string(rows) + ",262144] = 0\nconst o:float32[" +
           std::string(others) + ",262144] = 0\nAdd(k, o) -> z\n" + std::string(use) + "\noutput y, z\n";
}

TEST(Z01, LayerThatIsMostOfTheModel) {
    EXPECT_TRUE(contains(message(kRule, model("17", "2", "Gemm(x, w) -> y { transB=1 }")),
                         "\"w\" takes 89% of the model: 17.0 of 19.0 MiB"));
    EXPECT_EQ(severities(kRule, model("18", "17", "Gemm(x, w) -> y { transB=1 }")), "warning warning");
}

TEST(Z01, SmallConstants) {
    EXPECT_EQ(severities(kRule, model("16", "2", "Gemm(x, w) -> y { transB=1 }")), "");
    EXPECT_EQ(severities(kRule, model("3", "1", "Gemm(x, w) -> y { transB=1 }")), "");
}

TEST(Z01, TableIsInformation) {
    EXPECT_EQ(severities(kRule, model("17", "2", "Gather(w, i) -> y")), "info");
}

}  // namespace
}  // namespace netloupe::lint
