#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H03";

std::string sliced(std::string_view begin, std::string_view end) {
    return "onnx opset=13\ninput x:float32[1,3,8,8]\nSlice(x, [" + std::string(begin) + "]:int64, [" +
           std::string(end) + "]:int64, [2]:int64) -> s\nRelu(s) -> y\noutput y\n";
}

TEST(H03, SliceOfNothing) {
    const auto found = findings(kRule, sliced("8", "8"));
    ASSERT_EQ(found.size(), 1U) << "what follows from it is not told again";
    EXPECT_EQ(found[0].node, NodeId(0U));
    EXPECT_TRUE(contains(found[0].message, "has the shape [1, 3, 0, 8]")) << found[0].message;
    EXPECT_EQ(severities(kRule, sliced("4", "8")), "");
    EXPECT_EQ(severities(kRule, sliced("-1", "8")), "");
}

TEST(H03, EmptyInput) {
    EXPECT_EQ(severities(kRule, "onnx opset=13\ninput x:float32[1,0,8]\nRelu(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[0,8]\nRELU(x) -> y:float32[0,8]\noutput y\n"),
              "warning");
    EXPECT_EQ(severities(kRule, "onnx opset=13\ninput x:float32[1,N,8]\nRelu(x) -> y\noutput y\n"), "");
}

// roi of Resize, and lists of no dimensions in a computation of shapes.
TEST(H03, WhatIsLeftOutByBeingEmpty) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,3,8,8], roi:float32[0]\n"
                         "Resize(x, roi, [1 1 2 2]) -> y\noutput y\n"),
              "");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[N,8]
Shape(x) -> s
Slice(s, [0]:int64, [0]:int64) -> none
Concat(none, [-1]:int64) -> to { axis=0 }
Reshape(x, to) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
