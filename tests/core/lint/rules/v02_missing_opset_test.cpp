#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "V02";

TEST(V02, DomainIsNotImported) {
    EXPECT_EQ(severities(kRule, "onnx ir=8\ninput x:float32[1]\nRelu@0(x) -> y\noutput y\n"), "error");
    EXPECT_TRUE(
        contains(message(kRule, "onnx ir=8\ninput x:float32[1]\nNeg(x) -> a\nRelu@0(a) -> y\noutput y\n"),
                 "Relu (node 2) is of the domain \"ai.onnx\""));
}

TEST(V02, DomainIsImportedTwice) {
    EXPECT_EQ(severities(kRule, "onnx ir=8 ai.onnx=12\ninput x:float32[1]\nRelu(x) -> y\noutput y\n"),
              "error");
    EXPECT_EQ(
        severities(kRule, "onnx ir=8 opset=12 ai.onnx=12\ninput x:float32[1]\nRelu(x) -> y\noutput y\n"),
        "info");
}

TEST(V02, OldFilesHaveNoImports) {
    EXPECT_EQ(severities(kRule, "onnx ir=2\ninput x:float32[1]\nRelu@0(x) -> y\noutput y\n"), "");
}

TEST(V02, ImportedDomains) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx ir=8 com.microsoft=1\ninput x:float32[1]\ncom.microsoft::Gelu(x) -> y\noutput y\n"),
        "");
}

// ONNX Runtime knows its own domains without an import.
TEST(V02, DomainsThatOnnxRuntimeFillsIn) {
    const auto graph = [](std::string_view op) {
        return "onnx ir=8\ninput x:float32[1]\n" + std::string(op) + "(x) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("com.microsoft::Gelu@0")), "warning");
    EXPECT_TRUE(
        contains(message(kRule, graph("com.microsoft::Gelu@0")), "ONNX Runtime takes its own newest"));
    EXPECT_EQ(severities(kRule, graph("mine::Gelu@0")), "error");
}

}  // namespace
}  // namespace netloupe::lint
