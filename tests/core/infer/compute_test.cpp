#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::conflict_of;
using test::infer;
using test::Inferred;
using test::type_of;

TEST(Elementwise, BroadcastsByTheRulesOfItsVersion) {
    EXPECT_EQ(type_of("Add(a:float32[n,1,4], b:float32[3,1]) -> y"), "float32[n,3,4]");
    EXPECT_EQ(type_of("Add(a:float32[n], b:float32[m]) -> y"), "float32[broadcast(n,m)]");
    EXPECT_EQ(type_of("Add(a:float32[n], b:float32[7]) -> y"), "float32[7]");
    EXPECT_EQ(type_of("Add(a:float32[2,3,4], b:float32[3]) -> y { broadcast=1 axis=1 }", "onnx opset=6"),
              "float32[2,3,4]");
    EXPECT_EQ(type_of("Greater(a:float32[n,1], b:float32[4]) -> y"), "boolean[n,4]");
    EXPECT_EQ(type_of("Where(c:boolean[n,1], a:float16[1,4], b:float16[]) -> y"), "float16[n,4]");
    EXPECT_EQ(type_of("Cast(a:float32[n]) -> y { to=10 }"), "float16[n]");
    EXPECT_EQ(type_of("Sum(a:float32[n,1], b:float32[4], c:float32[5,1,1]) -> y"), "float32[5,n,4]");
    EXPECT_EQ(type_of("IsNaN(a:float32[n]) -> y"), "boolean[n]");
    EXPECT_EQ(conflict_of("Mul(a:float32[2], b:float32[3]) -> y"), "Extents 2 and 3 do not broadcast.\n");
}

TEST(Elementwise, BroadcastLearnsNothing) {
    const Inferred result = infer("onnx opset=18\ninput a:float32[n], b:float32[m]\nAdd(a, b) -> y\n");
    EXPECT_EQ(result.type("a"), "float32[n]");
    EXPECT_EQ(result.type("b"), "float32[m]");
}

TEST(Elementwise, FollowsSmallIntegers) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,6]
Shape(x) -> s
Mul(s, 2:int64) -> doubled
Div(s, 4:int64) -> quarter
Sub(s, [1 6]:int64) -> less
Equal(s, -1:int64) -> is_open
Where(is_open, 1:int64, s) -> chosen
Cast(s) -> real { to=1 }
Div(real, 4) -> split
Neg(s) -> minus
Mod(s, 4:int64) -> rest
)");
    EXPECT_EQ(result.value("doubled"), "[2*n 12]");
    EXPECT_EQ(result.value("quarter"), "[floor(n/4) 1]");
    EXPECT_EQ(result.value("less"), "[n-1 0]");
    EXPECT_EQ(result.value("is_open"), "[0 0]");
    EXPECT_EQ(result.value("chosen"), "[n 6]");
    EXPECT_EQ(result.value("split"), "[? ?]");
    EXPECT_EQ(result.value("minus"), "[-n -6]");
    EXPECT_EQ(result.value("rest"), "[n-4*floor(n/4) 2]");
}

TEST(Convolution, CountsWindows) {
    EXPECT_EQ(type_of("Conv(x:float32[n,3,h,32], w:float32[8,3,3,3]) -> y { pads=[1,1,1,1] strides=[2,2] }"),
              "float32[n,8,floor((h+1)/2),16]");
    EXPECT_EQ(type_of("Conv(x:float32[1,4,9], w:float32[8,2,3]) -> y { group=2 dilations=[2] }"),
              "float32[1,8,5]");
    EXPECT_EQ(
        type_of("Conv(x:float32[1,4,9], w:float32[8,4,3]) -> y { auto_pad=\"SAME_UPPER\" strides=[2] }"),
        "float32[1,8,5]");
    EXPECT_EQ(type_of("Conv(x:float32[1,4,9], w:float32[8,4,3]) -> y { auto_pad=\"VALID\" }"),
              "float32[1,8,7]");
    EXPECT_EQ(
        type_of("ConvTranspose(x:float32[1,4,h], w:float32[4,3,4]) -> y { group=2 strides=[2] pads=[1,1] }"),
        "float32[1,6,2*h]");
    EXPECT_EQ(
        type_of("ConvTranspose(x:float32[1,4,5], w:float32[4,3,4]) -> y { strides=[2] output_shape=[11] }"),
        "float32[1,3,11]");
    EXPECT_EQ(type_of("MaxPool(x:float32[n,3,7]) -> y { kernel_shape=[2] strides=[2] ceil_mode=1 }"),
              "float32[n,3,4]");
    EXPECT_EQ(
        type_of("AveragePool(x:float32[n,3,h]) -> y { kernel_shape=[3] strides=[2] pads=[1,1] ceil_mode=1 }"),
        "float32[n,3,floor(h/2)+1]");
    EXPECT_EQ(type_of("MaxPool(x:float32[n,3,7]) -> _, y { kernel_shape=[2] }"), "int64[n,3,6]");
    EXPECT_EQ(type_of("GlobalMaxPool(x:float32[n,3,h,w]) -> y"), "float32[n,3,1,1]");
    EXPECT_EQ(conflict_of("Conv(x:float32[1,3,9], w:float32[8,4,3]) -> y"),
              "Channels of the data and of the filters must be equal, but are 3 and 4.\n");
    EXPECT_EQ(conflict_of("Conv(x:float32[1,3,9], w:float32[8,3,3]) -> y { strides=[0] }"),
              "A stride must be at least 1.\n");
    EXPECT_EQ(conflict_of("Conv(x:float32[1,3,9], w:float32[8,3,3]) -> y { pads=[1] }"),
              "Attribute pads has 1 elements instead of 2.\n");
}

TEST(Convolution, ExtremeAttributesAreUnknown) {
    EXPECT_EQ(type_of("Conv(x:float32[1,1,4], w:float32[1,1,3]) -> y { "
                      "pads=[9000000000000000000,9000000000000000000] }"),
              "float32[1,1,?]");
    EXPECT_EQ(type_of("Conv(x:float32[1,1,4], w:float32[1,1,9]) -> y"), "float32[1,1,?]");
}

TEST(Matrix, Multiplies) {
    EXPECT_EQ(type_of("MatMul(a:float32[n,1,s,8], b:float32[4,8,5]) -> y"), "float32[n,4,s,5]");
    EXPECT_EQ(type_of("MatMul(a:float32[8], b:float32[8,5]) -> y"), "float32[5]");
    EXPECT_EQ(type_of("MatMul(a:float32[3,8], b:float32[8]) -> y"), "float32[3]");
    EXPECT_EQ(type_of("MatMul(a:float32[8], b:float32[8]) -> y"), "float32[]");
    EXPECT_EQ(type_of("Gemm(a:float32[8,n], b:float32[5,8]) -> y { transA=1 transB=1 }"), "float32[n,5]");
    EXPECT_EQ(type_of("MatMulInteger(a:uint8[n,8], b:int8[8,5]) -> y"), "int32[n,5]");
    EXPECT_EQ(type_of("Einsum(a:float32[b,i,j], c:float32[b,j,k]) -> y { equation=\"bij,bjk->bik\" }"),
              "float32[b,i,k]");
    EXPECT_EQ(type_of("Einsum(a:float32[n,2,3], c:float32[3,4]) -> y { equation=\"...ij,jk->...ik\" }"),
              "float32[n,2,4]");
    EXPECT_EQ(type_of("Einsum(a:float32[3,4], c:float32[4,5]) -> y { equation=\"ij,jk\" }"), "float32[3,5]");
    EXPECT_EQ(type_of("Det(a:float32[n,3,3]) -> y"), "float32[n]");
}

}  // namespace
}  // namespace netloupe::infer
