#include <cstdio>
#include <filesystem>
#include <fstream>

#include "read_tflite.h"

namespace netloupe::tflite_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using wire::TensorType;

TEST(TfliteTensor, ReadsDataOfBuffers) {
    TestModel m;
    m.add_tensor({.name = "w", .shape = {2, 2}, .buffer = m.add_buffer(bytes_of<float>({1, 2, 3, 4}))});
    m.add_tensor({.name = "sentinel", .shape = {2}, .buffer = 0});
    m.add_tensor({.name = "empty", .shape = {2}, .buffer = m.add_buffer({})});
    const Model model = read(m);
    const auto& tensors = model.graphs[0].tensors;
    EXPECT_THAT(numbers(model, tensors[0]), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(numbers(model, tensors[0], 2, 1), ElementsAre(3));
    EXPECT_FALSE(tensors[1].constant.valid());
    EXPECT_FALSE(tensors[2].constant.valid());
}

TEST(TfliteTensor, ReadsPackedNibblesAndCrumbs) {
    TestModel m;
    m.add_tensor(
        {.name = "int4", .shape = {4}, .type = TensorType::INT4, .buffer = m.add_buffer({0xF1, 0x87})});
    m.add_tensor({.name = "int2", .shape = {4}, .type = TensorType::INT2, .buffer = m.add_buffer({0xE4})});
    m.add_tensor({.name = "uint4", .shape = {2}, .type = TensorType::UINT4, .buffer = m.add_buffer({0xF1})});
    const Model model = read(m);
    const auto& tensors = model.graphs[0].tensors;
    EXPECT_THAT(numbers(model, tensors[0]), ElementsAre(1, -1, 7, -8));
    EXPECT_THAT(numbers(model, tensors[1]), ElementsAre(0, 1, -2, -1));
    EXPECT_THAT(numbers(model, tensors[2]), ElementsAre(1, 15));
}

TEST(TfliteTensor, FindsDataBehindTheFlatbuffer) {
    TestModel m;
    m.add_tensor(
        {.name = "w", .shape = {2}, .type = TensorType::INT32, .buffer = m.add_buffer_outside(8192, 8)});
    auto bytes = m.finish();
    ASSERT_LT(bytes.size(), 8192U);
    bytes.resize(8200);
    bytes[8192] = std::byte{5};
    bytes[8196] = std::byte{6};
    const Model model = read(bytes);
    EXPECT_THAT(numbers(model, model.graphs[0].tensors[0]), ElementsAre(5, 6));
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteTensor, SaysThatDataLiesBeyondTheEnd) {
    TestModel m;
    m.add_tensor({.name = "w",
                  .shape = {2},
                  .type = TensorType::INT32,
                  .buffer = m.add_buffer_outside(1ULL << 40, 8)});
    const Model model = read(m);
    EXPECT_THAT(damage_text(model), HasSubstr("offset points beyond the end of the file."));
    ASSERT_TRUE(model.graphs[0].tensors[0].constant.valid());
    EXPECT_FALSE(read_values(model, model.constant(model.graphs[0].tensors[0].constant), 0, 1).has_value());
}

TEST(TfliteTensor, SaysThatDataIsTooShort) {
    TestModel m;
    m.add_tensor({.name = "w", .shape = {1 << 30, 1 << 30}, .buffer = m.add_buffer(bytes_of<float>({1}))});
    const Model model = read(m);
    EXPECT_THAT(damage_text(model),
                HasSubstr("subgraphs[0].tensors[0] (w) has 4 bytes of data, but "
                          "1073741824×1073741824 float32 takes more than can be counted."));
}

TEST(TfliteTensor, ReadsExternalBuffers) {
    const auto folder = std::filesystem::temp_directory_path() / "netloupe_tflite_test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "weights.bin", std::ios::binary) << "xx\x05\x06";
    TestModel m;
    m.add_external("weights.bin", 7, 2, 2);
    m.add_external("../outside.bin", 8, 0, 2);
    m.add_tensor({.name = "w", .shape = {2}, .type = TensorType::INT8, .external_buffer = 7});
    m.add_tensor({.name = "v", .shape = {2}, .type = TensorType::INT8, .external_buffer = 8});
    const Model model = read(m.finish(), (folder / "model.tflite").string());
    std::filesystem::remove_all(folder);
    const auto& tensors = model.graphs[0].tensors;
    EXPECT_THAT(numbers(model, tensors[0]), ElementsAre(5, 6));
    EXPECT_EQ(model.text(model.constant(tensors[0].constant).location), "weights.bin");
    EXPECT_EQ(model.constant(tensors[1].constant).state, ConstantState::kMissing);
    EXPECT_THAT(damage_text(model), HasSubstr("outside.bin"));
}

TEST(TfliteTensor, PrefersTheSignatureOfTheShape) {
    TestModel m;
    m.add_tensor({.name = "x", .shape = {1, 8}, .signature = {-1, 8}});
    m.add_tensor({.name = "y", .shape = {1, 8}, .signature = {1, 8}});
    m.add_tensor({.name = "z", .shape = {1, 8}, .signature = {-1}});
    const Model model = read(m);
    const auto& tensors = model.graphs[0].tensors;
    EXPECT_EQ(shape_text(model, tensors[0].shape), "?×8");
    EXPECT_EQ(shape_text(model, tensors[0].default_shape), "1×8");
    EXPECT_FALSE(tensors[1].default_shape.known);
    EXPECT_EQ(shape_text(model, tensors[2].shape), "1×8");
    EXPECT_THAT(damage_text(model), HasSubstr("subgraphs[0].tensors[2].shape_signature has another rank"));
}

TEST(TfliteTensor, TellsScalarsFromUnknownRanks) {
    TestModel old;
    old.add_tensor({.name = "x"});
    EXPECT_TRUE(read(old).graphs[0].tensors[0].shape.known);

    TestModel m;
    m.add_tensor({.name = "unknown"});
    m.add_tensor({.name = "scalar", .has_rank = true});
    const Model model = read(m);
    EXPECT_FALSE(model.graphs[0].tensors[0].shape.known);
    EXPECT_TRUE(model.graphs[0].tensors[1].shape.known);
}

TEST(TfliteTensor, MarksVariables) {
    TestModel m;
    m.add_tensor({.name = "state", .shape = {4}, .is_variable = true});
    EXPECT_TRUE(read(m).graphs[0].tensors[0].is_variable);
}

TEST(TfliteTensor, ReadsStrings) {
    TestModel m;
    auto table = bytes_of<int32_t>({2, 16, 19, 24});
    for (const char c : std::string_view("one three", 9).substr(0, 3))
        table.push_back(static_cast<uint8_t>(c));
    for (const char c : std::string_view("three")) table.push_back(static_cast<uint8_t>(c));
    m.add_tensor({.name = "s", .shape = {2}, .type = TensorType::STRING, .buffer = m.add_buffer(table)});
    m.add_tensor({.name = "bad",
                  .shape = {2},
                  .type = TensorType::STRING,
                  .buffer = m.add_buffer(bytes_of<int32_t>({2, 16, 19, 2400}))});
    const Model model = read(m);
    const auto& tensors = model.graphs[0].tensors;
    const auto values = read_values(model, model.constant(tensors[0].constant), 0, 10);
    ASSERT_TRUE(values.has_value());
    EXPECT_THAT(std::get<std::vector<std::string>>(*values), ElementsAre("one", "three"));
    EXPECT_FALSE(read_values(model, model.constant(tensors[1].constant), 0, 10).has_value());
}

Offset<wire::DimensionMetadata> dense(Builder& b, int32_t extent) {
    return wire::CreateDimensionMetadata(b, wire::DimensionType::DENSE, extent);
}

/// Segments as bytes and indices as uint16, so that both narrow types are met.
Offset<wire::DimensionMetadata> compressed(Builder& b, const std::vector<uint8_t>& segments,
                                           const std::vector<uint16_t>& indices) {
    const auto s = wire::CreateUint8Vector(b, b.CreateVector(segments)).Union();
    const auto i = wire::CreateUint16Vector(b, b.CreateVector(indices)).Union();
    return wire::CreateDimensionMetadata(b, wire::DimensionType::SPARSE_CSR, 0,
                                         wire::SparseIndexVector::Uint8Vector, s,
                                         wire::SparseIndexVector::Uint16Vector, i);
}

std::vector<double> sparse_values(TestModel& m, Offset<wire::SparsityParameters> sparsity,
                                  const std::vector<int32_t>& shape, const std::vector<uint8_t>& stored) {
    m.add_tensor({.name = "w",
                  .shape = shape,
                  .type = TensorType::INT8,
                  .buffer = m.add_buffer(stored),
                  .sparsity = sparsity});
    const Model model = read(m);
    EXPECT_TRUE(model.constants[0].sparse);
    EXPECT_THAT(model.damages, IsEmpty());
    return numbers(model, model.graphs[0].tensors[0]);
}

TEST(TfliteTensor, ExpandsCompressedRows) {
    TestModel m;
    const auto levels = std::vector{dense(m.b, 3), compressed(m.b, {0, 2, 2, 3}, {0, 2, 1})};
    const auto sparsity = wire::CreateSparsityParameters(m.b, m.b.CreateVector(std::vector<int32_t>{0, 1}), 0,
                                                         m.b.CreateVector(levels));
    EXPECT_THAT(sparse_values(m, sparsity, {3, 3}, {1, 2, 3}), ElementsAre(1, 0, 2, 0, 0, 0, 0, 3, 0));
}

TEST(TfliteTensor, ExpandsColumnMajorOrder) {
    TestModel m;
    const auto levels = std::vector{dense(m.b, 3), compressed(m.b, {0, 1, 1, 3}, {1, 0, 1})};
    const auto sparsity = wire::CreateSparsityParameters(m.b, m.b.CreateVector(std::vector<int32_t>{1, 0}), 0,
                                                         m.b.CreateVector(levels));
    EXPECT_THAT(sparse_values(m, sparsity, {2, 3}, {1, 2, 3}), ElementsAre(0, 0, 2, 1, 0, 3));
}

TEST(TfliteTensor, ExpandsBlocks) {
    TestModel m;
    // 4×4 in 2×2 blocks: the upper right and the lower left block are stored.
    const auto levels =
        std::vector{dense(m.b, 2), compressed(m.b, {0, 1, 2}, {1, 0}), dense(m.b, 2), dense(m.b, 2)};
    const auto sparsity = wire::CreateSparsityParameters(
        m.b, m.b.CreateVector(std::vector<int32_t>{0, 1, 2, 3}), m.b.CreateVector(std::vector<int32_t>{0, 1}),
        m.b.CreateVector(levels));
    EXPECT_THAT(sparse_values(m, sparsity, {4, 4}, {1, 2, 3, 4, 5, 6, 7, 8}),
                ElementsAre(0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0));
}

TEST(TfliteTensor, RefusesSparsityThatDoesNotFit) {
    TestModel m;
    const auto beyond = std::vector{dense(m.b, 2), compressed(m.b, {0, 1, 2}, {0, 9})};
    const auto sparsity = wire::CreateSparsityParameters(m.b, m.b.CreateVector(std::vector<int32_t>{0, 1}), 0,
                                                         m.b.CreateVector(beyond));
    m.add_tensor({.name = "w",
                  .shape = {2, 2},
                  .type = TensorType::INT8,
                  .buffer = m.add_buffer({1, 2}),
                  .sparsity = sparsity});
    const Model model = read(m);
    const auto values = read_values(model, model.constants[0], 0, 4);
    ASSERT_FALSE(values.has_value());
    EXPECT_THAT(values.error().message, HasSubstr("sparsity does not fit"));
}

}  // namespace
}  // namespace netloupe::tflite_test
