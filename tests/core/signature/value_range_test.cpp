// What the card says of the values that an input expects, and where it must be silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "card.h"

namespace netloupe::signature {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Port input_of(std::string_view text) {
    return entry_of(text).inputs.at(0);
}

TEST(Range, OfAQuantizedInputIsWhatItsNumbersExpress) {
    const auto range = [](const std::string& quantization) {
        return input_of("tflite\ninput x:" + quantization + "\nRELU(x) -> y:" + quantization + "\noutput y\n")
            .range;
    };
    EXPECT_EQ(range("int8[1,4](0.003921569, -128)").text, "[0, 1]");
    EXPECT_EQ(range("uint8[1,4](0.0078125, 128)").text, "[−1, 1]");
    EXPECT_THAT(range("uint8[1,4](0.0078125, 128)").reason, HasSubstr("exactly [−1, 0.9922]"));
    EXPECT_EQ(range("uint8[1,4](1, 0)").text, "[0, 255]");
    EXPECT_EQ(range("int8[1,4](0.5, 83)").text, "[−105.5, 22]");
}

TEST(Range, OfAQuantizedInputNeedsOneUsableScale) {
    EXPECT_FALSE(input_of("tflite\ninput x:int8[1,4]\nRELU(x) -> y:int8[1,4]\noutput y\n").range.said());
    const Port zero = input_of("tflite\ninput x:int8[1,4](0, 0)\nRELU(x) -> y:int8[1,4](1, 0)\noutput y\n");
    EXPECT_FALSE(zero.range.said());
    EXPECT_FALSE(zero.affine.has_value());
}

TEST(Range, OfAFloatInputIsThatOfTheQuantizationBehindIt) {
    const Port port = input_of(
        "onnx opset=13\ninput x:float32[1,4]\nQuantizeLinear(x, 0.003921569, 0:uint8) -> q\n"
        "DequantizeLinear(q, 0.003921569, 0:uint8) -> y\noutput y\n");
    EXPECT_EQ(port.range.text, "[0, 1]");
    EXPECT_THAT(port.range.reason, HasSubstr("QuantizeLinear"));
    EXPECT_THAT(port.quantization.text, HasSubstr("to uint8 with scale 0.003921569, zero point 0"));
    EXPECT_FALSE(port.affine.has_value()) << "the caller feeds floats";
}

TEST(Range, IsToldByTheFirstScaling) {
    const Port unit = input_of("onnx opset=13\ninput x:float32[1,3,8,8]\nDiv(x, 255) -> y\noutput y\n");
    EXPECT_EQ(unit.range.text, "[0, 255]");
    EXPECT_THAT(unit.range.reason, HasSubstr("to [0, 1]: x ÷ 255"));
    const Port symmetric = input_of(
        "tflite\ninput x:float32[1,8,8,3]\nconst a:float32[1] = 127.5\nSUB(x, a) -> s:float32[1,8,8,3]\n"
        "DIV(s, a) -> y:float32[1,8,8,3]\noutput y\n");
    EXPECT_EQ(symmetric.range.text, "[0, 255]");
    EXPECT_THAT(symmetric.range.reason, HasSubstr("(x − 127.5) ÷ 127.5"));
}

TEST(Range, IsToldByTheStatisticsOfImageNet) {
    const Port port = input_of(
        "onnx opset=13\ninput x:float32[1,3,8,8]\nconst m:float32[1,3,1,1] = 0.485 0.456 0.406\n"
        "const s:float32[1,3,1,1] = 0.229 0.224 0.225\nSub(x, m) -> a\nDiv(a, s) -> b\n"
        "const w:float32[4,3,3,3]\nConv(b, w) -> y\noutput y\n");
    EXPECT_EQ(port.range.text, "[0, 1]");
    EXPECT_THAT(port.range.reason, HasSubstr("(x − (0.485, 0.456, 0.406)) ÷ (0.229, 0.224, 0.225)"));
}

TEST(Range, IsNotToldByOtherArithmetic) {
    const auto said = [](const std::string& nodes) {
        return input_of("onnx opset=13\ninput x:float32[1,3,8,8]\n" + nodes + "output y\n").range.said();
    };
    EXPECT_FALSE(said("Mul(x, 3) -> y\n"));
    EXPECT_FALSE(said("Add(x, 1) -> y\n"));
    EXPECT_FALSE(said("Mul(x, 2) -> a\nSub(a, 1) -> y\n")) << "nothing says that it is an image";
    EXPECT_FALSE(said("Sub(1, x) -> a\nMul(a, -10000) -> y\n")) << "a mask";
    EXPECT_FALSE(said("Relu(x) -> r\nDiv(r, 255) -> y\n"));
    // Another reader takes the input as it is.
    EXPECT_FALSE(said("Div(x, 255) -> a\nAdd(a, x) -> y\n"));
    EXPECT_FALSE(said("const m:float32[1,3,1,1] = 1 2 3\nSub(x, m) -> y\n"));
}

TEST(Normalization, ByTheGraphIsTold) {
    const Port port = input_of(
        "onnx opset=13\ninput x:float32[1,2,8,8]\nconst k:float32[2] = 1\nconst b:float32[2] = 0\n"
        "const m:float32[2] = 3 4\nconst v:float32[2] = 4 16\n"
        "BatchNormalization(x, k, b, m, v) -> n { epsilon=0.0 }\nconst w:float32[4,2,3,3]\nConv(n, w) -> "
        "y\noutput y\n");
    EXPECT_FALSE(port.range.said());
    ASSERT_EQ(port.meaning.size(), 1U);
    EXPECT_EQ(port.meaning[0].text, "normalized by the graph: (x − (3, 4)) ÷ (2, 4)");
}

TEST(Range, OfIndicesIsTheTable) {
    const Port onnx = input_of(
        "onnx opset=13\ninput ids:int64[1,seq]\nconst table:float32[100,8]\nGather(table, ids) -> y\noutput "
        "y\n");
    EXPECT_EQ(onnx.range.text, "[0, 99]");
    EXPECT_FALSE(
        input_of(
            "onnx opset=13\ninput ids:int64[1,seq]\ninput t:float32[100,8]\nGather(t, ids) -> y\noutput y\n")
            .range.said())
        << "the table is no constant";
    EXPECT_FALSE(input_of("onnx opset=13\ninput ids:int64[1]\nconst t:float32[8,100]\nGather(t, ids) -> y { "
                          "axis=1 }\noutput y\n")
                     .range.said());
}

TEST(Range, ComesFromTfliteMetadata) {
    Model model = test::graph_from_text(
        "tflite\ninput x:uint8[1,8,8,3](0.0078125, 128)\nRELU(x) -> y:uint8[1,8,8,3](0.0078125, 128)\noutput "
        "y\n");
    Tensor& x = model.graphs[0].tensors[model.graphs[0].inputs[0].index()];
    x.metadata =
        metadata(model, {{"content", R"({"content_properties":{"ImageProperties":{"color_space":"RGB"}}})"},
                         {"NormalizationOptions", R"({"mean":[127.5],"std":[127.5]})"}});
    const Port port = card_of(model).entries.at(0).inputs.at(0);
    EXPECT_EQ(port.range.text, "[−1, 1]: pixels [0, 255] as (x − 127.5) ÷ 127.5");
    ASSERT_TRUE(port.normalization.has_value());
    EXPECT_THAT(port.normalization->mean, ElementsAre(127.5));
    EXPECT_THAT(port.normalization->deviation, ElementsAre(127.5));
    ASSERT_EQ(port.meaning.size(), 1U);
    EXPECT_EQ(port.meaning[0].text, "an image, red, green, blue");
}

TEST(Range, DoesNotComeFromBrokenMetadata) {
    for (const char* broken :
         {"{", "[]", R"({"mean":[1],"std":[0]})", R"({"mean":["a"],"std":[1]})",
          R"({"mean":[1,2],"std":[1,2,3]})", R"({"mean":[]})", R"({"mean":1,"std":2})"}) {
        Model model =
            test::graph_from_text("tflite\ninput x:float32[1,4]\nRELU(x) -> y:float32[1,4]\noutput y\n");
        Tensor& x = model.graphs[0].tensors[model.graphs[0].inputs[0].index()];
        x.metadata =
            metadata(model, {{"NormalizationOptions", broken}, {"stats", broken}, {"content", broken}});
        EXPECT_FALSE(card_of(model).entries.at(0).inputs.at(0).range.said()) << broken;
    }
}

TEST(Range, ComesFromOnnxMetadataOfTheOnlyImage) {
    Model model = test::graph_from_text("onnx opset=13\ninput x:float32[1,3,8,8]\nRelu(x) -> y\noutput y\n");
    model.model_metadata = metadata(model, {{"Image.NominalPixelRange", "Normalized_1_1"}});
    EXPECT_EQ(card_of(model).entries.at(0).inputs.at(0).range.text, "[−1, 1]");
    Model two = test::graph_from_text(
        "onnx opset=13\ninput x:float32[1,3,8,8]\ninput z:float32[1,3,8,8]\nAdd(x, z) -> y\noutput y\n");
    two.model_metadata = metadata(two, {{"Image.NominalPixelRange", "Normalized_1_1"}});
    EXPECT_FALSE(card_of(two).entries.at(0).inputs.at(0).range.said()) << "which of them is the image?";
}

}  // namespace
}  // namespace netloupe::signature
