// What the card says of the order of dimensions, and where it must be silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "card.h"

namespace netloupe::signature {
namespace {

using ::testing::HasSubstr;

Statement layout_of(std::string_view text) {
    return entry_of(text).inputs.at(0).layout;
}

TEST(Layout, IsWhatTheFirstConvolutionReads) {
    const Statement onnx = layout_of(
        "onnx opset=13\ninput x:float32[1,3,8,8]\nconst w:float32[4,3,3,3]\nConv(x, w) -> y "
        "\"first\"\noutput y\n");
    EXPECT_EQ(onnx.text, "NCHW");
    EXPECT_EQ(onnx.reason, "Conv \"first\" reads it so");
    EXPECT_EQ(onnx.node, NodeId(0U));
    EXPECT_EQ(layout_of("tflite\ninput x:float32[1,8,8,3]\nconst w:float32[4,3,3,3]\nconst b:float32[4]\n"
                        "CONV_2D(x, w, b) -> y:float32[1,8,8,4]\noutput y\n")
                  .text,
              "NHWC");
    EXPECT_EQ(
        layout_of(
            "onnx opset=13\ninput x:float32[1,3,8]\nconst w:float32[4,3,3]\nConv(x, w) -> y\noutput y\n")
            .text,
        "NCW");
}

TEST(Layout, IsFollowedThroughArithmeticAndTransposition) {
    const Statement layout = layout_of(
        "onnx opset=13\ninput x:float32[1,8,8,3]\nDiv(x, 255) -> d\n"
        "Transpose(d) -> t { perm=[0,3,1,2] }\nconst w:float32[4,3,3,3]\nConv(t, w) -> y\noutput y\n");
    EXPECT_EQ(layout.text, "NHWC");
    EXPECT_THAT(layout.reason, HasSubstr("transposed (0, 3, 1, 2) to NCHW"));
}

TEST(Layout, OfAnOutputIsWhatItsMakerWrites) {
    const Entry entry = entry_of(
        "onnx opset=13\ninput x:float32[1,3,8,8]\nconst w:float32[4,3,3,3]\nConv(x, w) -> c\nSigmoid(c) -> "
        "s\n"
        "Transpose(s) -> y { perm=[0,2,3,1] }\noutput y\n");
    EXPECT_EQ(entry.outputs.at(0).layout.text, "NHWC");
}

TEST(Layout, IsNotSaidWhereNothingSaysIt) {
    EXPECT_FALSE(layout_of("onnx opset=13\ninput x:float32[1,3,8,8]\nRelu(x) -> y\noutput y\n").said());
    EXPECT_FALSE(
        layout_of("onnx opset=13\ninput x:float32[1,192]\nconst s:int64[4] = 1 3 8 8\nReshape(x, s) -> r\n"
                  "const w:float32[4,3,3,3]\nConv(r, w) -> y\noutput y\n")
            .said());
    // A convolution's weight is no image.
    EXPECT_FALSE(
        layout_of(
            "onnx opset=13\ninput w:float32[4,3,3,3]\nconst x:float32[1,3,8,8]\nConv(x, w) -> y\noutput y\n")
            .said());
    EXPECT_FALSE(
        layout_of("onnx opset=13\ninput x:float32[2,3]\nconst w:float32[3,4]\nMatMul(x, w) -> y\noutput y\n")
            .said());
}

TEST(Layout, IsNotSaidWhereReadersDisagree) {
    EXPECT_FALSE(
        layout_of("onnx opset=13\ninput x:float32[1,8,8,8]\nconst w:float32[4,8,3,3]\nConv(x, w) -> a\n"
                  "Transpose(x) -> t { perm=[0,3,1,2] }\nConv(t, w) -> b\nAdd(a, b) -> y\noutput y\n")
            .said());
}

TEST(Layout, ComesFromDenotationsWhereNoOperatorSaysIt) {
    Model model = test::graph_from_text("onnx opset=13\ninput x:float32[1,3,8,8]\nRelu(x) -> y\noutput y\n");
    Tensor& x = model.graphs[0].tensors[model.graphs[0].inputs[0].index()];
    x.metadata = metadata(model, {{"denotation[0]", "DATA_BATCH"},
                                  {"denotation[1]", "DATA_CHANNEL"},
                                  {"denotation[2]", "DATA_FEATURE"},
                                  {"denotation[3]", "DATA_FEATURE"}});
    EXPECT_EQ(card_of(model).entries.at(0).inputs.at(0).layout.text, "NCHW");
}

TEST(Shape, MarksDynamicDimensions) {
    const Entry onnx = entry_of("onnx opset=13\ninput x:float32[batch,3,?]\nRelu(x) -> y\noutput y\n");
    EXPECT_EQ(shape_text(onnx.inputs.at(0)), "[batch]×3×[?]");
    const Entry tflite = entry_of("tflite\ninput x:float32[2|?,3]\nRELU(x) -> y:float32[2|?,3]\noutput y\n");
    EXPECT_EQ(shape_text(tflite.inputs.at(0)), "[?]×3");
    EXPECT_EQ(tflite.inputs.at(0).shape.at(0).usual, 2);
}

TEST(Entries, LeaveOutInitializersAndListSignatures) {
    Model model =
        test::graph_from_text("tflite\ninput x:float32[1,2]\nRELU(x) -> y:float32[1,2]\noutput y\n");
    const Graph& main = model.graphs[0];
    model.signatures.push_back({model.strings.intern("serve"),
                                GraphId(0U),
                                {{model.strings.intern("image"), main.inputs[0]}},
                                {{model.strings.intern("scores"), main.outputs[0]}}});
    const Card card = card_of(model);
    ASSERT_EQ(card.entries.size(), 1U) << "the signature covers the graph";
    EXPECT_EQ(card.entries[0].key, "serve");
    EXPECT_EQ(card.entries[0].inputs.at(0).key, "image");
    model.signatures[0].outputs.clear();
    EXPECT_EQ(card_of(model).entries.size(), 2U) << "it covers only a part";
}

}  // namespace
}  // namespace netloupe::signature
