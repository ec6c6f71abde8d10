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

TEST(F04, OtherConsumers) {
    EXPECT_EQ(
        severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64) -> p", "Conv(p, w) -> c\nSum(c, p) -> y")),
        "");
    EXPECT_EQ(severities(kRule, onnx("Pad(x, [0 0 1 1 0 0 1 1]:int64) -> p", "Sin(p) -> y")), "");
}

std::string pooled(std::string_view pad, std::string_view pool, std::string_view first = "Relu") {
    return "onnx\ninput x:float32[1,3,8,8]\n" + std::string(first) +
           "(x) -> r\nPad(r, [0 0 1 1 0 0 1 1]:int64" + std::string(pad) + ") -> p\n" + std::string(pool) +
           "\noutput y\n";
}

TEST(F04, LargestElements) {
    const std::string_view pool = "MaxPool(p) -> y { kernel_shape=[3,3] }";
    EXPECT_EQ(severities(kRule, pooled("", pool)), "info");
    EXPECT_EQ(severities(kRule, pooled(", -inf", pool, "Sin")), "info");
    EXPECT_EQ(severities(kRule, pooled("", pool, "Sin")), "") << "0 may be the largest";
    EXPECT_EQ(severities(kRule, pooled("", "MaxPool(p) -> y { kernel_shape=[1,1] }")), "");
    EXPECT_EQ(severities(kRule, pooled("", "MaxPool(p) -> y, i { kernel_shape=[3,3] }\noutput i")), "");
}

TEST(F04, Averages) {
    EXPECT_EQ(severities(kRule, pooled("", "AveragePool(p) -> y { kernel_shape=[3,3] }")), "info");
    EXPECT_TRUE(contains(findings(kRule, pooled("", "AveragePool(p) -> y { kernel_shape=[3,3] }"))[0].fix,
                         "count_include_pad"));
    const auto padded = [](std::string_view counts) {
        return severities(kRule, pooled("",
                                        "AveragePool(p) -> y { kernel_shape=[3,3] pads=[1,1,1,1] "
                                        "count_include_pad=" +
                                            std::string(counts) + " }"));
    };
    EXPECT_EQ(padded("1"), "info");
    EXPECT_EQ(padded("0"), "") << "its own padding does not count";
    EXPECT_EQ(severities(kRule, pooled("", "AveragePool(p) -> y { kernel_shape=[3,3] ceil_mode=1 }")), "");
}

TEST(F04, PoolingOfTfLite) {
    const auto graph = [](const std::string& first, const std::string& pool) {
        return "tflite\ninput x:float32[1,8,8,3]\nconst n:int32[4,2] = 0 0 1 1 1 1 0 0\n" + first +
               "(x) -> r:float32[1,8,8,3]\nPAD(r, n) -> p:float32[1,10,10,3]\n" + pool +
               "(p) -> y:float32[1,8,8,3] { padding=VALID stride_h=1 stride_w=1 filter_height=3 "
               "filter_width=3 "
               "}\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("RELU", "MAX_POOL_2D")), "info");
    EXPECT_EQ(severities(kRule, graph("SIN", "MAX_POOL_2D")), "");
    EXPECT_EQ(severities(kRule, graph("RELU", "AVERAGE_POOL_2D")), "");
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
