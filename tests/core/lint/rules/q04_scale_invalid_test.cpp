#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q04";

TEST(Q04, ZeroNegativeInfiniteAndSubnormalScales) {
    for (const char* scale : {"0", "-0.5", "inf", "nan", "1e-40"}) {
        const std::string graph = std::string("tflite\ninput x:int8[1,4](") + scale +
                                  ",3)\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n";
        EXPECT_EQ(severities(kRule, graph), "error") << scale;
    }
}

TEST(Q04, SmallNormalScalesAreFine) {
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:int8[1,4](1e-37,0)\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n"),
        "");
}

TEST(Q04, NamesTheChannel) {
    EXPECT_TRUE(contains(message(kRule, R"(tflite
input x:int8[1,8,8,3](0.05,0)
const w:int8[3,3,3,3](0.01 0 0.02, 0, axis=0)
CONV_2D(x, w, _) -> y:int8[1,8,8,3](0.05,0)
output y
)"),
                         "Scale of channel 1 of \"w\" is 0 (zero)"));
}

// A TensorFlow Lite tensor whose scale nobody reads.
TEST(Q04, UnusedScaleZero) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,4](0,0)
const axes:int32[1](0,0)
SUM(x, axes) -> y:float32[1]
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, "tflite\ninput x:int8[1,4](0,0)\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n"),
              "error");
}

TEST(Q04, BiasWithScaleZeroIsNeeded) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,4](0.1,0)
const w:int8[2,4](0.1,0)
const b:int32[2](0,0)
FULLY_CONNECTED(x, w, b) -> y:int8[1,2](0.1,0)
output y
)"),
              "error");
}

TEST(Q04, EmptyListOfScales) {
    EXPECT_EQ(severities(kRule, "tflite\ninput x:int8[1,4]()\nRELU(x) -> y:int8[1,4](0.1,0)\noutput y\n"),
              "");
}

// NVIDIA/TensorRT#2628
TEST(Q04, BugReport8NanScale) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,3,8,8]
const w:float32[8,3,3,3]
const s:float32[] = nan
QuantizeLinear(x, s, 0:int8) -> q
DequantizeLinear(q, s, 0:int8) -> d
Conv(d, w) -> y
output y
)"),
              "error");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,3,8,8]
const w:float32[8,3,3,3]
QuantizeLinear(x, 0.1, 0:int8) -> q
DequantizeLinear(q, 0.1, 0:int8) -> d
Conv(d, w) -> y
output y
)"),
              "");
}

// The second of two nodes at one tensor has its own scale.
TEST(Q04, DequantizeWithItsOwnInvalidScale) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,3,8,8]
QuantizeLinear(x, 0.1, 0:int8) -> q
DequantizeLinear(q, -0.1, 0:int8) -> d
Relu(d) -> y
output y
)"),
              "error");
}

// Xilinx/onnx-mlir pull request 602: ONNX Runtime's optimizer makes up scales for constants of Where.
TEST(Q04, BugReport9DummyScaleOfWhere) {
    const auto graph = [](std::string_view header, std::string_view dims) {
        return std::string(header) + "\ninput c:boolean[1,4], x:float32[1,4]\nconst k:int8" +
               std::string(dims) +
               " = 1\nDequantizeLinear(k, -1, 0:int8) -> d\nWhere(c, x, d) -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("onnx opset=13 producer=\"onnxruntime optimised\"", "[]")), "warning");
    EXPECT_EQ(severities(kRule, graph("onnx opset=13 com.microsoft.nchwc=1", "[]")), "warning");
    EXPECT_EQ(severities(kRule, graph("onnx opset=13 producer=\"pytorch\"", "[]")), "error");
    EXPECT_EQ(severities(kRule, graph("onnx opset=13 producer=\"onnxruntime optimised\"", "[4]")), "error");
}

// ONNX Runtime's block quantizer gives a block the sign of its largest value.
TEST(Q04, BlockScalesOfPackedWeights) {
    const auto graph = [](std::string_view scale) {
        return "onnx\ninput x:float32[1,32]\nconst b:uint8[2,1,16]\nconst s:float32[2] = " +
               std::string(scale) +
               "\ncom.microsoft::MatMulNBits(x, b, s) -> y { K=32, N=2, bits=4, block_size=32 }\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("-0.1 0")), "");
    EXPECT_EQ(severities("Q10", graph("-0.1 0")), "");
    EXPECT_EQ(severities(kRule, graph("-0.1 nan")), "error");
}

// A scale that is an exponent may be 2^-127, which float32 has as a subnormal only.
TEST(Q04, SmallestScaleOfMicroscaling) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=25
const w:float4e2m1[2,32]
const s:float8e8m0[2,1] = 0
DequantizeLinear(w, s) -> y { axis=1, block_size=32 }
output y
)"),
              "");
}

TEST(Q04, HalfPrecisionScaleThatIsSubnormal) {
    const std::string start = "onnx opset=19\ninput x:float16[1,4]\nconst s:float16[] = ";
    const std::string end =
        "\nQuantizeLinear(x, s, 0:int8) -> q\nDequantizeLinear(q, s, 0:int8) -> y\noutput y\n";
    EXPECT_EQ(severities(kRule, start + "3e-5" + end), "warning");
    EXPECT_EQ(severities(kRule, start + "0.01" + end), "");
}

}  // namespace
}  // namespace netloupe::lint
