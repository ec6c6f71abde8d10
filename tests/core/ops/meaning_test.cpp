#include "ops/meaning.h"

#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe {
namespace {

constexpr GraphId kMain(0U);

TEST(Meaning, TellsOperatorsOfBothDialects) {
    const Model onnx = test::graph_from_text(R"(onnx opset=13
input x:float32[1,3,8,8]
Conv(x, w, b) -> y
com.microsoft::QLinearAdd(y, y) -> z
)");
    const Meaning meaning(onnx);
    EXPECT_EQ(meaning.kind(kMain, NodeId(0U)), OpKind::kConv);
    EXPECT_EQ(meaning.input_role(kMain, NodeId(0U), 1), OperandRole::kWeight);
    EXPECT_EQ(meaning.input_role(kMain, NodeId(0U), 2), OperandRole::kBias);
    EXPECT_EQ(meaning.kind(kMain, NodeId(1U)), OpKind::kAdd);
    EXPECT_TRUE(has(meaning.traits(kMain, NodeId(1U)), OpTraits::kIntegerKernel));

    const Model tflite = test::graph_from_text(R"(tflite
CONV_2D(x, w, b) -> y
custom::TFLite_Detection_PostProcess(y) -> z
custom::mine(z) -> a
)");
    const Meaning of_tflite(tflite);
    EXPECT_EQ(of_tflite.kind(kMain, NodeId(0U)), OpKind::kConv);
    EXPECT_EQ(of_tflite.kind(kMain, NodeId(1U)), OpKind::kDetectionPostProcess);
    EXPECT_EQ(of_tflite.kind(kMain, NodeId(2U)), OpKind::kUnknown);
    EXPECT_EQ(of_tflite.schema(kMain, NodeId(2U)), nullptr);
    EXPECT_EQ(of_tflite.input_role(kMain, NodeId(2U), 0), OperandRole::kData);
}

TEST(Meaning, ResizeOfOnnxIsToldByItsMode) {
    const Model model = test::graph_from_text(R"(onnx opset=13
Resize(x) -> a
Resize(x) -> b { mode="nearest" }
Resize(x) -> c { mode="linear" }
Resize(x) -> d { mode="cubic" }
)");
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(kMain, NodeId(0U)), OpKind::kResizeNearest);
    EXPECT_TRUE(has(meaning.traits(kMain, NodeId(1U)), OpTraits::kPassThrough));
    EXPECT_EQ(meaning.kind(kMain, NodeId(2U)), OpKind::kResizeLinear);
    EXPECT_EQ(meaning.kind(kMain, NodeId(3U)), OpKind::kResize);
}

TEST(Meaning, NodesOfEveryGraphAreKnown) {
    const Model model = test::graph_from_text(R"(onnx opset=13
If(c) -> y { then_branch=@yes, else_branch=@no }
graph yes
Relu(x) -> a
graph no
Neg(x) -> b
)");
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(GraphId(1U), NodeId(0U)), OpKind::kRelu);
    EXPECT_EQ(meaning.kind(GraphId(2U), NodeId(0U)), OpKind::kNeg);
}

TEST(Meaning, AFunctionOfTheModelIsNotTheOperatorOfItsName) {
    Model model = test::graph_from_text(R"(onnx opset=13
Relu(x) -> y
Relu(y) -> z
)");
    model.graphs[0].nodes[1].callee = GraphId(0U);
    const Meaning meaning(model);
    EXPECT_EQ(meaning.kind(kMain, NodeId(0U)), OpKind::kRelu);
    EXPECT_EQ(meaning.kind(kMain, NodeId(1U)), OpKind::kCall);
    EXPECT_EQ(meaning.schema(kMain, NodeId(1U)), nullptr);
}

}  // namespace
}  // namespace netloupe
