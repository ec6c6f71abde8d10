#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::infer;
using test::Inferred;

std::string tflite(std::string_view line) {
    return test::type_of(line, "tflite");
}

TEST(Tflite, Convolves) {
    EXPECT_EQ(tflite("CONV_2D(x:int8[1,h,224,3], w:int8[8,3,3,3], b:int32[8]) -> y { padding=SAME stride_h=2 "
                     "stride_w=2 }"),
              "int8[1,floor((h+1)/2),112,8]");
    EXPECT_EQ(
        tflite("CONV_2D(x:float32[1,9,9,3], w:float32[8,3,3,3]) -> y { padding=VALID stride_h=1 stride_w=2 "
               "dilation_h_factor=2 }"),
        "float32[1,5,4,8]");
    EXPECT_EQ(
        tflite("DEPTHWISE_CONV_2D(x:float32[1,9,9,3], w:float32[1,3,3,6]) -> y { padding=VALID stride_h=1 "
               "stride_w=1 }"),
        "float32[1,7,7,6]");
    EXPECT_EQ(tflite("TRANSPOSE_CONV([1 8 8 4]:int32, w:float32[4,2,2,3], x:float32[1,4,4,3]) -> y"),
              "float32[1,8,8,4]");
    EXPECT_EQ(
        tflite("MAX_POOL_2D(x:float32[1,7,7,3]) -> y { padding=SAME stride_h=2 stride_w=2 filter_height=2 "
               "filter_width=2 }"),
        "float32[1,4,4,3]");
    EXPECT_EQ(tflite("FULLY_CONNECTED(x:float32[2,3,4], w:float32[5,4]) -> y"), "float32[6,5]");
    EXPECT_EQ(tflite("FULLY_CONNECTED(x:float32[2,3,4], w:float32[5,4]) -> y { keep_num_dims=1 }"),
              "float32[2,3,5]");
    EXPECT_EQ(tflite("BATCH_MATMUL(x:float32[n,3,4], w:float32[1,5,4]) -> y { adj_y=1 }"), "float32[n,3,5]");
}

TEST(Tflite, SoftmaxGivesTheTypeThatTheFileSays) {
    EXPECT_EQ(tflite("SOFTMAX(x:int8[1,8]) -> y:int16[1,8]"), "int16[1,8]");
    EXPECT_EQ(tflite("SOFTMAX(x:int8[1,8]) -> y:int8[1,8]"), "int8[1,8]");
}

TEST(Tflite, MovesElements) {
    EXPECT_EQ(tflite("RESHAPE(x:float32[2,6], [-1 3]:int32) -> y"), "float32[4,3]");
    EXPECT_EQ(tflite("RESHAPE(x:float32[2,6]) -> y { new_shape=[3,4] }"), "float32[3,4]");
    EXPECT_EQ(tflite("SQUEEZE(x:float32[1,6,1]) -> y { squeeze_dims=[0] }"), "float32[6,1]");
    EXPECT_EQ(tflite("PACK(a:float32[2], b:float32[2]) -> y { axis=1 values_count=2 }"), "float32[2,2]");
    EXPECT_EQ(tflite("UNPACK(x:float32[2,3]) -> _, y { axis=1 num=3 }"), "float32[2]");
    EXPECT_EQ(tflite("SPLIT(-1:int32, x:float32[2,6]) -> y, _, _ { num_splits=3 }"), "float32[2,2]");
    EXPECT_EQ(tflite("SPLIT_V(x:float32[2,6], [1 -1 2]:int32, 1:int32) -> _, y, _ { num_splits=3 }"),
              "float32[2,3]");
    EXPECT_EQ(tflite("SLICE(x:float32[5,6], [1 2]:int32, [-1 3]:int32) -> y"), "float32[4,3]");
    EXPECT_EQ(tflite("STRIDED_SLICE(x:float32[5,6,7], [0 1 0]:int32, [0 5 0]:int32, [1 2 1]:int32) -> y { "
                     "begin_mask=4 end_mask=4 shrink_axis_mask=1 }"),
              "float32[2,7]");
    EXPECT_EQ(tflite("STRIDED_SLICE(x:float32[5,6], [0 0 1]:int32, [0 0 3]:int32, [1 1 1]:int32) -> y { "
                     "ellipsis_mask=1 new_axis_mask=2 }"),
              "float32[5,1,2]");
    EXPECT_EQ(tflite("GATHER(x:float32[5,6], i:int32[2,3]) -> y { axis=1 }"), "float32[5,2,3]");
    EXPECT_EQ(tflite("RESIZE_BILINEAR(x:float32[1,5,6,3], [10 12]:int32) -> y"), "float32[1,10,12,3]");
    EXPECT_EQ(tflite("SPACE_TO_DEPTH(x:float32[1,4,6,3]) -> y { block_size=2 }"), "float32[1,2,3,12]");
    EXPECT_EQ(tflite("MEAN(x:float32[1,4,6,3], [1 2]:int32) -> y"), "float32[1,3]");
    EXPECT_EQ(tflite("ARG_MAX(x:float32[1,4], 1:int32) -> y { output_type=INT32 }"), "int32[1]");
    EXPECT_EQ(tflite("WHERE(x:boolean[n,4]) -> y"), "int64[?,2]");
    EXPECT_EQ(tflite("ONE_HOT(i:int32[n], 10:int32, 1, 0) -> y { axis=-1 }"), "float32[n,10]");
}

TEST(Tflite, PadsAndBatchesByConstantMatrices) {
    const Inferred result = infer(R"(tflite
input x:float32[1,8,8,3]
const p:int32[4,2] = 0 0 1 1 2 2 0 0
const s:int32[2,2] = 0 0 0 0
PAD(x, p) -> a
SPACE_TO_BATCH_ND(x, [2 2]:int32, s) -> b
BATCH_TO_SPACE_ND(b, [2 2]:int32, s) -> c
)");
    EXPECT_EQ(result.type("a"), "float32[1,10,12,3]");
    EXPECT_EQ(result.type("b"), "float32[4,4,4,3]");
    EXPECT_EQ(result.type("c"), "float32[1,8,8,3]");
}

TEST(Tflite, FoldsShapeArithmetic) {
    const Inferred result = infer(R"(tflite
input x:float32[2|?,6,4]
SHAPE(x) -> s { out_type=INT32 }
STRIDED_SLICE(s, [0]:int32, [1]:int32, [1]:int32) -> b { shrink_axis_mask=1 }
PACK(b, 24:int32) -> target { axis=0 values_count=2 }
RESHAPE(x, target) -> y
FULLY_CONNECTED(y, w:float32[5,24]) -> z
FILL(target, 0) -> f
)");
    EXPECT_EQ(result.value("target"), "[? 24]");
    const auto extent = [&](std::string_view name) { return result.shapes.dims(result.tensor(name))[0]; };
    EXPECT_EQ(extent("y"), extent("x"));
    EXPECT_EQ(extent("z"), extent("x"));
    EXPECT_EQ(result.type("f"), "float32[?,24]");
}

TEST(Tflite, RecurrentLayersKeepTheirTime) {
    EXPECT_EQ(
        tflite("UNIDIRECTIONAL_SEQUENCE_RNN(x:float32[b,t,3], w:float32[8,3], r:float32[8,8], c:float32[8], "
               "s:float32[b,8]) -> y"),
        "float32[b,t,8]");
    EXPECT_EQ(
        tflite("SVDF(x:float32[b,3], f:float32[8,3], t:float32[8,10], _, s:float32[b,80]) -> y { rank=2 }"),
        "float32[b,4]");
}

TEST(Tflite, StablehloHasDimensionNumbers) {
    EXPECT_EQ(tflite("STABLEHLO_CONVOLUTION(x:float32[n,3,9,9], w:float32[8,3,3,3]) -> y { "
                     "input_batch_dimension=0 input_feature_dimension=1 input_spatial_dimensions=[2,3] "
                     "kernel_output_feature_dimension=0 kernel_input_feature_dimension=1 "
                     "kernel_spatial_dimensions=[2,3] output_batch_dimension=0 output_feature_dimension=1 "
                     "output_spatial_dimensions=[2,3] window_strides=[2,1] padding=[1,1,0,0] }"),
              "float32[n,8,5,7]");
    EXPECT_EQ(tflite("STABLEHLO_DOT_GENERAL(a:float32[b,m,4], w:float32[b,4,k]) -> y { "
                     "lhs_batching_dimensions=[0] rhs_batching_dimensions=[0] "
                     "lhs_contracting_dimensions=[2] rhs_contracting_dimensions=[1] }"),
              "float32[b,m,k]");
    EXPECT_EQ(tflite("STABLEHLO_GATHER(x:float32[10,6], i:int32[n,1]) -> y { offset_dims=[1] "
                     "collapsed_slice_dims=[0] start_index_map=[0] index_vector_dim=1 slice_sizes=[1,6] }"),
              "float32[n,6]");
    EXPECT_EQ(tflite("STABLEHLO_PAD(x:float32[n,4], 0) -> y { edge_padding_low=[1,-1] "
                     "edge_padding_high=[2,0] interior_padding=[0,2] }"),
              "float32[n+3,9]");
    EXPECT_EQ(tflite("STABLEHLO_REDUCE(x:float32[n,4,5], 0) -> y { dimensions=[1] }"), "float32[n,5]");
    EXPECT_EQ(tflite("STABLEHLO_REDUCE_WINDOW(x:float32[1,8,8,n], 0) -> y { window_dimensions=[1,3,2,1] "
                     "window_strides=[1,2,2,1] window_dilations=[1,2,1,1] padding=[0,0,1,1,0,0,0,0] }"),
              "float32[1,3,4,n]");
    EXPECT_EQ(tflite("STABLEHLO_SORT(x:float32[n,4]) -> y { dimension=1 }"), "float32[n,4]");
    EXPECT_EQ(tflite("STABLEHLO_SCATTER(x:float32[n,4], i:int32[2], u:float32[2,4]) -> y"), "float32[n,4]");
}

TEST(Tflite, SpecialOperators) {
    EXPECT_EQ(tflite("BITCAST(x:float32[n,2]) -> y:int32"), "int32[n,2]");
    EXPECT_EQ(tflite("BITCAST(x:float32[n,2]) -> y:uint8"), "uint8[n,2,4]");
    EXPECT_EQ(tflite("BITCAST(x:uint8[n,4]) -> y:float32"), "float32[n]");
    EXPECT_EQ(tflite("DILATE(x:float32[3,n], [2 1]:int32, 0) -> y"), "float32[5,n]");
    EXPECT_EQ(tflite("REDUCE_WINDOW(x:float32[8,8], 0, [2 2]:int32, [2 1]:int32, [1 1]:int32, [1 1]:int32) "
                     "-> y"),
              "float32[4,7]");
    EXPECT_EQ(tflite("HASHTABLE_FIND(t:int32[1], k:int64[n,3], 0) -> y"), "float32[n,3]");
    EXPECT_EQ(tflite("HASHTABLE_SIZE(t:int32[1]) -> y"), "int64[1]");
    EXPECT_EQ(tflite("LSH_PROJECTION(h:float32[3,8], x:int32[n]) -> y { type=\"DENSE\" }"), "int32[24]");
    EXPECT_EQ(tflite("LSH_PROJECTION(h:float32[3,8], x:int32[n]) -> y { type=\"SPARSE\" }"), "int32[3]");
    EXPECT_EQ(tflite("SKIP_GRAM(x:string[1]) -> y"), "string[?]");
    EXPECT_EQ(tflite("EMBEDDING_LOOKUP_SPARSE(i:int32[n], j:int32[n,2], [3 5]:int32, w:float32[n], "
                     "t:float32[100,16]) -> y"),
              "float32[3,16]");
    EXPECT_EQ(tflite("LSTM(x:float32[n,4], p:float32[n,6], w:float32[24,10], b:float32[24], s:float32[n,6]) "
                     "-> y, s2, c, a { kernel_type=\"BASIC\" }"),
              "float32[n,6]");
}

TEST(Tflite, ConstantsAreCut) {
    const Inferred result = infer(R"(tflite
const m:int32[2,3] = 1 2 3 4 5 6
STRIDED_SLICE(m, [0 1]:int32, [2 3]:int32, [1 1]:int32) -> part
STRIDED_SLICE(m, [1 0]:int32, [2 3]:int32, [1 1]:int32) -> row { shrink_axis_mask=1 }
STRIDED_SLICE(m, [0 2]:int32, [2 0]:int32, [1 -1]:int32) -> turned { end_mask=2 }
SLICE(m, [1 1]:int32, [1 2]:int32) -> block
TRANSPOSE(m, [1 0]:int32) -> columns
UNPACK(m) -> first, second { axis=0 }
SPLIT(1:int32, m) -> left, middle, right
)");
    EXPECT_EQ(result.value("part"), "[2 3 5 6]");
    EXPECT_EQ(result.value("row"), "[4 5 6]");
    EXPECT_EQ(result.value("turned"), "[3 2 1 6 5 4]");
    EXPECT_EQ(result.value("block"), "[5 6]");
    EXPECT_EQ(result.value("columns"), "[1 4 2 5 3 6]");
    EXPECT_EQ(result.value("second"), "[4 5 6]");
    EXPECT_EQ(result.value("middle"), "[2 5]");
}

}  // namespace
}  // namespace netloupe::infer
