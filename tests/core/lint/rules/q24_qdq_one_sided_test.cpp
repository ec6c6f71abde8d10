#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q24";

// microsoft/onnxruntime#12487
TEST(Q24, BugReport13OneInputIsFloat) {
    const auto graph = [](std::string_view other) {
        return R"(onnx opset=13
input a:float32[1,8], b:float32[1,8]
QuantizeLinear(a, 0.05, 0:int8) -> aq
DequantizeLinear(aq, 0.05, 0:int8) -> ad
Relu(b) -> br
QuantizeLinear(br, 0.05, 0:int8) -> bq
DequantizeLinear(bq, 0.05, 0:int8) -> bd
Add(ad, )" + std::string(other) +
               R"() -> s
QuantizeLinear(s, 0.05, 0:int8) -> sq
DequantizeLinear(sq, 0.05, 0:int8) -> y
output y
)";
    };
    EXPECT_EQ(severities(kRule, graph("br")), "warning");
    EXPECT_TRUE(contains(message(kRule, graph("br")), "reads \"aq\" quantized, but \"br\" in float"));
    EXPECT_EQ(severities(kRule, graph("bd")), "");
}

constexpr std::string_view kStart = R"(onnx opset=17
input x:float32[1,8,8,8]
const w:int8[8,8,3,3]
QuantizeLinear(x, 0.05, 0:int8) -> xq
DequantizeLinear(xq, 0.05, 0:int8) -> xd
DequantizeLinear(w, 0.01, 0:int8) -> wd
)";
constexpr std::string_view kEnd = R"(
QuantizeLinear(b, 0.05, 0:int8) -> bq
DequantizeLinear(bq, 0.05, 0:int8) -> bd
Conv(bd, wd) -> y
output y
)";

std::string onnx(std::string_view middle) {
    return std::string(kStart) + std::string(middle) + std::string(kEnd);
}

// NVIDIA/TensorRT#3542
TEST(Q24, BugReport14ResidualWithConversionsOnOneBranch) {
    EXPECT_EQ(severities(kRule, onnx("Conv(xd, wd) -> c\nAdd(xd, c) -> b")), "warning");
    EXPECT_EQ(severities(kRule, onnx("Conv(xd, wd) -> c\nQuantizeLinear(c, 0.05, 0:int8) -> cq\n"
                                     "DequantizeLinear(cq, 0.05, 0:int8) -> cd\nAdd(xd, cd) -> b")),
              "");
}

TEST(Q24, ResultGoesOnInFloat) {
    EXPECT_TRUE(contains(message(kRule, onnx("Conv(xd, wd) -> c\nSigmoid(c) -> b")),
                         "are quantized, but \"c\" between them is not"));
}

TEST(Q24, MergedOperatorsAndConstants) {
    EXPECT_EQ(severities(kRule, onnx("Conv(xd, wd) -> c\nRelu(c) -> b")), "");
    EXPECT_EQ(severities(kRule, onnx("Add(xd, 0.5) -> b")), "");
    EXPECT_EQ(severities(kRule, onnx("const k:float32[8]\nConv(xd, wd, k) -> b")), "");
}

// microsoft/onnxruntime#13328
TEST(Q24, BugReport18FloatOutput) {
    EXPECT_EQ(severities(kRule, std::string(kStart) + "Conv(xd, wd) -> y\noutput y\n"), "");
}

// Weights alone are quantized: no activation is dequantized.
TEST(Q24, FloatActivations) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8]\nconst w:int8[8,8]\nRelu(x) -> r\n"
                         "DequantizeLinear(w, 0.1, 0:int8) -> d\nMatMul(r, d) -> y\noutput y\n"),
              "");
}

// Dynamic quantization leaves the embedding as int8 and the network behind it in float.
TEST(Q24, RowsOfAQuantizedTable) {
    const auto graph = [](std::string_view table) {
        return "onnx opset=13\ninput i:int64[4], x:float32[4,8]\n" + std::string(table) +
               "\nDequantizeLinear(q, 0.1, 0:int8) -> d\nRelu(x) -> r\nAdd(d, r) -> a\nMatMul(a, a) -> m\n"
               "Relu(m) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("const t:int8[16,8]\nGather(t, i) -> q")), "");
    EXPECT_EQ(severities(kRule, graph("Neg(x) -> n\nQuantizeLinear(n, 0.1, 0:int8) -> q")), "warning");
}

}  // namespace
}  // namespace netloupe::lint
