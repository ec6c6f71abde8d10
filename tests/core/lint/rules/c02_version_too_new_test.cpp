#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "C02";

std::vector<Finding> on_onnxruntime(double minor, std::string_view versions) {
    return findings(kRule, "onnx " + std::string(versions) + "\ninput x:float32[4]\nRelu(x) -> y\noutput y\n",
                    {{"C02", "onnxruntime-1", minor}});
}

// microsoft/onnxruntime#20559
TEST(C02, IrVersion) {
    const auto found = on_onnxruntime(17, "ir=10 opset=20");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::kError);
    EXPECT_TRUE(contains(found[0].message, "IR version 10, but ONNX Runtime 1.17 reads up to 9"))
        << found[0].message;
    EXPECT_EQ(on_onnxruntime(22, "ir=11 opset=20").size(), 1U);
    EXPECT_TRUE(on_onnxruntime(18, "ir=10 opset=20").empty());
    EXPECT_TRUE(on_onnxruntime(23, "ir=11 opset=20").empty());
}

TEST(C02, Opset) {
    EXPECT_EQ(on_onnxruntime(16, "ir=9 opset=20").size(), 1U);
    EXPECT_EQ(on_onnxruntime(14, "ir=9 opset=19").size(), 2U);
    EXPECT_TRUE(on_onnxruntime(17, "ir=9 opset=20").empty());
    EXPECT_TRUE(on_onnxruntime(12, "ir=8 opset=17").empty());
}

TEST(C02, NobodySaysWhereItRuns) {
    EXPECT_TRUE(on_onnxruntime(0, "ir=10 opset=21").empty());
    EXPECT_TRUE(on_onnxruntime(40, "ir=13 opset=26").empty()) << "not known here";
}

TEST(C02, MinimumRuntimeOfTfLite) {
    const auto on_tensorflow = [](double minor, const std::string& needed) {
        Model model =
            test::graph_from_text("tflite\ninput x:float32[4]\nRELU(x) -> y:float32[4]\noutput y\n");
        model.runtime = needed;
        return check(model, {.only = {"C02"}, .parameters = {{"C02", "tensorflow-2", minor}}}).size();
    };
    EXPECT_EQ(on_tensorflow(10, "2.11.0"), 1U);
    EXPECT_EQ(on_tensorflow(10, "3.0"), 1U);
    EXPECT_EQ(on_tensorflow(10, "2.10.0"), 0U);
    EXPECT_EQ(on_tensorflow(10, "1.15.0"), 0U);
    EXPECT_EQ(on_tensorflow(10, ""), 0U);
    EXPECT_EQ(on_tensorflow(-1, "2.11.0"), 0U);
}

}  // namespace
}  // namespace netloupe::lint
