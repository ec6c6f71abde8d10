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
    ASSERT_EQ(result.shapes.conflicts().size(), 6U);
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

}  // namespace
}  // namespace netloupe::infer
