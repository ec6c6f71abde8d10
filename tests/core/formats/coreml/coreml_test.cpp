#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "build_coreml.h"
#include "model/quantization.h"
#include "support/read_bytes.h"

namespace netloupe::coreml_test {
namespace {

using support::damages_of;
using support::find_tensor;
using support::nodes_of;
using support::numbers_of;
using support::read_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Model read(const std::string& bytes) {
    return read_bytes(bytes, "/nonexistent/test.mlmodel");
}

TEST(Coreml, ReadsLayersWithParametersAndWeights) {
    const Model model = read(small_network());
    EXPECT_EQ(model.format, Format::kCoreml);
    EXPECT_EQ(model.format_version, "v4");
    EXPECT_EQ(model.description, "d");
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(nodes_of(model),
                ElementsAre("convolution(x, weights=c.weights, bias=c.bias) -> h", "activation(h) -> y"));
    const Node& convolution = model.graphs[0].nodes[0];
    EXPECT_EQ(model.int_attribute(convolution, "outputChannels", 0), 2);
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(convolution, "kernelSize")->list),
                ElementsAre(1, 2));
    EXPECT_EQ(model.text(model.find_attribute(convolution, "same.asymmetryMode")->text), "TOP_LEFT_HEAVY");
    EXPECT_EQ(model.text(model.find_attribute(model.graphs[0].nodes[1], "ReLU")->text), "ActivationReLU");
    EXPECT_EQ(shape_text(model, find_tensor(model, "x")->shape), "1×4×4");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "c.bias")), ElementsAre(3, 4));
    const auto metadata = model.metadata_of(model.model_metadata);
    ASSERT_EQ(metadata.size(), 2U);
    EXPECT_EQ(model.text(metadata[1].key), "k");
}

TEST(Coreml, ReadsPackedWeightsWithTheirScales) {
    const Model model = read(small_network());
    const Tensor* weights = find_tensor(model, "c.weights");
    ASSERT_NE(weights, nullptr);
    EXPECT_EQ(weights->dtype, DataType::kUint2);
    EXPECT_EQ(shape_text(model, weights->shape), "2×1×1×2");
    // 0x1B is 00 01 10 11.
    EXPECT_THAT(numbers_of(model, weights), ElementsAre(0, 1, 2, 3));
    const Quantization& quantization = model.quantization(weights->quantization);
    EXPECT_EQ(quantization.scheme, QuantizationScheme::kPerAxis);
    const auto parameters = quant_parameters(model, quantization);
    EXPECT_THAT(parameters->scales, ElementsAre(0.5F, 2.0F));
    EXPECT_THAT(parameters->zero_points, ElementsAre(2, 0));
}

TEST(Coreml, ReadsPalettesHalvesAndRecurrentWeights) {
    const Model model =
        read(coreml_test::model("specificationVersion: 4 description { " +
                                feature("input", "x", array("shape: 2")) + R"(} neuralNetwork {
           layers { name: 'l' input: 'x' output: 'h' uniDirectionalLSTM { inputVectorSize: 2 outputVectorSize: 1
             weightParams { inputGateWeightMatrix { float16Value: '\x00\x3C\x00\x40' } } } }
           layers { name: 'b' input: 'h' output: 'y' bias { shape: 2
             bias { rawValue: '\x80' quantization { numberOfBits: 1 lookupTableQuantization { floatValue: -1 floatValue: 4 } } } } }
         })"));
    EXPECT_EQ(shape_text(model, find_tensor(model, "l.weightParams.inputGateWeightMatrix")->shape), "1×2");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "l.weightParams.inputGateWeightMatrix")),
                ElementsAre(1, 2));
    const Tensor* bias = find_tensor(model, "b.bias");
    ASSERT_NE(bias, nullptr);
    EXPECT_EQ(bias->dtype, DataType::kUint1);
    EXPECT_THAT(numbers_of(model, bias), ElementsAre(1, 0));
    const Quantization& quantization = model.quantization(bias->quantization);
    EXPECT_EQ(quantization.scheme, QuantizationScheme::kCustom);
    EXPECT_EQ(model.text(quantization.details), "palette of 2: -1, 4");
}

TEST(Coreml, ReadsPipelinesOfFeatureModels) {
    const Model model = read(coreml_test::model(
        "specificationVersion: 1 description { " +
        feature("input", "f", "dictionaryType { stringKeyType {} }") +
        feature("output", "label", "stringType {}") +
        "} pipelineClassifier { pipeline { models { description { " +
        feature("input", "f", "dictionaryType { stringKeyType {} }") +
        feature("output", "v", array("shape: 2")) +
        "} dictVectorizer { stringToIndex { vector: 'a' vector: 'b' } } } models { description { " +
        feature("input", "v", array("shape: 2")) + feature("output", "v", array("shape: 2")) +
        "} scaler { shiftValue: 1 shiftValue: 2 } } models { description { " +
        feature("input", "v", array("shape: 2")) + feature("output", "label", "stringType {}") +
        R"(} treeEnsembleClassifier { treeEnsemble { numPredictionDimensions: 1
             nodes { nodeId: 1 branchFeatureValue: 0.5 evaluationInfo { evaluationValue: 2 } } nodes { nodeBehavior: LeafNode } }
             stringClassLabels { vector: 'no' vector: 'yes' } } } } })"));
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(nodes_of(model), ElementsAre("dictVectorizer(f) -> v", "scaler(v) -> v",
                                             "treeEnsembleClassifier(v) -> label"));
    const Graph& graph = model.graphs[0];
    // The name is given twice, and each model takes what stands before it.
    EXPECT_NE(model.outputs(graph.nodes[0])[0], model.outputs(graph.nodes[1])[0]);
    EXPECT_EQ(model.inputs(graph.nodes[1])[0], model.outputs(graph.nodes[0])[0]);
    EXPECT_EQ(model.inputs(graph.nodes[2])[0], model.outputs(graph.nodes[1])[0]);
    const Attribute* labels = model.find_attribute(graph.nodes[2], "stringClassLabels");
    ASSERT_NE(labels, nullptr);
    EXPECT_EQ(labels->list.count, 2U);
    EXPECT_EQ(
        model.text(model.find_attribute(graph.nodes[2], "treeEnsemble.nodes")->text),
        R"([{"nodeId":1,"branchFeatureValue":0.5,"evaluationInfo":[{"evaluationValue":2.0}]},{"nodeBehavior":"LeafNode"}])");
    EXPECT_EQ(model.text(find_tensor(model, "f")->type_name), "map<string,float64>");
}

TEST(Coreml, ReadsFlexibleShapesAndImages) {
    const Model model = read(coreml_test::model(
        "specificationVersion: 5 description { " +
        feature("input", "r",
                array("shape: 1 shape: 8 shapeRange { sizeRanges { lowerBound: 1 upperBound: 1 } sizeRanges "
                      "{ lowerBound: 1 upperBound: -1 } }")) +
        feature("input", "e",
                array("shape: 3 enumeratedShapes { shapes { shape: 3 } shapes { shape: 5 } }")) +
        feature("input", "i", "imageType { width: 20 height: 10 colorSpace: RGB }") + "} identity {}"));
    EXPECT_EQ(shape_text(model, find_tensor(model, "r")->shape), "1×?");
    EXPECT_EQ(shape_text(model, find_tensor(model, "r")->default_shape), "1×8");
    EXPECT_EQ(shape_text(model, find_tensor(model, "e")->shape), "?");
    EXPECT_EQ(model.text(find_tensor(model, "i")->type_name), "image<RGB,20x10>");
}

class Package : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("netloupe_coreml_" + std::to_string(getpid())) /
                  "m.mlpackage";
        std::filesystem::create_directories(inside() / "weights");
        write("model.mlmodel", small_program());
    }
    void TearDown() override { std::filesystem::remove_all(folder_.parent_path()); }
    [[nodiscard]] std::filesystem::path inside() const { return folder_ / "Data" / "com.apple.CoreML"; }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(inside() / name, std::ios::binary) << content;
    }
    std::filesystem::path folder_;
};

TEST_F(Package, ReadsProgramsWithBlocksAndBlobs) {
    write("weights/weight.bin", weights());
    for (const auto& path : {folder_, inside() / "model.mlmodel"}) {
        const auto model = open_model(path.string());
        ASSERT_TRUE(model.has_value()) << model.error().message;
        EXPECT_EQ(damages_of(*model), "");
        EXPECT_THAT(nodes_of(*model), ElementsAre("linear(x=x, weight=w) -> y", "cond(pred=y) -> z"));
        EXPECT_EQ(model->text(model->graphs[0].nodes[0].name), "fc");
        EXPECT_THAT(numbers_of(*model, find_tensor(*model, "w")), ElementsAre(5, 6));
        ASSERT_EQ(model->graphs.size(), 2U);
        EXPECT_THAT(nodes_of(*model, 1), ElementsAre("mul(x=y) -> m"));
        EXPECT_EQ(model->find_attribute(model->graphs[1].nodes[0], "y")->real, 2);
        EXPECT_EQ(model->graphs[1].captures.size(), 1U);
        EXPECT_EQ(shape_text(*model, find_tensor(*model, "y")->shape), "1×1");
    }
}

TEST_F(Package, TellsThatWeightsAreMissingOrWrong) {
    const auto missing = open_model(folder_.string());
    ASSERT_TRUE(missing.has_value());
    EXPECT_THAT(damages_of(*missing), HasSubstr("weight.bin"));
    write("weights/weight.bin", std::string(256, 'x'));
    const auto wrong = open_model(folder_.string());
    ASSERT_TRUE(wrong.has_value());
    EXPECT_THAT(damages_of(*wrong), HasSubstr("weights/weight.bin has no weights at offset 64"));
}

TEST(Coreml, SurvivesTruncationAndWrongBytesAnywhere) {
    support::expect_survival(small_network(), "/nonexistent/test.mlmodel");
    support::expect_survival(small_program(), "/nonexistent/test.mlmodel");
}

}  // namespace
}  // namespace netloupe::coreml_test
