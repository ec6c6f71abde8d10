#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N02";

// microsoft/onnxconverter-common#323
TEST(N02, BugReport32MeanOverManyElements) {
    const auto graph = [](std::string_view type, std::string_view size) {
        return "onnx opset=13\ninput x:" + std::string(type) + "[1,3," + std::string(size) + "," +
               std::string(size) + "]\nReduceMean(x) -> y { axes=[2,3] }\noutput y\n";
    };
    EXPECT_TRUE(contains(message(kRule, graph("float16", "512")), "adds up 262144 elements in float16"));
    EXPECT_EQ(severities(kRule, graph("float16", "255")), "");
    EXPECT_EQ(severities(kRule, graph("float32", "512")), "");
}

// apple/coremltools#2669
TEST(N02, BugReport46MaskThatBecomesInfinite) {
    const auto graph = [](std::string_view mask, std::string_view end) {
        return "onnx opset=13\ninput s:float32[1,2,4,4]\nconst m:float32[4,4] = 0 0 0 0 " +
               std::string(mask) + "\nAdd(s, m) -> a\n" + std::string(end) + "output y\n";
    };
    const std::string softmax = "Softmax(a) -> y { axis=-1 }\n";
    const std::vector<ParameterSetting> half{{"N02", "assume-float16", 1}};
    EXPECT_EQ(findings(kRule, graph(repeated("-3.4e38", 12), softmax), half).size(), 1U);
    EXPECT_EQ(findings(kRule, graph(repeated("-3.4e38", 12), softmax), half)[0].severity, Severity::kWarning);
    EXPECT_TRUE(findings(kRule, graph(repeated("-1e4", 12), softmax), half).empty());
    // In float32 it is all right.
    EXPECT_EQ(severities(kRule, graph(repeated("-3.4e38", 12), softmax)), "");
}

TEST(N02, BugReport46BoundOfAClipIsInformation) {
    const std::string_view graph =
        "onnx opset=13\ninput x:float32[4]\nClip(x, -3.4e38, 3.4e38) -> y\noutput y\n";
    const auto found = findings(kRule, graph, {{"N02", "assume-float16", 1}});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].severity, Severity::kInfo);
    EXPECT_EQ(found[1].severity, Severity::kInfo);
}

TEST(N02, ConstantsOfFloat16) {
    const auto graph = [](std::string_view value) {
        return "onnx opset=13\ninput x:float16[2]\nconst w:float16[2] = 1 " + std::string(value) +
               "\nMul(x, w) -> y\noutput y\n";
    };
    EXPECT_TRUE(contains(message(kRule, graph("inf")), "is infinite in float16"));
    EXPECT_EQ(severities(kRule, graph("65504")), "");
}

TEST(N02, ConstantThatIsCastToFloat16) {
    const auto graph = [](std::string_view value, std::string_view to) {
        return "onnx opset=13\ninput x:float32[1]\nconst w:float32[1] = " + std::string(value) +
               "\nCast(w) -> h { to=" + std::string(to) +
               " }\nCast(h) -> f { to=1 }\nMul(x, f) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("-70000", "10")), "warning");
    EXPECT_EQ(severities(kRule, graph("-65000", "10")), "");
    EXPECT_EQ(severities(kRule, graph("-70000", "11")), "");
}

}  // namespace
}  // namespace netloupe::lint
