#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::conflict_of;
using test::infer;
using test::Inferred;
using test::type_of;

TEST(Reduction, FoldsAxesOfAttributesAndInputs) {
    EXPECT_EQ(type_of("ReduceMean(x:float32[n,3,4], [1 -1]:int64) -> y"), "float32[n,1,1]");
    EXPECT_EQ(type_of("ReduceMean(x:float32[n,3,4]) -> y { axes=[1] keepdims=0 }", "onnx opset=13"),
              "float32[n,4]");
    EXPECT_EQ(type_of("ReduceSum(x:float32[n,3]) -> y { keepdims=0 }"), "float32[]");
    EXPECT_EQ(type_of("ReduceSum(x:float32[n,3]) -> y { noop_with_empty_axes=1 }"), "float32[n,3]");
    EXPECT_EQ(type_of("ReduceMax(x:float32[n,3], a:int64[1]) -> y"), "float32[?,?]");
    EXPECT_EQ(type_of("ReduceMax(x:float32[n,3], a:int64[1]) -> y { keepdims=0 }"), "float32[?]");
    EXPECT_EQ(type_of("ArgMax(x:float32[n,3]) -> y { axis=1 keepdims=0 }"), "int64[n]");
    EXPECT_EQ(
        type_of("NegativeLogLikelihoodLoss(x:float32[n,5,d], t:int64[n,d]) -> y { reduction=\"none\" }"),
        "float32[n,d]");
    EXPECT_EQ(conflict_of("ArgMax(x:float32[2,3]) -> y { axis=2 }"), "Axis 2 is not one of 2 dimensions.\n");
}

TEST(Resize, ScalesAndSizes) {
    EXPECT_EQ(type_of("Resize(x:float32[n,3,h,8], _, [1 1 2 0.5]) -> y"), "float32[n,3,2*h,4]");
    EXPECT_EQ(type_of("Resize(x:float32[n,3,h,9], _, [1 1 0.5 0.4]) -> y"), "float32[n,3,floor(h/2),3]");
    EXPECT_EQ(type_of("Resize(x:float32[n,3,h], _, [1 1 0.3]) -> y"), "float32[n,3,?]");
    EXPECT_EQ(type_of("Resize(x:float32[n,3,h,8], _, _, [4 5]:int64) -> y { axes=[2,3] }"),
              "float32[n,3,4,5]");
    EXPECT_EQ(type_of("Resize(x:float32[1,1,6,8], _, _, [12 4]:int64) -> y { axes=[2,3] "
                      "keep_aspect_ratio_policy=\"not_larger\" }"),
              "float32[1,1,3,4]");
    EXPECT_EQ(type_of("Upsample(x:float32[n,3,h,8], [1 1 2 2]) -> y", "onnx opset=9"), "float32[n,3,2*h,16]");
}

TEST(Normalization, KeepsShapes) {
    EXPECT_EQ(
        type_of(
            "BatchNormalization(x:float32[n,3,h], s:float32[3], b:float32[3], m:float32[3], v:float32[3]) "
            "-> _, y { training_mode=1 }"),
        "float32[3]");
    EXPECT_EQ(type_of("LayerNormalization(x:float16[n,s,8], g:float16[8]) -> _, y { axis=-1 }"),
              "float32[n,s,1]");
    EXPECT_EQ(type_of("LayerNormalization(x:float16[n,8], g:float16[8]) -> y"), "float16[n,8]");
    // Before ai.onnx had it.
    EXPECT_EQ(type_of("LayerNormalization(x:float16[n,8], g:float32[8]) -> y", "onnx opset=12"),
              "float32[n,8]");
    EXPECT_EQ(type_of("Softmax(x:float32[n,3]) -> y"), "float32[n,3]");
    EXPECT_EQ(type_of("Dropout(x:float32[n,3]) -> _, y"), "boolean[n,3]");
}

TEST(Quantization, TakesTypesFromZeroPoints) {
    EXPECT_EQ(type_of("QuantizeLinear(x:float32[n,3], 0.1, 0:int8) -> y"), "int8[n,3]");
    EXPECT_EQ(type_of("QuantizeLinear(x:float32[n,3], 0.1) -> y"), "uint8[n,3]");
    EXPECT_EQ(type_of("QuantizeLinear(x:float32[n,3], 0.1) -> y { output_dtype=22 }", "onnx opset=21"),
              "int4[n,3]");
    EXPECT_EQ(type_of("DequantizeLinear(x:int8[n,3], 0.1:float16) -> y"), "float16[n,3]");
    EXPECT_EQ(type_of("DynamicQuantizeLinear(x:float32[n,3]) -> y, _, _"), "uint8[n,3]");
    EXPECT_EQ(
        type_of("QLinearConv(x:uint8[1,3,8], 0.1, 0:uint8, w:int8[4,3,3], 0.1, 0:int8, 0.1, 0:uint8) -> y"),
        "uint8[1,4,6]");
    EXPECT_EQ(
        type_of("QLinearMatMul(a:uint8[n,8], 0.1, 0:uint8, b:int8[8,5], 0.1, 0:int8, 0.1, 0:int8) -> y"),
        "int8[n,5]");
}

TEST(Recurrent, LayersGiveStates) {
    const std::string line = "LSTM(x:float32[t,b,5], w:float32[2,32,5], r:float32[2,32,8]) -> ";
    EXPECT_EQ(type_of(line + "y { hidden_size=8 direction=\"bidirectional\" }"), "float32[t,2,b,8]");
    EXPECT_EQ(type_of(line + "_, _, y { direction=\"bidirectional\" }"), "float32[2,b,8]");
    EXPECT_EQ(
        type_of(
            "GRU(x:float32[b,t,5], w:float32[1,24,5], r:float32[1,24,8]) -> y { hidden_size=8 layout=1 }"),
        "float32[b,t,1,8]");
}

TEST(Signals, HaveBinsAndFrames) {
    EXPECT_EQ(type_of("DFT(x:float32[n,100,1]) -> y { onesided=1 }", "onnx opset=17"), "float32[n,51,2]");
    EXPECT_EQ(type_of("DFT(x:float32[n,100,1], 64:int64) -> y", "onnx opset=20"), "float32[n,64,2]");
    EXPECT_EQ(type_of("STFT(x:float32[n,128,1], 8:int64, w:float32[16]) -> y"), "float32[n,15,9,2]");
    EXPECT_EQ(type_of("HannWindow(10:int64) -> y"), "float32[10]");
    EXPECT_EQ(type_of("MelWeightMatrix(8:int64, 16:int64, 8192:int64, 0, 4096) -> y"), "float32[9,8]");
}

TEST(Attention, OfOnnxGrowsTheCache) {
    const std::string line =
        "Attention(q:float32[b,8,s,64], k:float32[b,2,s,64], v:float32[b,2,s,32], _, pk:float32[b,2,p,64], "
        "pv:float32[b,2,p,32]) -> ";
    EXPECT_EQ(type_of(line + "y", "onnx opset=23"), "float32[b,8,s,32]");
    EXPECT_EQ(type_of(line + "_, y", "onnx opset=23"), "float32[b,2,s+p,64]");
    EXPECT_EQ(
        type_of("Attention(q:float32[b,s,512], k:float32[b,t,128], v:float32[b,t,64]) -> y { q_num_heads=8 "
                "kv_num_heads=2 }",
                "onnx opset=23"),
        "float32[b,s,256]");
}

TEST(Microsoft, Attention) {
    EXPECT_EQ(
        type_of("com.microsoft::Attention(x:float32[b,s,768], w:float32[768,2304]) -> y { num_heads=12 }"),
        "float32[b,s,768]");
    EXPECT_EQ(
        type_of("com.microsoft::Attention(x:float32[b,s,768], w:float32[768,2304]) -> _, y { num_heads=12 }"),
        "float32[2,b,12,s,64]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::QAttention(x:uint8[b,s,768], w:int8[768,2304], c:float32[2304], 0.1, 0.1) -> y "
            "{ num_heads=12 }"),
        "float32[b,s,768]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::MultiHeadAttention(q:float16[b,s,768], k:float16[b,t,768], v:float16[b,t,512]) "
            "-> y { num_heads=8 }"),
        "float16[b,s,512]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::GroupQueryAttention(q:float16[b,s,4096], k:float16[b,s,1024], "
            "v:float16[b,s,1024], pk:float16[b,8,p,128], pv:float16[b,8,p,128], l:int32[b], t:int32) -> _, y "
            "{ num_heads=32 kv_num_heads=8 }"),
        "float16[b,8,?,128]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::SkipLayerNormalization(x:float32[b,s,8], k:float32[b,s,8], g:float32[8]) -> _, "
            "_, _, y"),
        "float32[b,s,8]");
    EXPECT_EQ(type_of("com.microsoft::EmbedLayerNormalization(i:int32[b,s], _, w:float32[1000,768]) -> y, _"),
              "float32[b,s,768]");
}

TEST(Microsoft, MatricesAndQuantizedOperators) {
    EXPECT_EQ(
        type_of(
            "com.microsoft::MatMulNBits(a:float16[b,s,4096], w:uint8[1024,32,16], c:float16[32768]) -> y { "
            "K=4096 N=1024 bits=4 block_size=128 }"),
        "float16[b,s,1024]");
    EXPECT_EQ(
        type_of("com.microsoft::FusedMatMul(a:float32[n,8,s], b:float32[n,5,8]) -> y { transA=1 transB=1 }"),
        "float32[n,s,5]");
    EXPECT_EQ(type_of("com.microsoft::DynamicQuantizeMatMul(a:float32[n,8], b:int8[8,5], 0.1) -> y"),
              "float32[n,5]");
    EXPECT_EQ(type_of("com.microsoft::QGemm(a:uint8[n,8], 0.1, 0:uint8, b:int8[8,5], 0.1, 0:int8) -> y"),
              "float32[n,5]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::QLinearAdd(a:uint8[n,1], 0.1, 0:uint8, b:uint8[4], 0.1, 0:uint8, 0.1, 0:uint8) "
            "-> y"),
        "uint8[n,4]");
    EXPECT_EQ(
        type_of("com.microsoft::QLinearConcat(0.1, 0:uint8, a:uint8[n,2], 0.1, 0:uint8, b:uint8[n,3], 0.1, "
                "0:uint8) -> y { axis=1 }"),
        "uint8[n,5]");
    EXPECT_EQ(
        type_of("com.microsoft::FusedConv(x:float32[1,3,9], w:float32[8,3,3]) -> y { activation=\"Relu\" }"),
        "float32[1,8,7]");
    EXPECT_EQ(
        type_of(
            "com.microsoft::QLinearGlobalAveragePool(x:uint8[n,7,7,3], 0.1, 0:uint8, 0.1, 0:uint8) -> y { "
            "channels_last=1 }"),
        "uint8[n,1,1,3]");
}

TEST(Microsoft, RareOperators) {
    EXPECT_EQ(type_of("com.microsoft::AllGather(x:float16[b,s]) -> y { axis=1 group_size=4 }"),
              "float16[b,4*s]");
    EXPECT_EQ(type_of("com.microsoft::GatherND(x:float32[n,3,4], i:int64[k,2]) -> y"), "float32[k,4]");
    EXPECT_EQ(type_of("com.microsoft::GridSample(x:float32[n,3,4,4], g:float32[n,7,8,2]) -> y"),
              "float32[n,3,7,8]");
    EXPECT_EQ(type_of("com.microsoft::Rfft(x:float32[b,16]) -> y"), "float32[b,9,2]");
    EXPECT_EQ(type_of("com.microsoft::RestorePadding(x:float16[t,64], o:int32[b,s]) -> y"),
              "float16[b,s,64]");
    EXPECT_EQ(type_of("com.microsoft::RemovePadding(x:float16[b,s,64], n:int32[b]) -> y, _, _, _"),
              "float16[?,64]");
    EXPECT_EQ(type_of("com.microsoft::UnfoldTensor(x:float32[b,10]) -> y { size=4 step=3 }"),
              "float32[b,3,4]");
    EXPECT_EQ(type_of("com.microsoft::QuantizeWithOrder(x:float32[b,s,8], 0.1) -> y"), "int8[b,s,8]");
    EXPECT_EQ(type_of("com.microsoft::NGramRepeatBlock(i:int64[b,s], x:float32[b,v]) -> y"), "float32[b,v]");
    EXPECT_EQ(type_of("com.microsoft::GatedRelativePositionBias(q:float16[b,s,64], a:float16[64], "
                      "r:float16[1,4,s,s], w:float16[16,8], c:float16[8], e:float16[1,4,1,1]) -> y { "
                      "num_heads=4 }"),
              "float16[b,4,s,s]");
}

TEST(Classical, ModelsGiveRows) {
    EXPECT_EQ(type_of("ai.onnx.ml::TreeEnsembleRegressor(x:float32[n,4]) -> y { n_targets=2 }"),
              "float32[n,2]");
    EXPECT_EQ(type_of("ai.onnx.ml::LinearClassifier(x:float32[n,4]) -> y, _ { classlabels_ints=[0,1,2] }"),
              "int64[n]");
    EXPECT_EQ(type_of("ai.onnx.ml::LinearClassifier(x:float32[n,4]) -> _, y { classlabels_ints=[0,1,2] }"),
              "float32[n,3]");
    EXPECT_EQ(type_of("ai.onnx.ml::Scaler(x:int64[n,4]) -> y"), "float32[n,4]");
    EXPECT_EQ(type_of("ai.onnx.ml::OneHotEncoder(x:int64[n]) -> y { cats_int64s=[1,2,3] }"), "float32[n,3]");
    EXPECT_EQ(
        type_of(
            "ai.onnx.preview.training::Adam(r:float32, t:int64, x:float32[2], z:float32[3], gx:float32[2], "
            "gz:float32[3], vx:float32[2], vz:float32[3], hx:float32[2], hz:float32[3]) -> _, _, _, y"),
        "float32[3]");
}

}  // namespace
}  // namespace netloupe::infer
