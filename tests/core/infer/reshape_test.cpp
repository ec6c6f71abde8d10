#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::conflict_of;
using test::type_of;

TEST(ReshapeFamily, ReshapeCopiesAndInfers) {
    EXPECT_EQ(type_of("Reshape(x:float32[n,3,4], [0 -1]:int64) -> y"), "float32[n,12]");
    EXPECT_EQ(type_of("Reshape(x:float32[?,3,4], [0 -1]:int64) -> y"), "float32[?,12]");
    EXPECT_EQ(type_of("Reshape(x:float32[0,3], [0 5]:int64) -> y { allowzero=1 }"), "float32[0,5]");
    EXPECT_EQ(type_of("Reshape(x:float32[2,6]) -> y { shape=[3,-1] }", "onnx opset=1"), "float32[3,4]");
    EXPECT_EQ(type_of("Reshape(x:float32[2,6], s:int64[3]) -> y"), "float32[?,?,?]");
    EXPECT_EQ(type_of("Reshape(x:float32[2,6], s:int64[1]) -> y"), "float32[12]");
    EXPECT_EQ(type_of("Reshape(x:float32[2,6], s:int64[?]) -> y"), "float32[...]");
    EXPECT_EQ(conflict_of("Reshape(x:float32[2,6], [5 -1]:int64) -> y"),
              "12 elements cannot be divided into parts of 5.\n");
    EXPECT_EQ(conflict_of("Reshape(x:float32[2,6], [5 2]:int64) -> y"),
              "Numbers of elements before and after must be equal, but are 12 and 10.\n");
    EXPECT_EQ(conflict_of("Reshape(x:float32[2,6], [-1 -1]:int64) -> y"), "Only one dimension can be -1.\n");
}

TEST(ReshapeFamily, DimensionsComeAndGo) {
    EXPECT_EQ(type_of("Squeeze(x:float32[1,n,1,3], [0 2]:int64) -> y"), "float32[n,3]");
    EXPECT_EQ(type_of("Squeeze(x:float32[1,5,1,3]) -> y"), "float32[5,3]");
    EXPECT_EQ(type_of("Squeeze(x:float32[1,n]) -> y"), "float32[...]");
    EXPECT_EQ(type_of("Squeeze(x:float32[1,n]) -> y { axes=[-2] }", "onnx opset=11"), "float32[n]");
    EXPECT_EQ(type_of("Unsqueeze(x:float32[n,3], [0 -1]:int64) -> y"), "float32[1,n,3,1]");
    EXPECT_EQ(type_of("Unsqueeze(x:float32[n,3]) -> y { axes=[1] }", "onnx opset=11"), "float32[n,1,3]");
    EXPECT_EQ(type_of("Unsqueeze(x:float32[n,3], a:int64[1]) -> y"), "float32[?,?,?]");
    EXPECT_EQ(type_of("Flatten(x:float32[n,3,4,5]) -> y { axis=-2 }"), "float32[3*n,20]");
    EXPECT_EQ(type_of("Flatten(x:float32[n,3]) -> y { axis=0 }"), "float32[1,3*n]");
    EXPECT_EQ(type_of("Transpose(x:float32[a,b,c]) -> y"), "float32[c,b,a]");
    EXPECT_EQ(conflict_of("Squeeze(x:float32[2], [0]:int64) -> y"),
              "A dimension to be dropped and 1 must be equal, but are 2 and 1.\n");
    EXPECT_EQ(conflict_of("Squeeze(x:float32[2], [3]:int64) -> y"), "Axis 3 is not one of 1 dimensions.\n");
}

TEST(ReshapeFamily, ExtentsGrow) {
    EXPECT_EQ(type_of("Expand(x:float32[n,1], [3 1 7]:int64) -> y"), "float32[3,n,7]");
    EXPECT_EQ(type_of("Tile(x:float32[n,2], [2 3]:int64) -> y"), "float32[2*n,6]");
    EXPECT_EQ(type_of("ConstantOfShape([2 3]:int64) -> y"), "float32[2,3]");
    EXPECT_EQ(type_of("Range(1:int64, 10:int64, 3:int64) -> y"), "int64[3]");
    EXPECT_EQ(type_of("Range(0.5, 2, 0.5) -> y"), "float32[3]");
    EXPECT_EQ(type_of("Range(5:int32, 1:int32, 1:int32) -> y"), "int32[0]");
    EXPECT_EQ(type_of("DepthToSpace(x:float32[n,12,h,5]) -> y { blocksize=2 }"), "float32[n,3,2*h,10]");
    EXPECT_EQ(type_of("SpaceToDepth(x:float32[n,3,h,8]) -> y { blocksize=2 }"), "float32[n,12,floor(h/2),4]");
    EXPECT_EQ(type_of("Shape(x:float32[n,3,4]) -> y { start=-2 }"), "int64[2]");
    EXPECT_EQ(type_of("EyeLike(x:int32[n,3]) -> y { dtype=1 }"), "float32[n,3]");
}

}  // namespace
}  // namespace netloupe::infer
