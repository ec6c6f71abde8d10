#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build_mnn.h"
#include "model/quantization.h"
#include "support/read_bytes.h"

namespace netloupe::mnn_test {
namespace {

using support::damages_of;
using support::find_tensor;
using support::nodes_of;
using support::numbers_of;
using support::read_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Model read(const std::string& bytes) {
    return read_bytes(bytes, "test.mnn");
}

std::string with_convolution(const std::string& parameters, const std::string& type = "Convolution") {
    return network(R"({"tensorName": ["x", "y"], "oplists": [
        {"type": "Input", "name": "x", "outputIndexes": [0]},
        {"type": ")" +
                   type + R"(", "main_type": "Convolution2D", "name": "c", "inputIndexes": [0],
         "outputIndexes": [1], "main": {"common": {"outputCount": 2, "inputCount": 2, "kernelX": 1, "kernelY": 1}, )" +
                   parameters + "}}]}");
}

TEST(Mnn, ReadsOperatorsParametersAndConstants) {
    const Model model = read(small_network());
    EXPECT_EQ(model.format, Format::kMnn);
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(nodes_of(model), ElementsAre("Convolution(x, weight=conv.weight, bias=conv.bias) -> y"));
    const Node& node = model.graphs[0].nodes[0];
    EXPECT_EQ(model.text(model.find_attribute(node, "padMode")->text), "SAME");
    EXPECT_EQ(model.int_attribute(node, "relu", 0), 1);
    EXPECT_EQ(model.int_attribute(node, "kernelX", 0), 1);
    EXPECT_EQ(model.int_attribute(node, "quanParameter.readType", 0), 2);
    EXPECT_EQ(shape_text(model, find_tensor(model, "x")->shape), "1×2×?×4");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "k")), ElementsAre(1.5, 2.5));
    EXPECT_THAT(numbers_of(model, find_tensor(model, "conv.bias")), ElementsAre(7, 8));
    ASSERT_EQ(model.graphs[0].inputs.size(), 1U);
    ASSERT_EQ(model.graphs[0].outputs.size(), 1U);
}

TEST(Mnn, ReadsPackedWeightsWithMinimumAndScale) {
    const Model model = read(small_network());
    const Tensor* weight = find_tensor(model, "conv.weight");
    ASSERT_NE(weight, nullptr);
    EXPECT_EQ(weight->dtype, DataType::kInt2);
    EXPECT_EQ(shape_text(model, weight->shape), "2×2×1×1");
    EXPECT_THAT(numbers_of(model, weight), ElementsAre(1, -2, 0, -1));
    const Quantization& quantization = model.quantization(weight->quantization);
    EXPECT_EQ(quantization.scheme, QuantizationScheme::kPerAxis);
    const auto parameters = quant_parameters(model, quantization);
    ASSERT_TRUE(parameters.has_value());
    EXPECT_THAT(parameters->scales, ElementsAre(0.5F, 1.0F));
    // -2 stands for the minimum, so that 0 is -2 - (-1 / 0.5) and -2 - (-2 / 1).
    EXPECT_THAT(parameters->zero_points, ElementsAre(0, 0));
}

TEST(Mnn, ReadsSparseHalfAndPlainWeights) {
    // Four weights; two are stored: 5 at 1, and -3 two further.
    const Model sparse = read(with_convolution(
        R"("quanParameter": {"type": 2, "alpha": [1, 2], "buffer": [2, 2, 0, 2, 0, 2, 0, 0, 0, 2, 96, 2, -3, 5, -128]})"));
    EXPECT_EQ(damages_of(sparse), "");
    EXPECT_THAT(numbers_of(sparse, find_tensor(sparse, "c.weight")), ElementsAre(0, 5, 0, -3));
    EXPECT_TRUE(sparse.constant(find_tensor(sparse, "c.weight")->constant).sparse);
    const Model half =
        read(with_convolution(R"("quanParameter": {"type": 3, "buffer": [0, 60, 0, 64, 0, 0, 0, 60]})"));
    EXPECT_THAT(numbers_of(half, find_tensor(half, "c.weight")), ElementsAre(1, 2, 0, 1));
    const Model plain = read(with_convolution(R"("weight": [1, 2, 3, 4])"));
    EXPECT_THAT(numbers_of(plain, find_tensor(plain, "c.weight")), ElementsAre(1, 2, 3, 4));
    const Model integers = read(with_convolution(
        R"("symmetricQuan": {"weight": [1, -2, 3, -4], "bias": [9, 8], "scale": [0.5, 0.25]})", "ConvInt8"));
    EXPECT_EQ(find_tensor(integers, "c.weight")->dtype, DataType::kInt8);
    EXPECT_THAT(numbers_of(integers, find_tensor(integers, "c.weight")), ElementsAre(1, -2, 3, -4));
    EXPECT_THAT(numbers_of(integers, find_tensor(integers, "c.bias")), ElementsAre(9, 8));
    const Model none = read(with_convolution(R"("external": [])"));
    const Tensor* absent = find_tensor(none, "c.weight");
    ASSERT_NE(absent, nullptr);
    EXPECT_EQ(none.constant(absent->constant).state, ConstantState::kAbsent);
    EXPECT_EQ(shape_text(none, absent->shape), "2×2×1×1");
}

TEST(Mnn, ScalesBlocksOfOneOutput) {
    const Model model = read(with_convolution(
        R"("quanParameter": {"type": 4, "quantScale": 1, "alpha": [1, 2, 3, 4], "buffer": [1, 2, 3, 4]})"));
    const Quantization& quantization = model.quantization(find_tensor(model, "c.weight")->quantization);
    EXPECT_EQ(quantization.scheme, QuantizationScheme::kBlockwise);
    EXPECT_EQ(quantization.axis, 1);
    EXPECT_EQ(quantization.block_size, 1);
}

TEST(Mnn, ReadsScalesOfTensors) {
    const Model model = read(network(R"({"tensorName": ["x", "q", "y"], "oplists": [
        {"type": "FloatToInt8", "main_type": "QuantizedFloatParam", "main": {"tensorScale": [4, 4], "zeroPoint": -3},
         "inputIndexes": [0], "outputIndexes": [1]},
        {"type": "ReLU", "main_type": "Relu", "main": {"slope": 0.25}, "inputIndexes": [1], "outputIndexes": [2]}],
        "extraTensorDescribe": [{"index": 2, "blob": {"dims": [3]}, "quantInfo": {"scale": 0.5, "zero": 7, "type": "DT_INT8"}}]})"));
    const auto of_q = quant_parameters(model, model.quantization(find_tensor(model, "q")->quantization));
    EXPECT_THAT(of_q->scales, ElementsAre(0.25F));
    EXPECT_THAT(of_q->zero_points, ElementsAre(-3));
    const auto of_y = quant_parameters(model, model.quantization(find_tensor(model, "y")->quantization));
    EXPECT_THAT(of_y->scales, ElementsAre(0.5F));
    EXPECT_THAT(of_y->zero_points, ElementsAre(7));
    EXPECT_EQ(shape_text(model, find_tensor(model, "y")->shape), "3");
    EXPECT_EQ(model.find_attribute(model.graphs[0].nodes[1], "slope")->real, 0.25);
}

TEST(Mnn, LinksSubgraphs) {
    const Model model = read(network(R"({"tensorName": ["x", "y"], "oplists": [
        {"type": "If", "main_type": "IfParam", "main": {"then_graph": "a", "else_graph": "gone"}, "name": "if",
         "inputIndexes": [0], "outputIndexes": [1]}],
        "subgraphs": [{"name": "a", "tensors": ["p"], "inputs": [0], "outputs": [0],
            "nodes": [{"type": "If", "main_type": "IfParam", "main": {"then_graph": "a"}, "outputIndexes": [0]}]}]})"));
    ASSERT_EQ(model.graphs.size(), 2U);
    EXPECT_EQ(model.graphs[1].parent, GraphId(0U));
    EXPECT_EQ(model.text(model.graphs[1].owner_attribute), "then_graph");
    EXPECT_THAT(damages_of(model), HasSubstr("names a subgraph that does not exist"));
}

TEST(Mnn, IsKnownByItsContentOnly) {
    EXPECT_TRUE(read_model(support::to_bytes(small_network()), "x.bin").has_value());
    EXPECT_FALSE(read_model(support::to_bytes(std::string(64, '\x08')), "x.mnn").has_value());
}

TEST(Mnn, SurvivesTruncationAndWrongBytesAnywhere) {
    support::expect_survival(small_network(), "test.mnn");
}

}  // namespace
}  // namespace netloupe::mnn_test
