#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F04";

std::string onnx(std::string_view pad, std::string_view layer = "Conv(p, w) -> y") {
    return "onnx\ninput x:float32[1,3,8,8]\nconst w:float32[4,3,3,3]\n" + std::string(pad) + "\n" +
           std::string(layer) + "\noutput y\n";
}

TEST(F04, ZerosAroundHeightAndWidth) {
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64) -> p")), "info");
    EXPECT_EQ(severities(kRule, onnx("Pad@10(x) -> p { pads=[0,0,1,1,0,0,1,1] }")), "info");
}

// NVIDIA/TensorRT#2592
TEST(F04, BugReport15AcrossConversions) {
    const auto graph = [](std::string_view mode) {
        return R"(onnx
input x:float32[1,3,8,8]
const w:float32[4,3,3,3]
Relu(x) -> r
QuantizeLinear(r, 0.05, 0:int8) -> q1
DequantizeLinear(q1, 0.05, 0:int8) -> d1
Pad(d1, [0 0 1 1 0 0 1 1]:int64, 0) -> p { mode=")" +
               std::string(mode) + R"(" }
QuantizeLinear(p, 0.05, 0:int8) -> q2
DequantizeLinear(q2, 0.05, 0:int8) -> d2
Conv(d2, w) -> y
output y
)";
    };
    EXPECT_EQ(severities(kRule, graph("constant")), "info");
    EXPECT_EQ(severities(kRule, graph("reflect")), "");
}

TEST(F04, OtherPaddings) {
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64, 1) -> p")), "");
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 0 -1 1 0 0 1 1]:int64) -> p")), "");
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 1 1 1 0 0 1 1]:int64) -> p")), "");
    EXPECT_EQ(severities(kRule, onnx("Pad(x, s) -> p")), "");
}

TEST(F04, PoolingAndOtherConsumers) {
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64) -> p", "MaxPool(p) -> y")), "");
    EXPECT_EQ(
        severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64) -> p", "Conv(p, w) -> c\nSum(c, p) -> y")),
        "");
}

std::string tflite(std::string_view extent, std::string_view stride, std::string_view amounts) {
    const std::string e(extent);
    return "tflite\ninput x:float32[1," + e + "," + e +
           ",3]\nconst w:float32[8,3,3,3]\nconst n:int32[4,2] = 0 0 " + std::string(amounts) + " " +
           std::string(amounts) +
           " 0 0\nPAD(x, n) -> p:float32[1,10,10,3]\nCONV_2D(p, w, _) -> y:float32[1,8,8,8] { padding=VALID "
           "stride_h=" +
           std::string(stride) + " stride_w=" + std::string(stride) + " }\noutput y\n";
}

TEST(F04, TfliteEqualsSame) {
    EXPECT_EQ(severities(kRule, tflite("8", "1", "1 1")), "info");
    EXPECT_EQ(severities(kRule, tflite("8", "2", "0 1")), "info");
    EXPECT_EQ(severities(kRule, tflite("7", "2", "1 1")), "info");
}

// mobilenet_v2 converted from PyTorch
TEST(F04, TfliteStrideTwoOnAnEvenExtent) {
    EXPECT_EQ(severities(kRule, tflite("8", "2", "1 1")), "");
    EXPECT_EQ(severities(kRule, tflite("8", "1", "0 2")), "");
}

}  // namespace
}  // namespace netloupe::lint
