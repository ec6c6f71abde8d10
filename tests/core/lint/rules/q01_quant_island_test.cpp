#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q01";

TEST(Q01, FloatOperatorBetweenQuantizedConvolutions) {
    const auto all = findings(kRule, R"(tflite
input x:int8[1,8,8,3](0.05,0)
const w:int8[3,3,3,3](0.01,0)
CONV_2D(x, w, _) -> a:int8[1,8,8,3](0.05,0)
DEQUANTIZE(a) -> af:float32[1,8,8,3]
SIN(af) -> bf:float32[1,8,8,3]
QUANTIZE(bf) -> b:int8[1,8,8,3](0.01,0)
CONV_2D(b, w, _) -> y:int8[1,8,8,3](0.05,0)
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].node, NodeId(2U));
    EXPECT_TRUE(all[0].nodes.empty());
    EXPECT_TRUE(
        contains(all[0].message, "SIN (node 3) runs in float between the quantized tensors \"a\" and \"b\""))
        << all[0].message;
}

TEST(Q01, ConnectedFloatOperatorsAreOneIsland) {
    const auto all = findings(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> af:float32[1,8]
SIN(af) -> s:float32[1,8]
COS(af) -> c:float32[1,8]
MUL(s, c) -> m:float32[1,8]
QUANTIZE(m) -> b:int8[1,8](0.01,0)
FULLY_CONNECTED(b, w, _) -> y:int8[1,8](0.05,0)
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].nodes, (std::vector<NodeId>{NodeId(2U), NodeId(3U), NodeId(4U)}));
}

// More than eight float operators are a float part of the model, which is another rule's matter.
TEST(Q01, AFloatPartIsNotAnIsland) {
    std::string graph = R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> f0:float32[1,8]
)";
    for (int i = 0; i < 9; ++i) {
        graph += "SIN(f" + std::to_string(i) + ") -> f" + std::to_string(i + 1) + ":float32[1,8]\n";
    }
    graph += R"(QUANTIZE(f9) -> b:int8[1,8](0.01,0)
FULLY_CONNECTED(b, w, _) -> y:int8[1,8](0.05,0)
output y
)";
    EXPECT_EQ(severities(kRule, graph), "");
    const Options wider{.only = {"Q01"}, .parameters = {{"Q01", "max-nodes", 9}}};
    EXPECT_EQ(check(test::graph_from_text(graph), wider).size(), 1U);
}

// Kazuhito00/MoveNet-Python-Example#3: several islands in the backbone.
TEST(Q01, BugReport16MoveNet) {
    std::string graph = R"(tflite
input x:int8[1,8,8,3](0.05,0)
const w:int8[3,3,3,3](0.01,0)
CONV_2D(x, w, _) -> a0:int8[1,8,8,3](0.05,0)
)";
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        graph += "DEQUANTIZE(a" + n + ") -> f" + n + ":float32[1,8,8,3]\n";
        graph += "SIN(f" + n + ") -> g" + n + ":float32[1,8,8,3]\n";
        graph += "QUANTIZE(g" + n + ") -> b" + n + ":int8[1,8,8,3](0.01,0)\n";
        graph += "CONV_2D(b" + n + ", w, _) -> a" + std::to_string(i + 1) + ":int8[1,8,8,3](0.05,0)\n";
    }
    EXPECT_EQ(severities(kRule, graph + "output a3\n"), "warning warning warning");
}

// The same network without its conversions.
TEST(Q01, BugReport16NegativeTwin) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8,8,3](0.05,0)
const w:int8[3,3,3,3](0.01,0)
CONV_2D(x, w, _) -> a:int8[1,8,8,3](0.05,0)
LOGISTIC(a) -> b:int8[1,8,8,3](0.00390625,-128)
CONV_2D(b, w, _) -> y:int8[1,8,8,3](0.05,0)
output y
)"),
              "");
}

// alibaba/TinyNeuralNetwork#119: a float head is allowed.
TEST(Q01, BugReport17FloatHead) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> f:float32[1,8]
LOG_SOFTMAX(f) -> y:float32[1,8]
output y
)"),
              "");
}

// Trap 3: also when the head ends in integers again.
TEST(Q01, FinalOperatorBeforeAQuantizedOutput) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> f:float32[1,8]
SOFTMAX(f) -> s:float32[1,8]
QUANTIZE(s) -> y:uint8[1,8](0.00390625,0)
output y
)"),
              "");
}

// Trap 6: an image as uint8, quantized to int8 at the border.
TEST(Q01, Uint8ImageInput) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:uint8[1,8,8,3](0.05,128)
const w:int8[3,3,3,3](0.01,0)
QUANTIZE(x) -> q:int8[1,8,8,3](0.05,0)
CONV_2D(q, w, _) -> a:int8[1,8,8,3](0.05,0)
QUANTIZE(a) -> y:uint8[1,8,8,3](0.05,128)
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, R"(tflite
input x:uint8[1,8,8,3](0.05,128)
const w:int8[3,3,3,3](0.01,0)
DEQUANTIZE(x) -> f:float32[1,8,8,3]
RESHAPE(f, _) -> r:float32[1,8,8,3]
QUANTIZE(r) -> q:int8[1,8,8,3](0.05,0)
CONV_2D(q, w, _) -> y:int8[1,8,8,3](0.05,0)
output y
)"),
              "");
}

// Trap 2: weights stored as float16.
TEST(Q01, Float16Weights) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8,8,3]
const w16:float16[3,3,3,3]
DEQUANTIZE(w16) -> w:float32[3,3,3,3]
CONV_2D(x, w, _) -> a:float32[1,8,8,3]
QUANTIZE(a) -> q:int8[1,8,8,3](0.05,0)
DEQUANTIZE(q) -> y:float32[1,8,8,3]
output y
)"),
              "");
}

// Trap 22: each subgraph has its own border.
TEST(Q01, EverySubgraphIsChecked) {
    const auto all = findings(kRule, R"(tflite
input x:float32[1,8]
output x
graph second
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> f:float32[1,8]
SIN(f) -> g:float32[1,8]
QUANTIZE(g) -> b:int8[1,8](0.01,0)
FULLY_CONNECTED(b, w, _) -> y:int8[1,8](0.05,0)
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].graph, GraphId(1U));
}

// Who asks for a shape reads no values.
TEST(Q01, ShapesOfTheFloatValuesDoNotOpenTheIsland) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
DEQUANTIZE(a) -> f:float32[1,8]
SIN(f) -> g:float32[1,8]
SHAPE(g) -> s:int32[2]
QUANTIZE(g) -> b:int8[1,8](0.01,0)
RESHAPE(b, s) -> r:int8[1,8](0.01,0)
FULLY_CONNECTED(r, w, _) -> y:int8[1,8](0.05,0)
output y
)"),
              "warning");
}

constexpr std::string_view kOnnxStart = R"(onnx opset=17
input x:float32[1,8,8,8]
const w:int8[8,8,3,3]
QuantizeLinear(x, 0.05, 0:int8) -> xq
DequantizeLinear(xq, 0.05, 0:int8) -> xd
DequantizeLinear(w, 0.01, 0:int8) -> wd
Conv(xd, wd) -> a
QuantizeLinear(a, 0.05, 0:int8) -> aq
DequantizeLinear(aq, 0.05, 0:int8) -> ad
)";
constexpr std::string_view kOnnxEnd = R"(QuantizeLinear(b, 0.05, 0:int8) -> bq
DequantizeLinear(bq, 0.05, 0:int8) -> bd
Conv(bd, wd) -> y
output y
)";

std::string onnx(std::string_view middle) {
    return std::string(kOnnxStart) + std::string(middle) + std::string(kOnnxEnd);
}

// Trap 1: DequantizeLinear, operator, QuantizeLinear is the format.
TEST(Q01, OnnxNodeUnitsAreNoIslands) {
    EXPECT_EQ(severities(kRule, onnx("Sigmoid(ad) -> b\n")), "");
    EXPECT_EQ(severities(kRule, onnx("MaxPool(ad) -> b\n")), "");
    EXPECT_EQ(severities(kRule, onnx("Conv(ad, wd) -> b\n")), "");
}

TEST(Q01, OnnxOperatorThatIsNoNodeUnit) {
    EXPECT_EQ(severities(kRule, onnx("Erf(ad) -> b\n")), "warning");
    EXPECT_EQ(severities(kRule, onnx("mine::Special(ad) -> b\n")), "warning");
}

TEST(Q01, OnnxMergedActivationBiasAndNormalizationBelongToTheUnit) {
    EXPECT_EQ(severities(kRule, onnx("Conv(ad, wd) -> c\nRelu(c) -> b\n")), "");
    EXPECT_EQ(severities(kRule, onnx("Conv(ad, wd) -> c\nClip(c, 0, 6) -> b\n")), "");
    EXPECT_EQ(
        severities(kRule,
                   onnx("const s:float32[8]\nConv(ad, wd) -> c\nBatchNormalization(c, s, s, s, s) -> n\n"
                        "Relu(n) -> b\n")),
        "");
}

TEST(Q01, OnnxOperatorsWithoutConversionsBetweenThem) {
    const std::string text = message(kRule, onnx("HardSigmoid(ad) -> h\nMul(ad, h) -> b\n"));
    EXPECT_TRUE(contains(text, "There is no QuantizeLinear and DequantizeLinear between them")) << text;
}

// NVIDIA/TensorRT#3542: a residual Add with conversions on one branch only.
TEST(Q01, BugReport14OneSidedResidual) {
    EXPECT_EQ(severities(kRule, onnx("Conv(ad, wd) -> c\nAdd(ad, c) -> b\n")), "warning");
    EXPECT_EQ(severities(kRule, onnx("Conv(ad, wd) -> c\nQuantizeLinear(c, 0.05, 0:int8) -> cq\n"
                                     "DequantizeLinear(cq, 0.05, 0:int8) -> cd\nAdd(ad, cd) -> b\n")),
              "");
}

// microsoft/onnxruntime#12487: without a layer that multiplies weights there is no backbone.
TEST(Q01, BugReport13OneSidedAddWithoutBackbone) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input a:float32[1,8], b:float32[1,8]
QuantizeLinear(a, 0.05, 0:int8) -> aq
DequantizeLinear(aq, 0.05, 0:int8) -> ad
Add(ad, b) -> s
QuantizeLinear(s, 0.05, 0:int8) -> sq
DequantizeLinear(sq, 0.05, 0:int8) -> y
output y
)"),
              "");
}

// microsoft/onnxruntime#13328: no conversions behind the last operator.
TEST(Q01, BugReport18FloatOutput) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,8,8,8]
const w:int8[8,8,3,3]
QuantizeLinear(x, 0.05, 0:int8) -> xq
DequantizeLinear(xq, 0.05, 0:int8) -> xd
DequantizeLinear(w, 0.01, 0:int8) -> wd
Conv(xd, wd) -> y
output y
)"),
              "");
}

// Trap 16: a value of the enclosing graph is no dequantized one.
TEST(Q01, CapturedFloatValue) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=17
input c:boolean[], f:float32[1,8]
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
const w:int8[8,8]
Add(f, f) -> g
QuantizeLinear(g, 0.05, 0:int8) -> gq
DequantizeLinear(gq, 0.05, 0:int8) -> gd
DequantizeLinear(w, 0.05, 0:int8) -> wd
MatMul(gd, wd) -> y
output y
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
