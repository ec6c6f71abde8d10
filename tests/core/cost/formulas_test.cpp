#include <gtest/gtest.h>

#include "cost_testing.h"

namespace netloupe::cost {
namespace {

using test::count;
using test::Counted;
using test::work_of;

TEST(Formulas, Convolutions) {
    // 8*8*8 outputs, each of 3*3*3 weights; a bias is one FLOP an output.
    EXPECT_EQ(work_of("Conv(x:float32[1,3,8,8], w:float32[8,3,3,3], b:float32[8]) -> y { pads=[1,1,1,1] }"),
              "13.8 k | 28.2 k");
    // Two groups: half the channels.
    EXPECT_EQ(work_of("Conv(x:float32[1,4,5,5], w:float32[6,2,1,1]) -> y { group=2 }"), "300 | 600");
    // 4*4 inputs of 2 channels, each multiplied with 3*2*2 weights.
    EXPECT_EQ(work_of("ConvTranspose(x:float32[1,2,4,4], w:float32[2,3,2,2]) -> y { strides=[2,2] }"),
              "384 | 768");
    EXPECT_EQ(work_of("CONV_2D(x:float32[1,4,4,3], w:float32[8,1,1,3], _) -> y:float32[1,4,4,8]", "tflite"),
              "384 | 768");
    EXPECT_EQ(work_of("DEPTHWISE_CONV_2D(x:int8[1,4,4,3], w:int8[1,3,3,3], _) -> y:int8[1,4,4,3]", "tflite"),
              "432 | 864");
}

TEST(Formulas, MatrixProducts) {
    EXPECT_EQ(work_of("MatMul(a:float32[2,3,4], b:float32[4,5]) -> y"), "120 | 240");
    EXPECT_EQ(work_of("Gemm(a:float32[4,3], b:float32[4,5], c:float32[5]) -> y { transA=1 }"), "60 | 135");
    EXPECT_EQ(work_of("Einsum(a:float32[2,3,4], b:float32[2,4,5]) -> y { equation=\"bij,bjk->bik\" }"),
              "120 | 240");
    EXPECT_EQ(work_of("FULLY_CONNECTED(x:float32[2,8], w:float32[4,8], _) -> y:float32[2,4]", "tflite"),
              "64 | 128");
}

TEST(Formulas, Attention) {
    // 2 heads, 4 queries, 4 keys, 8 + 8 of a head: 2*4*4*16; six FLOPs for each of 32 scores.
    EXPECT_EQ(work_of("Attention(q:float32[1,2,4,8], k:float32[1,2,4,8], v:float32[1,2,4,8]) -> y",
                      "onnx opset=23"),
              "512 | 1.22 k");
}

TEST(Formulas, Recurrent) {
    // 3 steps of a batch of 2: 6 rows with 16*4 + 16*4 weights; 18 FLOPs for each of 4 units.
    EXPECT_EQ(work_of("LSTM(x:float32[3,2,4], w:float32[1,16,4], r:float32[1,16,4]) -> y { hidden_size=4 }"),
              "768 | 1.97 k");
}

TEST(Formulas, Elements) {
    EXPECT_EQ(work_of("Relu(x:float32[10]) -> y"), "0 | 10");
    EXPECT_EQ(work_of("Sigmoid(x:float32[10]) -> y"), "0 | 40");
    EXPECT_EQ(work_of("Sum(a:float32[10], b:float32[10], c:float32[10]) -> y"), "0 | 20");
    EXPECT_EQ(work_of("Softmax(x:float32[2,5]) -> y"), "0 | 50");
    EXPECT_EQ(work_of("LayerNormalization(x:float32[2,5], s:float32[5], b:float32[5]) -> y"), "0 | 70");
    EXPECT_EQ(work_of("ReduceMean(x:float32[2,5]) -> y { axes=[1] }", "onnx opset=13"), "0 | 12");
    EXPECT_EQ(work_of("MaxPool(x:float32[1,1,4,4]) -> y { kernel_shape=[2,2] strides=[2,2] }"), "0 | 16");
    EXPECT_EQ(work_of("GlobalAveragePool(x:float32[1,2,4,4]) -> y"), "0 | 34");
    EXPECT_EQ(work_of("ADD(a:float32[4], b:float32[4]) -> y:float32[4]", "tflite"), "0 | 4");
}

TEST(Formulas, MovementAndViews) {
    const Counted moved =
        count("onnx opset=21\nTranspose(x:float32[2,3]) -> y\nReshape(y, [6]:int64) -> z\n");
    EXPECT_EQ(moved.node(Metric::kFlops, 0), "0");
    EXPECT_EQ(moved.node(Metric::kBytesRead, 0), "24 B");
    EXPECT_EQ(moved.node(Metric::kBytesWritten, 0), "24 B");
    EXPECT_EQ(moved.node(Metric::kBytesRead, 1), "0 B");
    EXPECT_EQ(moved.node(Metric::kBytesWritten, 1), "0 B");
    // A table of embeddings is read where it is looked at.
    const Counted looked = count("onnx opset=21\nconst t:float32[1000,8] = 0\nGather(t, i:int64[3]) -> y\n");
    EXPECT_EQ(looked.node(Metric::kBytesRead), "120 B");
    EXPECT_EQ(looked.node(Metric::kParameters), "8.00 k");
}

TEST(Formulas, Signals) {
    // 5 * 8 * log2(8), half of it for real numbers.
    EXPECT_EQ(work_of("DFT(x:float32[1,8,1]) -> y { axis=1 }", "onnx opset=17"), "0 | 60");
}

TEST(Formulas, ClassicalModels) {
    EXPECT_EQ(work_of("ai.onnx.ml::LinearRegressor(x:float32[4,3]) -> y { coefficients=[1.0,2.0,3.0] "
                      "intercepts=[1.0] }"),
              "12 | 28");
}

TEST(Formulas, NamesOfDimensionsStay) {
    EXPECT_EQ(work_of("MatMul(a:float32[batch,seq,4], b:float32[4,8]) -> y"), "32*batch*seq | 64*batch*seq");
    infer::InferOptions bound;
    bound.bindings = {{"batch", 2}, {"seq", 10}};
    EXPECT_EQ(count("onnx opset=21\ninput a:float32[batch,seq,4]\nMatMul(a, b:float32[4,8]) -> y\n", bound)
                  .node(Metric::kMacs),
              "640");
}

TEST(Formulas, UnknownStaysUnknown) {
    const Counted counted =
        count("onnx opset=21\nMatMul(a:float32[2,3], b:float32[3,4]) -> y\nmy.domain::Op(y) -> z\n");
    EXPECT_EQ(counted.node(Metric::kMacs, 1), "unknown");
    EXPECT_EQ(counted.total_text(Metric::kMacs), "at least 24; 1 node unknown");
    EXPECT_EQ(counted.total(Metric::kMacs).number(), std::nullopt);
}

TEST(Formulas, MoreThan64BitsIsUnknown) {
    EXPECT_EQ(work_of("MatMul(a:float32[4000000000,4000000000], b:float32[4000000000,4000000000]) -> y"),
              "unknown | unknown");
}

TEST(Formulas, WeightsBehindDequantizeBelongToTheirConsumer) {
    const Counted counted = count(R"(onnx opset=21
const w:int8[4,8] = 1
DequantizeLinear(w, 0.1, 0:int8) -> wd
MatMul(x:float32[2,4], wd) -> y
MatMul(z:float32[2,4], wd) -> v
)");
    EXPECT_TRUE(counted.costs.graph(GraphId(0U)).constant[0]);
    EXPECT_EQ(counted.node(Metric::kFlops, 0), "0");
    EXPECT_EQ(counted.node(Metric::kWeightBytes, 1), "32 B");
    EXPECT_EQ(counted.node(Metric::kParameters, 2), "32");
    // Read twice, but there once.
    EXPECT_EQ(counted.total_text(Metric::kParameters), "32");
}

TEST(Formulas, SubByteTypesArePacked) {
    EXPECT_EQ(count("onnx opset=21\nconst w:int4[3] = 1\nDequantizeLinear(w, s:float32[], z:int4[]) -> y\n")
                  .node(Metric::kWeightBytes),
              "2 B");
}

TEST(ControlFlow, TheDearerBranchAndRepeatedBodies) {
    const Counted branches = count(R"(onnx opset=21
input c:boolean[], x:float32[4]
If(c) -> y { then_branch=@cheap else_branch=@dear }
graph cheap
Relu(x) -> a
output a
graph dear
Sigmoid(x) -> b
output b
)");
    EXPECT_EQ(branches.node(Metric::kFlops), "16");
    const Counted loop = count(R"(onnx opset=21
input x:float32[4]
Loop(5:int64, _, x) -> y { body=@step }
graph step
input i:int64[], c:boolean[], v:float32[4]
Identity(c) -> again
Relu(v) -> w
output again, w
)");
    EXPECT_EQ(loop.node(Metric::kFlops), "20");
}

TEST(ControlFlow, ALoopThatMayEndSoonerIsNotCounted) {
    const std::string text = R"(onnx opset=21
input x:float32[4]
Loop(5:int64, _, x) -> y { body=@step }
graph step
input i:int64[], c:boolean[], v:float32[4]
Less(i, 2:int64) -> again
Relu(v) -> w
output again, w
)";
    EXPECT_EQ(count(text).node(Metric::kFlops), "unknown");
    // The same notion as that of shapes.
    EXPECT_EQ(count(R"(onnx opset=21
input x:float32[4], xs:float32[t,4]
Scan(x, xs) -> last, all { body=@step num_scan_inputs=1 }
graph step
input v, e
Add(v, e) -> w
Identity(w) -> each
output w, each
)")
                  .node(Metric::kFlops),
              "4*t");
}

TEST(Formulas, LossesWindowsAndSorts) {
    EXPECT_EQ(work_of("SoftmaxCrossEntropyLoss(x:float32[8,10], t:int64[8]) -> y"), "0 | 416");
    EXPECT_EQ(work_of("NegativeLogLikelihoodLoss(x:float32[8,10], t:int64[8]) -> y"), "0 | 16");
    EXPECT_EQ(work_of("STABLEHLO_REDUCE_WINDOW(x:float32[1,8,8,3], 0) -> y { window_dimensions=[1,2,2,1] "
                      "window_strides=[1,2,2,1] }",
                      "tflite"),
              "0 | 192");
    EXPECT_EQ(work_of("STABLEHLO_SORT(x:float32[4,8]) -> y { dimension=1 }", "tflite"), "0 | 96");
}

}  // namespace
}  // namespace netloupe::cost
