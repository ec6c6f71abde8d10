#include "read_tflite.h"
#include "schemas/tflite_metadata_generated.h"

/// Tensors stored as indices into a table of values; the examples are those of TensorFlow Lite Micro's
/// documentation.
namespace netloupe::tflite_test {
namespace {

namespace notes = netloupe::wire::tflite_metadata;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<uint8_t> compression(int32_t tensor, uint32_t values, uint8_t index_bits) {
    Builder b;
    const auto entry = notes::CreateLutTensor(b, tensor, values, index_bits);
    const auto subgraph = notes::CreateCompressedSubgraph(b, b.CreateVector(&entry, 1));
    b.Finish(notes::CreateCompression(b, 1, b.CreateVector(&subgraph, 1)));
    return {b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize()};
}

TEST(TfliteCompression, OneTableOfValues) {
    TestModel m;
    const uint32_t values = m.add_buffer(bytes_of<int16_t>({99, 2, 10, 4, 1, 7}));
    m.add_tensor({.name = "w",
                  .shape = {2, 5},
                  .type = wire::TensorType::INT16,
                  .buffer = m.add_buffer({0b00101101, 0b10101001, 0b01000010, 0b00101100})});
    m.add_metadata("COMPRESSION_METADATA", compression(0, values, 3));
    const Model model = read(m);
    const Tensor& w = model.graphs[0].tensors[0];
    EXPECT_EQ(damage_text(model), "");
    EXPECT_THAT(numbers(model, w), ElementsAre(2, 4, 4, 10, 1, 7, 99, 10, 2, 4));
    EXPECT_THAT(numbers(model, w, 6, 2), ElementsAre(99, 10));
    EXPECT_EQ(model.constant(w.constant).length, 4U);
}

TEST(TfliteCompression, ATableForEachChannel) {
    TestModel m;
    const auto scales = m.b.CreateVector(std::vector<float>{0.5F, 0.25F});
    const auto quantization =
        wire::CreateQuantizationParameters(m.b, 0, 0, scales, 0, wire::QuantizationDetails::NONE, 0, 0);
    const uint32_t values = m.add_buffer(bytes_of<int8_t>({1, 10, 2, 4, 0, 99, 10, 2, 7, 4}));
    m.add_tensor({.name = "w",
                  .shape = {2, 5},
                  .type = wire::TensorType::INT8,
                  .buffer = m.add_buffer({0b01001101, 0b10010000, 0b11000001, 0b01010000}),
                  .quantization = quantization});
    m.add_metadata("COMPRESSION_METADATA", compression(0, values, 3));
    const Model model = read(m);
    EXPECT_EQ(damage_text(model), "");
    EXPECT_THAT(numbers(model, model.graphs[0].tensors[0]), ElementsAre(2, 4, 4, 10, 1, 7, 99, 10, 2, 4));
}

TEST(TfliteCompression, SaysThatATableDoesNotFit) {
    const auto damages = [](uint32_t values, uint8_t index_bits) {
        TestModel m;
        m.add_buffer({1, 2});
        m.add_tensor({.name = "w",
                      .shape = {8},
                      .type = wire::TensorType::INT8,
                      .buffer = m.add_buffer({0b01001100})});
        m.add_metadata("COMPRESSION_METADATA", compression(0, values, index_bits));
        return damage_text(read(m));
    };
    EXPECT_EQ(damages(1, 1), "");
    EXPECT_THAT(damages(1, 2), HasSubstr("does not fit the table of values"));
    EXPECT_THAT(damages(1, 0), HasSubstr("does not fit the table of values"));
    EXPECT_THAT(damages(99, 1), HasSubstr("does not fit the table of values"));
}

TEST(TfliteCompression, SaysThatAnIndexIsBeyondTheTable) {
    TestModel m;
    const uint32_t values = m.add_buffer({5});
    m.add_tensor(
        {.name = "w", .shape = {2}, .type = wire::TensorType::INT8, .buffer = m.add_buffer({0b01000000})});
    m.add_metadata("COMPRESSION_METADATA", compression(0, values, 1));
    const Model model = read(m);
    const auto read_back = read_values(model, model.constant(model.graphs[0].tensors[0].constant), 0, 2);
    ASSERT_FALSE(read_back.has_value());
    EXPECT_THAT(read_back.error().message, HasSubstr("beyond the tensor's table of values"));
}

}  // namespace
}  // namespace netloupe::tflite_test
