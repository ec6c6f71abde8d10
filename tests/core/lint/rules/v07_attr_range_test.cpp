#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "V07";

std::string onnx(std::string_view node) {
    return "onnx\ninput x:float32[1,4,8,8]\nconst w:float32[6,2,3,3]\n" + std::string(node) + "\noutput y\n";
}

TEST(V07, ImpossibleAttributes) {
    for (const char* node :
         {"Conv(x, w) -> y { group=2 strides=[0,1] }", "Conv(x, w) -> y { group=2 dilations=[1,-1] }",
          "MaxPool(x) -> y { kernel_shape=[0,2] }", "Transpose(x) -> y { perm=[0,2,2,1] }",
          "Conv(x, w) -> y { group=4 }", "Conv(x, w) -> y { group=0 }", "Concat(x, x) -> y { axis=4 }",
          "Softmax(x) -> y { axis=-5 }", "Unsqueeze@11(x) -> y { axes=[0,0] }",
          "ReduceSum@11(x) -> y { axes=[1,-3] }", "Squeeze@11(x) -> y { axes=[4] }",
          "Pad@10(x) -> y { pads=[0,0,-99,0,0,0,0,0] }"}) {
        EXPECT_EQ(severities(kRule, onnx(node)), "error") << node;
    }
}

TEST(V07, PossibleAttributes) {
    for (const char* node :
         {"Conv(x, w) -> y { group=2 strides=[2,1] dilations=[1,2] }",
          "MaxPool(x) -> y { kernel_shape=[2,2] }", "Transpose(x) -> y { perm=[0,2,3,1] }",
          "Concat(x, x) -> y { axis=-4 }", "Unsqueeze@11(x) -> y { axes=[0,5] }",
          "ReduceSum@11(x) -> y { axes=[1,-1] }", "Pad@10(x) -> y { pads=[0,0,-1,0,0,0,0,0] }",
          "Softmax(x) -> y { axis=3 }", "mine::Pool(x) -> y { kernel_shape=[0,0] }"}) {
        EXPECT_EQ(severities(kRule, onnx(node)), "") << node;
    }
}

TEST(V07, Tflite) {
    const auto graph = [](std::string_view stride) {
        return "tflite\ninput x:float32[1,8,8,3]\nconst w:float32[4,3,3,3]\nCONV_2D(x, w, _) -> "
               "y:float32[1,8,8,4] { "
               "padding=SAME stride_h=" +
               std::string(stride) + " stride_w=1 }\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("0")), "error");
    EXPECT_EQ(severities(kRule, graph("2")), "");
}

}  // namespace
}  // namespace netloupe::lint
