#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Z04";

const std::string kHalf = R"("halfPrecision": true, "unlisted": "unknown", "operators": [])";
const std::string kFull = R"("unlisted": "unknown", "operators": [])";

std::string product(std::string_view type, std::string_view size) {
    return "onnx\ninput x:" + std::string(type) + "[1,1024]\nconst w:" + std::string(type) + "[1024," +
           std::string(size) + "]\nMatMul(x, w) -> y\noutput y\n";
}

TEST(Z04, Float32ForATargetOfFloat16) {
    const auto found = on(kRule, kHalf, product("float32", "1024"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(contains(found[0].message, "keeps 4.0 MiB of weights in float32")) << found[0].message;
    EXPECT_EQ(severities_on(kRule, kHalf, product("float32", "300")), "info");
}

TEST(Z04, SmallOrHalfAlready) {
    EXPECT_EQ(severities_on(kRule, kHalf, product("float32", "200")), "");
    EXPECT_EQ(severities_on(kRule, kHalf, product("float16", "1024")), "");
    EXPECT_EQ(severities_on(kRule, kFull, product("float32", "1024")), "");
    EXPECT_EQ(severities(kRule, product("float32", "1024")), "") << "no target";
}

}  // namespace
}  // namespace netloupe::lint
