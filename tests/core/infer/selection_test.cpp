#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::conflict_of;
using test::infer;
using test::Inferred;
using test::type_of;

TEST(Selection, Gathers) {
    EXPECT_EQ(type_of("Gather(x:float32[n,5,6], i:int64[2,m]) -> y { axis=1 }"), "float32[n,2,m,6]");
    EXPECT_EQ(type_of("Gather(x:float32[n,5], 0:int64) -> y"), "float32[5]");
    EXPECT_EQ(type_of("GatherElements(x:float32[n,5], i:int64[2,3]) -> y"), "float32[2,3]");
    EXPECT_EQ(type_of("GatherND(x:float32[n,5,6], i:int64[n,7,1]) -> y { batch_dims=1 }"), "float32[n,7,6]");
    EXPECT_EQ(type_of("OneHot(i:int64[n,3], 10:int64, v:float32[2]) -> y"), "float32[n,3,10]");
    EXPECT_EQ(type_of("NonZero(x:float32[n,3]) -> y"), "int64[2,?]");
    EXPECT_EQ(type_of("TopK(x:float32[n,30], [5]:int64) -> _, y"), "int64[n,5]");
    EXPECT_EQ(type_of("TopK(x:float32[n,30]) -> y, _ { k=4 }", "onnx opset=1"), "float32[n,4]");
    EXPECT_EQ(type_of("Unique(x:float32[n,3]) -> _, _, y"), "int64[3*n]");
    EXPECT_EQ(type_of("Compress(x:float32[n,3], c:boolean[3]) -> y { axis=1 }"), "float32[n,?]");
    EXPECT_EQ(type_of("NonMaxSuppression(b:float32[1,n,4], s:float32[1,2,n]) -> y"), "int64[?,3]");
}

TEST(Selection, Slices) {
    EXPECT_EQ(type_of("Slice(x:float32[n,10], [0 1]:int64, [9e18 -1]:int64) -> y"), "float32[n,8]");
    EXPECT_EQ(type_of("Slice(x:float32[n,10], [1]:int64, [9e18]:int64) -> y"), "float32[max(0,n-1),10]");
    EXPECT_EQ(type_of("Slice(x:float32[n,10], [-3]:int64, [9e18]:int64, [1]:int64) -> y"), "float32[n,3]");
    EXPECT_EQ(type_of("Slice(x:float32[n,10], [9]:int64, [-100]:int64, [1]:int64, [-2]:int64) -> y"),
              "float32[n,5]");
    EXPECT_EQ(type_of("Slice(x:float32[n,10], [-1]:int64, [-9e18]:int64, [0]:int64, [-1]:int64) -> y"),
              "float32[n,10]");
    EXPECT_EQ(type_of("Slice(x:float32[7,10]) -> y { starts=[1] ends=[3] axes=[0] }", "onnx opset=9"),
              "float32[2,10]");
    EXPECT_EQ(type_of("Slice(x:float32[7,10], s:int64[1], e:int64[1], [1]:int64) -> y"), "float32[7,?]");
}

TEST(Selection, JoinsAndSplits) {
    EXPECT_EQ(type_of("Concat(a:float32[n,3], b:float32[n,m]) -> y { axis=-1 }"), "float32[n,m+3]");
    EXPECT_EQ(type_of("Split(x:float32[n,7]) -> _, _, y { axis=1 num_outputs=3 }"), "float32[n,1]");
    EXPECT_EQ(type_of("Split(x:float32[n,7], [3 4]:int64) -> _, y { axis=1 }"), "float32[n,4]");
    EXPECT_EQ(type_of("Split(x:float32[n,8]) -> _, y { axis=1 split=[2,6] }", "onnx opset=11"),
              "float32[n,6]");
    EXPECT_EQ(type_of("Pad(x:float32[n,8], [0 1 0 2]:int64) -> y"), "float32[n,11]");
    EXPECT_EQ(type_of("Pad(x:float32[n,8], [-1 2]:int64, _, [1]:int64) -> y"), "float32[n,9]");
    EXPECT_EQ(type_of("Pad(x:float32[n,8]) -> y { pads=[0,1,0,2] }", "onnx opset=2"), "float32[n,11]");
    EXPECT_EQ(conflict_of("Concat(a:float32[2,3], b:float32[3,3]) -> y { axis=1 }"),
              "Dimensions beside the axis must be equal, but are 2 and 3.\n");
    EXPECT_EQ(conflict_of("Split(x:float32[7]) -> _, y", "onnx opset=13"),
              "7 elements cannot be split into 2 equal parts.\n");
}

TEST(Selection, KeepsElements) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,6,m]
Shape(x) -> s
Slice(s, [1]:int64, [3]:int64) -> tail
Slice(s, [-1]:int64, [-9e18]:int64, [0]:int64, [-1]:int64) -> reversed
Split(s, [1 2]:int64) -> first, rest
ScatterND(s, [1]:int64, [9]:int64) -> changed
Concat(first, unknown:int64[2], rest) -> open { axis=0 }
Reshape(x, open) -> y
)");
    EXPECT_EQ(result.value("tail"), "[6 m]");
    EXPECT_EQ(result.value("reversed"), "[m 6 n]");
    EXPECT_EQ(result.value("rest"), "[6 m]");
    EXPECT_EQ(result.value("changed"), "[n 9 m]");
    EXPECT_EQ(result.value("open"), "[n ? ? 6 m]");
    EXPECT_EQ(result.type("y"), "float32[n,?,?,6,m]");
}

}  // namespace
}  // namespace netloupe::infer
