#include "model/quantization.h"

#include "read_tflite.h"

namespace netloupe::tflite_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using wire::QuantizationDetails;
using wire::TensorType;

Offset<wire::QuantizationParameters> linear(Builder& b, const std::vector<float>& scales,
                                            const std::vector<int64_t>& zero_points, int32_t axis = 0) {
    return wire::CreateQuantizationParameters(b, 0, 0, b.CreateVector(scales), b.CreateVector(zero_points),
                                              QuantizationDetails::NONE, 0, axis);
}

const Quantization& of_tensor(const Model& model, size_t tensor) {
    return model.quantization(model.graphs[0].tensors[tensor].quantization);
}

TEST(TfliteQuantization, ReadsPerTensor) {
    TestModel m;
    m.add_tensor(
        {.name = "x", .shape = {4}, .type = TensorType::INT8, .quantization = linear(m.b, {0.5F}, {-3})});
    const Model model = read(m);
    const Quantization& q = of_tensor(model, 0);
    EXPECT_EQ(q.scheme, QuantizationScheme::kPerTensor);
    EXPECT_EQ(q.storage, DataType::kInt8);
    const auto parameters = quant_parameters(model, q);
    ASSERT_TRUE(parameters.has_value());
    EXPECT_THAT(parameters->scales, ElementsAre(0.5F));
    EXPECT_THAT(parameters->zero_points, ElementsAre(-3));
}

TEST(TfliteQuantization, ReadsPerAxis) {
    TestModel m;
    m.add_tensor({.name = "w",
                  .shape = {2, 3},
                  .type = TensorType::INT8,
                  .quantization = linear(m.b, {0.5F, 0.25F, 0.125F}, {0, 0, 0}, 1)});
    // Converters leave the weights' axis on their biases.
    m.add_tensor({.name = "bias",
                  .shape = {2},
                  .type = TensorType::INT32,
                  .quantization = linear(m.b, {0.5F, 0.25F}, {0, 0}, 3)});
    const Model model = read(m);
    EXPECT_EQ(of_tensor(model, 0).scheme, QuantizationScheme::kPerAxis);
    EXPECT_EQ(of_tensor(model, 0).axis, 1);
    EXPECT_EQ(of_tensor(model, 1).axis, 3);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteQuantization, KeepsObservedRangesWithoutScale) {
    TestModel m;
    const auto low = m.b.CreateVector(std::vector<float>{-1});
    const auto high = m.b.CreateVector(std::vector<float>{6});
    m.add_tensor(
        {.name = "x", .shape = {4}, .quantization = wire::CreateQuantizationParameters(m.b, low, high)});
    m.add_tensor({.name = "y", .shape = {4}, .quantization = wire::CreateQuantizationParameters(m.b)});
    const Model model = read(m);
    const Quantization& q = of_tensor(model, 0);
    EXPECT_EQ(q.scale.kind, ParameterSource::Kind::kNone);
    EXPECT_THAT(Model::slice_of(model.floats, q.min.pool), ElementsAre(-1));
    EXPECT_THAT(Model::slice_of(model.floats, q.max.pool), ElementsAre(6));
    EXPECT_FALSE(model.graphs[0].tensors[1].quantization.valid());
}

TEST(TfliteQuantization, TakesBlockwiseScalesFromTheirTensor) {
    TestModel m;
    const auto details = wire::CreateBlockwiseQuantization(m.b, 1, -1, 2).Union();
    m.add_tensor({.name = "w",
                  .shape = {2, 4},
                  .type = TensorType::INT4,
                  .buffer = m.add_buffer({0, 0, 0, 0}),
                  .quantization = wire::CreateQuantizationParameters(
                      m.b, 0, 0, 0, 0, QuantizationDetails::BlockwiseQuantization, details)});
    m.add_tensor({.name = "scales", .shape = {2, 2}, .buffer = m.add_buffer(bytes_of<float>({1, 2, 3, 4}))});
    const Model model = read(m);
    const Quantization& q = of_tensor(model, 0);
    EXPECT_EQ(q.scheme, QuantizationScheme::kBlockwise);
    EXPECT_EQ(q.axis, 1);
    EXPECT_EQ(q.block_size, 2);
    EXPECT_EQ(q.zero_point.kind, ParameterSource::Kind::kNone);
    const auto parameters = quant_parameters(model, q);
    ASSERT_TRUE(parameters.has_value());
    EXPECT_THAT(parameters->scales, ElementsAre(1, 2, 3, 4));
}

TEST(TfliteQuantization, SaysThatAScaleTensorIsNotThere) {
    TestModel m;
    const auto details = wire::CreateBlockwiseQuantization(m.b, 99, -1, 2).Union();
    m.add_tensor({.name = "w",
                  .shape = {2, 4},
                  .type = TensorType::INT4,
                  .quantization = wire::CreateQuantizationParameters(
                      m.b, 0, 0, 0, 0, QuantizationDetails::BlockwiseQuantization, details)});
    const Model model = read(m);
    EXPECT_THAT(damage_text(model),
                HasSubstr("subgraphs[0].tensors[0].quantization.details.scales names a tensor "
                          "that does not exist."));
}

TEST(TfliteQuantization, ShowsCustomSchemesAsText) {
    TestModel m;
    const auto custom = m.b.CreateVector(std::vector<uint8_t>{0xAB, 0xCD});
    const auto details = wire::CreateCustomQuantization(m.b, custom).Union();
    m.add_tensor({.name = "w",
                  .shape = {2},
                  .type = TensorType::INT8,
                  .quantization = wire::CreateQuantizationParameters(
                      m.b, 0, 0, 0, 0, QuantizationDetails::CustomQuantization, details)});
    const Model model = read(m);
    EXPECT_EQ(of_tensor(model, 0).scheme, QuantizationScheme::kCustom);
    EXPECT_EQ(model.text(of_tensor(model, 0).details), "2 bytes: ab cd");
}

TEST(TfliteQuantization, ReadsSeveralAxesAsACustomScheme) {
    TestModel m;
    const auto axes = m.b.CreateVector(std::vector<int32_t>{0, 1});
    const auto details = wire::CreateMultiAxisQuantization(m.b, 1, -1, 0, axes).Union();
    m.add_tensor({.name = "w",
                  .shape = {2, 2},
                  .type = TensorType::INT8,
                  .quantization = wire::CreateQuantizationParameters(
                      m.b, 0, 0, 0, 0, QuantizationDetails::MultiAxisQuantization, details)});
    m.add_tensor({.name = "scales", .shape = {2, 2}, .buffer = m.add_buffer(bytes_of<float>({1, 2, 3, 4}))});
    const Model model = read(m);
    EXPECT_EQ(of_tensor(model, 0).scheme, QuantizationScheme::kCustom);
    EXPECT_EQ(model.text(of_tensor(model, 0).details), "scales along dimensions 0, 1");
}

}  // namespace
}  // namespace netloupe::tflite_test
