#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H02";

TEST(H02, InputsThatDoNotFitTogether) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[2,3], z:float32[4,5]\nMatMul(x, z) -> y\noutput y\n"),
              "error");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[2,3], z:float32[3,5]\nMatMul(x, z) -> y\noutput y\n"),
              "");
}

TEST(H02, DeclaredShapeIsAnother) {
    const auto graph = [](std::string_view declared) {
        return "onnx\ninput x:float32[2,3]\nTranspose(x) -> a:float32[" + std::string(declared) +
               "] { perm=[1,0] }\nRelu(a) -> y\noutput y\n";
    };
    const auto all = findings(kRule, graph("2,3"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kError);
    EXPECT_EQ(all[0].node, NodeId(0U));
    EXPECT_TRUE(all[0].message.starts_with("\"a\" of Transpose (node 1): ")) << all[0].message;
    EXPECT_EQ(severities(kRule, graph("3,2")), "");
    EXPECT_EQ(severities(kRule, graph("a,b")), "");
}

TEST(H02, DeclaredTypeIsAnother) {
    const auto graph = [](std::string_view type) {
        return "onnx\ninput x:float32[2]\nRelu(x) -> a:" + std::string(type) + "[2]\nNeg(a) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("float16")), "error");
    EXPECT_EQ(severities(kRule, graph("float32")), "");
}

// Trap 19: the shape of a tensor is that of the first run, its signature says that it may change.
TEST(H02, TfliteSignatureIsDynamic) {
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[1|?,8]\nABS(x) -> y:float32[1|?,8]\noutput y\n"),
              "");
}

// It writes an unknown rank like a scalar.
TEST(H02, TfliteScalars) {
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[2,8]\nABS(x) -> y:float32[]\noutput y\n"), "");
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[2,8]\nABS(x) -> y:float32[3,8]\noutput y\n"),
              "error");
}

TEST(H02, NobodyInferredShapes) {
    const Model model =
        test::graph_from_text("onnx\ninput x:float32[2,3], z:float32[4,5]\nMatMul(x, z) -> y\noutput y\n");
    EXPECT_TRUE(check(model, Options{.only = {"H02"}, .parameters = {}}).empty());
}

// One fault, one finding: an impossible attribute is V07's.
TEST(H02, ImpossibleAttribute) {
    const std::string_view graph =
        "onnx\ninput x:float32[2,3]\nTranspose(x) -> y:float32[3,2] { perm=[1,1] }\noutput y\n";
    EXPECT_EQ(severities(kRule, graph), "");
    EXPECT_EQ(severities("V07", graph), "error");
}

}  // namespace
}  // namespace netloupe::lint
