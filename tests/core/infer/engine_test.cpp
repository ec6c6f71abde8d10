#include <gtest/gtest.h>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::infer;
using test::Inferred;

TEST(Engine, SymbolsRunThroughTheGraph) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[batch,3,h,224]
const w:float32[64,3,7,7] = 0
Conv(x, w) -> a { strides=[2,2] pads=[3,3,3,3] }
Relu(a) -> b
MaxPool(b) -> c { kernel_shape=[3,3] strides=[2,2] pads=[1,1,1,1] }
GlobalAveragePool(c) -> d
Flatten(d) -> y
)");
    EXPECT_EQ(result.type("a"), "float32[batch,64,floor((h+1)/2),112]");
    EXPECT_EQ(result.type("c"), "float32[batch,64,floor((h+3)/4),56]");
    EXPECT_EQ(result.type("y"), "float32[batch,64]");
    EXPECT_EQ(result.conflicts(), "");
    EXPECT_EQ(result.tensor("y").source, ShapeSource::kInferred);
    EXPECT_EQ(result.tensor("x").source, ShapeSource::kDeclared);
}

TEST(Engine, ShapeArithmeticIsFolded) {
    const Inferred result = infer(R"(onnx opset=13
input x:float32[batch,seq,768]
Shape(x) -> s
Gather(s, 0:int64) -> b
Gather(s, 1:int64) -> t
Unsqueeze(b, [0]:int64) -> b1
Unsqueeze(t, [0]:int64) -> t1
Concat(b1, t1, [12]:int64, [64]:int64) -> target { axis=0 }
Reshape(x, target) -> heads
Transpose(heads) -> turned { perm=[0,2,1,3] }
Mul(b, t) -> area
Unsqueeze(area, [0]:int64) -> area1
Concat(area1, [-1]:int64) -> flat { axis=0 }
Reshape(x, flat) -> y
)");
    EXPECT_EQ(result.value("s"), "[batch seq 768]");
    EXPECT_EQ(result.value("target"), "[batch seq 12 64]");
    EXPECT_EQ(result.type("turned"), "float32[batch,12,seq,64]");
    EXPECT_EQ(result.type("y"), "float32[batch*seq,768]");
    EXPECT_EQ(result.conflicts(), "");
}

TEST(Engine, DeclaredAndInferredDimensionsMeet) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,3], z:float32[?,3]
Relu(x) -> a:float32[?,3]
Relu(a) -> b:float32[m,3]
Relu(z) -> c:float32[7,3]
Custom(x) -> d:float32[4,?]
Relu(d) -> y
output b
)");
    EXPECT_EQ(result.type("a"), "float32[n,3]");
    EXPECT_EQ(result.type("b"), "float32[n,3]");
    EXPECT_EQ(result.tensor("b").source, ShapeSource::kBoth);
    EXPECT_EQ(result.type("c"), "float32[7,3]");
    EXPECT_EQ(result.type("z"), "float32[?,3]");
    EXPECT_EQ(result.type("y"), "float32[4,?]");
    EXPECT_EQ(result.conflicts(), "");
}

TEST(Engine, EqualitiesThatOperatorsDemandReachTheInputs) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,k], z:float32[m,n]
const w:float32[10,5] = 0
MatMul(x, w) -> a
MatMul(z, x) -> y
)");
    EXPECT_EQ(result.type("x"), "float32[n,10]");
    EXPECT_EQ(result.type("y"), "float32[m,10]");
}

TEST(Engine, ContradictionsAreNoted) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[2,3], z:float32[4,5]
MatMul(x, z) -> a
Relu(x) -> b:float32[2,4]
Relu(x) -> c:float16[2,3]
Relu(x) -> d:float32[2,3,1]
Add(x, z) -> y
)");
    EXPECT_EQ(result.type("a"), "float32[2,5]");
    EXPECT_EQ(result.type("b"), "float32[2,3]");
    EXPECT_EQ(result.type("c"), "float32[2,3]");
    EXPECT_EQ(result.type("d"), "float32[2,3]");
    EXPECT_EQ(result.type("y"), "float32[?,?]");
    ASSERT_EQ(result.shapes.conflicts().size(), 5U);
    const ShapeConflict& product = result.shapes.conflicts()[0];
    EXPECT_EQ(product.kind, ConflictKind::kOperands);
    EXPECT_EQ(product.node, NodeId(0U));
    EXPECT_EQ(product.what, "Inner dimensions of a matrix product must be equal, but are 3 and 4.");
    EXPECT_EQ(result.shapes.conflicts()[1].kind, ConflictKind::kDeclaration);
    EXPECT_EQ(result.shapes.conflicts()[1].what, "The file declares 2×4, but the operator gives 2×3.");
    EXPECT_EQ(result.shapes.conflicts()[2].kind, ConflictKind::kType);
}

TEST(Engine, NodesMayStandInAnyOrder) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,3]
Concat(b, a) -> y { axis=1 }
Relu(a) -> b
Relu(x) -> a
Relu(loop2) -> loop1
Relu(loop1) -> loop2
)");
    EXPECT_EQ(result.type("y"), "float32[n,6]");
    EXPECT_EQ(result.type("loop1"), "?[...]");
}

TEST(Engine, UnknownOperatorsStopNothing) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,3]
mine::Thing(x) -> a
Relu(a) -> b
Add(b, x) -> c
Reshape(b, [4 5]:int64) -> y
)");
    EXPECT_EQ(result.type("b"), "?[...]");
    EXPECT_EQ(result.type("c"), "float32[...]");
    EXPECT_EQ(result.type("y"), "?[4,5]");
}

TEST(Engine, BindingsGiveNumbers) {
    const std::string text = R"(onnx opset=18
input x:float32[batch,seq,8]
Reshape(x, [-1 8]:int64) -> y
)";
    const Inferred result = infer(text, {{{"batch", 2}, {"seq", 16}}, {}});
    EXPECT_EQ(result.type("y"), "float32[32,8]");
    const Inferred open = infer(text);
    EXPECT_EQ(open.type("y"), "float32[batch*seq,8]");
    const std::vector<Binding> bindings{{"seq", 16}, {"nobody", 1}};
    const Shapes bound = open.shapes.bound(bindings);
    EXPECT_EQ(bound.text(open.tensor("y")), "16*batch×8");
    EXPECT_EQ(open.type("y"), "float32[batch*seq,8]");
}

TEST(Engine, BombsOfSymbolsCostNothing) {
    std::string text = "onnx opset=18\ninput x0:float32[a,b]\n";
    for (int i = 0; i < 500; ++i) {
        const std::string from = "x" + std::to_string(i);
        text += "Flatten(" + from + ") -> f" + std::to_string(i) + " { axis=0 }\n";
        text += "Concat(" + from + ", " + from + ") -> c" + std::to_string(i) + " { axis=0 }\n";
        text +=
            "Add(c" + std::to_string(i) + ", f" + std::to_string(i) + ") -> x" + std::to_string(i + 1) + "\n";
    }
    const Inferred result = infer(text);
    EXPECT_EQ(result.tensor("x500").dims.count, 2U);
    EXPECT_LT(result.shapes.table().size(), 50'000U);
}

TEST(Engine, CancelledInferenceEnds) {
    CancelSource source;
    source.cancel();
    const Inferred result = infer("onnx opset=18\ninput x:float32[2]\nRelu(x) -> y\n", {{}, source.token()});
    EXPECT_EQ(result.type("x"), "float32[2]");
    EXPECT_EQ(result.type("y"), "?[...]");
}

TEST(Constants, AreComputedInAnyRank) {
    // How exporters turn the pads of a torch.nn.functional.pad around.
    const Inferred result = infer(R"(onnx opset=18
input x:float32[1,3,8,8]
const given:int64[4] = 1 2 3 4
ConstantOfShape([4]:int64) -> rest
Concat(given, rest) -> all { axis=0 }
Reshape(all, [-1 2]:int64) -> pairs
Slice(pairs, [-1]:int64, [-9223372036854775807]:int64, [0]:int64, [-1]:int64) -> turned
Transpose(turned) -> columns { perm=[1,0] }
Reshape(columns, [-1]:int64) -> pads
Pad(x, pads) -> y
)");
    EXPECT_EQ(result.value("pads"), "[0 0 3 1 0 0 4 2]");
    EXPECT_EQ(result.type("y"), "float32[1,3,15,11]");
}

TEST(Constants, MoveAlongAnyAxis) {
    const Inferred result = infer(R"(onnx opset=18
const m:int64[2,3] = 1 2 3 4 5 6
const seven:int64[1,1] = 7
const tuples:int64[2,1] = 2 0
Gather(m, [2 0]:int64) -> columns { axis=1 }
Concat(m, columns) -> wide { axis=1 }
Tile(m, [2 1]:int64) -> tall
Expand(seven, [2 2]:int64) -> square
Split(m) -> left, right { axis=1 split=[1,2] }
Slice(m, [0]:int64, [3]:int64, [1]:int64, [2]:int64) -> odd
GatherND([5 6 7]:int64, tuples) -> picked
NonZero([0 4 0 9]:int64) -> places
Flatten(m) -> flat { axis=0 }
)");
    EXPECT_EQ(result.value("columns"), "[3 1 6 4]");
    EXPECT_EQ(result.value("wide"), "[1 2 3 3 1 4 5 6 6 4]");
    EXPECT_EQ(result.value("tall"), "[1 2 3 4 5 6 1 2 3 4 5 6]");
    EXPECT_EQ(result.value("right"), "[2 3 5 6]");
    EXPECT_EQ(result.value("odd"), "[1 3 4 6]");
    EXPECT_EQ(result.value("square"), "[7 7 7 7]");
    EXPECT_EQ(result.value("picked"), "[7 5]");
    EXPECT_EQ(result.value("places"), "[1 3]");
    EXPECT_EQ(result.type("places"), "int64[1,2]");
    EXPECT_EQ(result.value("flat"), "[1 2 3 4 5 6]");
}

TEST(Constants, ArithmeticBroadcasts) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,4]
const column:int64[2,1] = 10 20
const row:int64[3] = 1 2 3
const which:boolean[2,1] = 1 0
Add(column, row) -> sums
Shape(x) -> shape
Max(row, 2:int64, [0 0 9]:int64) -> largest
Sum(row, row, 1:int64) -> total
Pow(row, 2:int64) -> squares
Clip(row, 2:int64, _) -> clipped
CumSum(row, 0:int64) -> so_far { exclusive=1 }
ReduceMax(row) -> top { keepdims=0 }
ReduceMin(row) -> bottom { keepdims=0 }
Where(which, column, row) -> chosen
Pow(shape, 2:int64) -> of_symbols
Sub(row, 3:int64) -> low
Sign(low) -> signs
Relu(low) -> cut
)");
    EXPECT_EQ(result.value("sums"), "[11 12 13 21 22 23]");
    EXPECT_EQ(result.value("largest"), "[2 2 9]");
    EXPECT_EQ(result.value("total"), "[3 5 7]");
    EXPECT_EQ(result.value("squares"), "[1 4 9]");
    EXPECT_EQ(result.value("clipped"), "[2 2 3]");
    EXPECT_EQ(result.value("so_far"), "[0 1 3]");
    EXPECT_EQ(result.value("top"), "[3]");
    EXPECT_EQ(result.value("bottom"), "[1]");
    EXPECT_EQ(result.value("chosen"), "[10 10 10 1 2 3]");
    EXPECT_EQ(result.value("of_symbols"), "[n*n 16]");
    EXPECT_EQ(result.value("signs"), "[-1 -1 0]");
    EXPECT_EQ(result.value("cut"), "[0 0 0]");
}

TEST(Constants, WhatTheTypeCannotHoldIsUnknown) {
    const Inferred result = infer(R"(onnx opset=18
const big:int32[2] = 2000000000 3
Add(big, big) -> sum
Mul([4611686018427387904 1]:int64, 4:int64) -> product
)");
    EXPECT_EQ(result.value("sum"), "[? 6]");
    EXPECT_EQ(result.value("product"), "[? 4]");
}

TEST(Constants, OfQuantizedTensorsAreNotWhatIsStored) {
    const Inferred result = infer(R"(tflite
const a:int8[2](0.5, 1) = 3 4
ADD(a, a) -> b:int8[2](0.5, 1)
)");
    EXPECT_EQ(result.value("b"), "unknown");
}

TEST(Engine, AMaskThatWasCutOffAtItsLengthIsAsLongAsWhatItCovers) {
    // The causal mask of GPT-2: the first n × n of a stored square.
    const Inferred result = infer(R"(onnx opset=18
input scores:float32[b,h,q,n]
const mask:boolean[1,1,1024,1024] = 1
Shape(scores) -> shape
Slice(shape, [3]:int64, [4]:int64) -> length
Slice(mask, [0]:int64, length, [3]:int64) -> part
Where(part, scores, -10000) -> y
)");
    EXPECT_EQ(result.type("part"), "boolean[1,1,1024,n]");
    EXPECT_EQ(result.type("y"), "float32[b,h,1024,n]");
}

/// Nothing is computed that no memory could hold, and each contradiction is told once.
TEST(BadInput, ImpossibleExtentsAreUnknown) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[4,4]
const huge:int64[2] = 4611686018427387904
Reshape(x, [-2 4]:int64) -> a
ConstantOfShape(huge) -> c
Tile(x, huge) -> d
Size(c) -> count
Range(0:int64, 4611686018427387904:int64, 1:int64) -> f
Gather(x, [99]:int64) -> g
)");
    // A -2 is told, and taken for the rest.
    EXPECT_EQ(result.type("a"), "float32[4,4]");
    EXPECT_EQ(result.value("c"), "unknown");
    EXPECT_EQ(result.type("d"), "float32[?,?]");
    EXPECT_EQ(result.value("count"), "[?]");
    EXPECT_EQ(result.value("f"), "unknown");
    EXPECT_EQ(result.shapes.conflicts().size(), 1U);
    EXPECT_EQ(result.shapes.conflicts()[0].what, "A dimension is negative.");
}

TEST(BadInput, ContradictionsAreToldOnceANode) {
    const Inferred result = infer(R"(onnx opset=18
input a:float32[2,3], b:float32[4,5]
Add(a, b) -> c
Relu(c) -> y
)");
    ASSERT_EQ(result.shapes.conflicts().size(), 1U);
    EXPECT_EQ(result.shapes.conflicts()[0].node, NodeId(0U));
}

}  // namespace
}  // namespace netloupe::infer
