// What the card says of outputs, and where it must be silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "card.h"

namespace netloupe::signature {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> texts(const Port& port) {
    std::vector<std::string> list;
    for (const Statement& statement : port.meaning) list.push_back(statement.text);
    return list;
}

std::vector<std::string> output_of(std::string_view text) {
    return texts(entry_of(text).outputs.at(0));
}

TEST(Meaning, OfSoftmaxIsProbabilitiesAlsoBehindReshapes) {
    EXPECT_THAT(output_of("onnx opset=13\ninput x:float32[N,10]\nSoftmax(x) -> y\noutput y\n"),
                ElementsAre("probabilities over 10: they sum to 1"));
    EXPECT_THAT(output_of("tflite\ninput x:int8[1,10](0.1, 0)\nSOFTMAX(x) -> s:int8[1,10](0.00390625, -128)\n"
                          "DEQUANTIZE(s) -> y:float32[1,10]\noutput y\n"),
                ElementsAre("probabilities over 10: they sum to 1"));
    EXPECT_THAT(
        output_of(
            "onnx opset=13\ninput x:float32[2,10]\nSoftmax(x) -> s { axis=0 }\nFlatten(s) -> y\noutput y\n"),
        ElementsAre("probabilities over 2: they sum to 1"));
    // Before version 13 the axis begins a flattened matrix.
    EXPECT_THAT(output_of("onnx opset=11\ninput x:float32[2,3,4]\nSoftmax(x) -> y { axis=1 }\noutput y\n"),
                ElementsAre("probabilities: they sum to 1"));
}

TEST(Meaning, OfSigmoidAndArgMaxIsTold) {
    EXPECT_THAT(output_of("onnx opset=13\ninput x:float32[1,10]\nSigmoid(x) -> y\noutput y\n"),
                ElementsAre("each value between 0 and 1 on its own"));
    EXPECT_THAT(output_of("onnx opset=13\ninput x:float32[1,10]\nArgMax(x) -> y { axis=1 }\noutput y\n"),
                ElementsAre("index of the greatest element"));
}

TEST(Meaning, OfPlainLayersIsNotGuessed) {
    EXPECT_THAT(
        output_of(
            "onnx opset=13\ninput x:float32[1,10]\nconst w:float32[10,1000]\nMatMul(x, w) -> class_scores\n"
            "output class_scores\n"),
        IsEmpty());
    EXPECT_THAT(
        output_of("onnx opset=13\ninput x:float32[1,10]\nSoftmax(x) -> s\nMul(s, 2) -> y\noutput y\n"),
        IsEmpty());
    EXPECT_THAT(output_of("onnx opset=13\ninput x:float32[1,10]\nIdentity(x) -> y\noutput y\n"), IsEmpty());
}

TEST(Meaning, OfDetectionPostprocessingIsItsFourOutputs) {
    const Entry entry = entry_of(
        "tflite\ninput b:float32[1,9,4]\ninput c:float32[1,9,3]\nconst a:float32[9,4]\n"
        "custom::TFLite_Detection_PostProcess(b, c, a) -> o:float32[1,5,4], k:float32[1,5], s:float32[1,5], "
        "n:float32[1]\n"
        "output o\noutput k\noutput s\noutput n\n");
    ASSERT_EQ(entry.outputs.size(), 4U);
    EXPECT_THAT(texts(entry.outputs[0]), ElementsAre(HasSubstr("boxes: top, left, bottom, right")));
    EXPECT_THAT(texts(entry.outputs[1]), ElementsAre("numbers of classes, from 0"));
    EXPECT_THAT(texts(entry.outputs[2]), ElementsAre("scores"));
    EXPECT_THAT(texts(entry.outputs[3]), ElementsAre("how many boxes count"));
}

Model labelled(std::string_view last, const char* labels) {
    Model model = test::graph_from_text(
        "tflite\ninput x:float32[1,4]\nconst w:float32[3,4]\nconst b:float32[3]\n"
        "FULLY_CONNECTED(x, w, b) -> f:float32[1,3]\n" +
        std::string(last));
    Tensor& y = model.graphs[0].tensors[model.graphs[0].outputs[0].index()];
    y.metadata = metadata(model, {{"associated_files", "labels.txt (TENSOR_AXIS_LABELS, en)"}});
    model.attachments.push_back({model.strings.intern("labels.txt"), 9, model.strings.intern(labels)});
    return model;
}

TEST(Meaning, OfLabelledOutputsIsScoresOfClasses) {
    const Model logits = labelled("output f\n", "cat\ndog\nbird\n");
    EXPECT_THAT(
        texts(card_of(logits).entries.at(0).outputs.at(0)),
        ElementsAre("scores of 3 classes, named in labels.txt", "raw scores (logits), not probabilities"));
    const Model probabilities = labelled("SOFTMAX(f) -> y:float32[1,3]\noutput y\n", "cat\ndog\nbird");
    EXPECT_THAT(
        texts(card_of(probabilities).entries.at(0).outputs.at(0)),
        ElementsAre("scores of 3 classes, named in labels.txt", "probabilities over 3: they sum to 1"));
    const Model wrong = labelled("output f\n", "cat\ndog\n");
    EXPECT_THAT(texts(card_of(wrong).entries.at(0).outputs.at(0)), IsEmpty()) << "2 labels for 3 scores";
}

TEST(Meaning, OfBoxesIsInTheOrderOfTheMetadata) {
    Model model =
        test::graph_from_text("tflite\ninput x:float32[1,5,4]\nRELU(x) -> y:float32[1,5,4]\noutput y\n");
    Tensor& y = model.graphs[0].tensors[model.graphs[0].outputs[0].index()];
    y.metadata = metadata(model, {{"content", R"({"content_properties":{"BoundingBoxProperties":)"
                                              R"({"index":[1,0,3,2],"type":"BOUNDARIES"}}})"}});
    EXPECT_THAT(texts(card_of(model).entries.at(0).outputs.at(0)),
                ElementsAre("boxes: top, left, bottom, right, as parts of the image's size"));
    y.metadata =
        metadata(model, {{"content", R"({"content_properties":{"BoundingBoxProperties":{"type":77}}})"}});
    EXPECT_THAT(texts(card_of(model).entries.at(0).outputs.at(0)), ElementsAre("boxes"));
}

TEST(Meaning, OfUltralyticsDetectorsIsAColumnForEachBox) {
    Model model = test::graph_from_text(
        "onnx opset=13\ninput x:float32[1,6,100]\nconst w:float32[6,6]\n"
        "MatMul(w, x) -> y:float32[1,6,100]\noutput y\n");
    model.model_metadata = metadata(
        model,
        {{"author", "Ultralytics"}, {"task", "detect"}, {"names", "{0: 'person', 1: 'bike, 2: red'}"}});
    EXPECT_THAT(texts(card_of(model).entries.at(0).outputs.at(0)),
                ElementsAre(HasSubstr("scores of 2 classes")));
    model.model_metadata = metadata(model, {{"task", "detect"}, {"names", "{0: 'person', 1: 'bike'}"}});
    EXPECT_THAT(texts(card_of(model).entries.at(0).outputs.at(0)), IsEmpty()) << "somebody else's file";
}

TEST(Meaning, OfClassifiersIsLabelAndScores) {
    const Entry entry = entry_of(
        "onnx opset=13\ninput x:float32[1,4]\nai.onnx.ml::LinearClassifier(x) -> l:int64[1], s:float32[1,3] "
        "{ classlabels_ints=[5,6,7] }\noutput l\noutput s\n");
    EXPECT_THAT(texts(entry.outputs.at(0)), ElementsAre("label of the class, of 3 classes"));
    EXPECT_THAT(texts(entry.outputs.at(1)), ElementsAre("scores of 3 classes"));
}

}  // namespace
}  // namespace netloupe::signature
