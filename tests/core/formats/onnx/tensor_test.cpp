#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

namespace fs = std::filesystem;
using schema::TensorProto;
using testing::ElementsAre;
using testing::HasSubstr;

/// Reads a model whose only initializer "w" `fill` makes, and gives that tensor's values.
template <typename Fill>
std::vector<double> values_of(int32_t type, std::initializer_list<int64_t> dims, Fill&& fill) {
    auto model = new_model();
    fill(set_tensor(*model.mutable_graph()->add_initializer(), "w", type, dims));
    const Model read_back = read(model);
    EXPECT_EQ(damages(read_back), "");
    return numbers(read_back, tensor(read_back, "w").constant);
}

TEST(OnnxTensor, ReadsRawDataOfEveryWidth) {
    EXPECT_THAT(values_of(TensorProto::FLOAT, {2}, [](auto& t) { t.set_raw_data(raw<float>({1.5F, -2})); }),
                ElementsAre(1.5, -2));
    EXPECT_THAT(values_of(TensorProto::DOUBLE, {1}, [](auto& t) { t.set_raw_data(raw<double>({0.1})); }),
                ElementsAre(0.1));
    EXPECT_THAT(values_of(TensorProto::FLOAT16, {2},
                          [](auto& t) { t.set_raw_data(raw<uint16_t>({0x3C00, 0xC000})); }),
                ElementsAre(1, -2));
    EXPECT_THAT(
        values_of(TensorProto::BFLOAT16, {1}, [](auto& t) { t.set_raw_data(raw<uint16_t>({0x4040})); }),
        ElementsAre(3));
    EXPECT_THAT(values_of(TensorProto::INT8, {2}, [](auto& t) { t.set_raw_data(raw<int8_t>({-128, 127})); }),
                ElementsAre(-128, 127));
    EXPECT_THAT(
        values_of(TensorProto::UINT64, {1}, [](auto& t) { t.set_raw_data(raw<uint64_t>({1ULL << 40})); }),
        ElementsAre(std::ldexp(1.0, 40)));
    EXPECT_THAT(values_of(TensorProto::BOOL, {3}, [](auto& t) { t.set_raw_data(std::string("\1\0\1", 3)); }),
                ElementsAre(1, 0, 1));
    EXPECT_THAT(values_of(TensorProto::COMPLEX64, {1}, [](auto& t) { t.set_raw_data(raw<float>({1, 2})); }),
                ElementsAre(1, 2));
}

TEST(OnnxTensor, ReadsPackedElementsLowBitsFirst) {
    EXPECT_THAT(
        values_of(TensorProto::INT4, {3}, [](auto& t) { t.set_raw_data(std::string("\xF1\x07", 2)); }),
        ElementsAre(1, -1, 7));
    EXPECT_THAT(values_of(TensorProto::UINT4, {2}, [](auto& t) { t.set_raw_data("\xF1"); }),
                ElementsAre(1, 15));
    EXPECT_THAT(values_of(TensorProto::INT2, {4}, [](auto& t) { t.set_raw_data("\xE4"); }),
                ElementsAre(0, 1, -2, -1));
    EXPECT_THAT(values_of(TensorProto::UINT2, {4}, [](auto& t) { t.set_raw_data("\xE4"); }),
                ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(values_of(TensorProto::FLOAT4E2M1, {2}, [](auto& t) { t.set_raw_data("\x91"); }),
                ElementsAre(0.5, -0.5));
}

TEST(OnnxTensor, ReadsSmallFloats) {
    EXPECT_THAT(values_of(TensorProto::FLOAT8E4M3FN, {1}, [](auto& t) { t.set_raw_data("\x38"); }),
                ElementsAre(1));
    EXPECT_THAT(values_of(TensorProto::FLOAT8E5M2, {1}, [](auto& t) { t.set_raw_data("\x3C"); }),
                ElementsAre(1));
    EXPECT_THAT(values_of(TensorProto::FLOAT8E8M0, {1}, [](auto& t) { t.set_raw_data("\x80"); }),
                ElementsAre(2));
}

// Every number of TensorProto.DataType that has a fixed width: its type, the bytes of one or two elements,
// and their values.
TEST(OnnxTensor, KnowsEveryDataType) {
    struct Row {
        int32_t code;
        DataType type;
        std::string bytes;
        std::vector<double> values;
    };
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Row> rows = {
        {1, DataType::kFloat32, raw<float>({1.5F, -2}), {1.5, -2}},
        {2, DataType::kUint8, raw<uint8_t>({255, 1}), {255, 1}},
        {3, DataType::kInt8, raw<int8_t>({-128, 1}), {-128, 1}},
        {4, DataType::kUint16, raw<uint16_t>({65535, 1}), {65535, 1}},
        {5, DataType::kInt16, raw<int16_t>({-32768, 1}), {-32768, 1}},
        {6, DataType::kInt32, raw<int32_t>({-70000, 1}), {-70000, 1}},
        {7, DataType::kInt64, raw<int64_t>({-70000, 1}), {-70000, 1}},
        {9, DataType::kBool, raw<uint8_t>({1, 0}), {1, 0}},
        {10, DataType::kFloat16, raw<uint16_t>({0x3C00, 0x7E00}), {1, nan}},
        {11, DataType::kFloat64, raw<double>({0.1, -2}), {0.1, -2}},
        {12, DataType::kUint32, raw<uint32_t>({4'000'000'000, 1}), {4e9, 1}},
        {13, DataType::kUint64, raw<uint64_t>({1ULL << 40, 1}), {std::ldexp(1.0, 40), 1}},
        {14, DataType::kComplex64, raw<float>({1, 2, 3, 4}), {1, 2, 3, 4}},
        {15, DataType::kComplex128, raw<double>({1, 2, 3, 4}), {1, 2, 3, 4}},
        {16, DataType::kBFloat16, raw<uint16_t>({0x4040, 0xBF80}), {3, -1}},
        {17, DataType::kFloat8E4M3FN, "\x38\x7F", {1, nan}},
        {18, DataType::kFloat8E4M3FNUZ, "\x40\x80", {1, nan}},
        {19, DataType::kFloat8E5M2, "\x3C\x7C", {1, std::numeric_limits<double>::infinity()}},
        {20, DataType::kFloat8E5M2FNUZ, "\x40\x80", {1, nan}},
        {21, DataType::kUint4, "\xF1", {1, 15}},
        {22, DataType::kInt4, "\xF1", {1, -1}},
        {23, DataType::kFloat4E2M1, "\xF1", {0.5, -6}},
        {24, DataType::kFloat8E8M0, "\x80\xFF", {2, nan}},
        {25, DataType::kUint2, "\x0D", {1, 3}},
        {26, DataType::kInt2, "\x0D", {1, -1}},
    };
    for (const Row& row : rows) {
        auto model = new_model();
        set_tensor(*model.mutable_graph()->add_initializer(), "w", row.code, {2}).set_raw_data(row.bytes);
        const Model read_back = read(model);
        EXPECT_EQ(damages(read_back), "") << row.code;
        EXPECT_EQ(tensor(read_back, "w").dtype, row.type) << row.code;
        EXPECT_THAT(numbers(read_back, tensor(read_back, "w").constant),
                    testing::Pointwise(testing::NanSensitiveDoubleEq(), row.values))
            << row.code;
    }
}

TEST(OnnxTensor, ReadsTypedFields) {
    EXPECT_THAT(values_of(TensorProto::FLOAT, {2},
                          [](auto& t) {
                              t.add_float_data(1.5F);
                              t.add_float_data(-2);
                          }),
                ElementsAre(1.5, -2));
    EXPECT_THAT(values_of(TensorProto::DOUBLE, {1}, [](auto& t) { t.add_double_data(0.1); }),
                ElementsAre(0.1));
    EXPECT_THAT(values_of(TensorProto::INT64, {2},
                          [](auto& t) {
                              t.add_int64_data(-5);
                              t.add_int64_data(1LL << 40);
                          }),
                ElementsAre(-5, std::ldexp(1.0, 40)));
    EXPECT_THAT(values_of(TensorProto::UINT32, {1}, [](auto& t) { t.add_uint64_data(4'000'000'000); }),
                ElementsAre(4e9));
    EXPECT_THAT(values_of(TensorProto::UINT64, {1}, [](auto& t) { t.add_uint64_data(7); }), ElementsAre(7));
    EXPECT_THAT(values_of(TensorProto::COMPLEX128, {1},
                          [](auto& t) {
                              t.add_double_data(3);
                              t.add_double_data(4);
                          }),
                ElementsAre(3, 4));
}

TEST(OnnxTensor, ReadsBitPatternsInInt32Data) {
    const auto of = [](int32_t type, std::initializer_list<int64_t> dims,
                       std::initializer_list<int32_t> data) {
        return values_of(type, dims, [&](auto& t) {
            for (const int32_t v : data) t.add_int32_data(v);
        });
    };
    EXPECT_THAT(of(TensorProto::INT32, {2}, {-70000, 3}), ElementsAre(-70000, 3));
    EXPECT_THAT(of(TensorProto::INT8, {2}, {-1, 127}), ElementsAre(-1, 127));
    EXPECT_THAT(of(TensorProto::UINT16, {1}, {65535}), ElementsAre(65535));
    EXPECT_THAT(of(TensorProto::BOOL, {2}, {1, 0}), ElementsAre(1, 0));
    EXPECT_THAT(of(TensorProto::FLOAT16, {1}, {0x3C00}), ElementsAre(1));
    EXPECT_THAT(of(TensorProto::BFLOAT16, {1}, {0x4040}), ElementsAre(3));
    EXPECT_THAT(of(TensorProto::FLOAT8E4M3FN, {1}, {0x38}), ElementsAre(1));
    EXPECT_THAT(of(TensorProto::INT4, {3}, {0xF1, 0x07}), ElementsAre(1, -1, 7));
    EXPECT_THAT(of(TensorProto::UINT2, {5}, {0xE4, 0x01}), ElementsAre(0, 1, 2, 3, 1));
}

TEST(OnnxTensor, ReadsFromTheMiddleOfTypedFields) {
    auto model = new_model();
    auto& ints = set_tensor(*model.mutable_graph()->add_initializer(), "w", TensorProto::INT64, {100});
    for (int64_t i = 0; i < 100; ++i) ints.add_int64_data(i * 1000);
    auto& nibbles = set_tensor(*model.mutable_graph()->add_initializer(), "n", TensorProto::UINT4, {8});
    for (const int32_t v : {0x10, 0x32, 0x54, 0x76}) nibbles.add_int32_data(v);
    const Model read_back = read(model);
    const auto part = [&](const char* name, uint64_t first, uint64_t count) {
        return to_doubles(
            *read_values(read_back, read_back.constant(tensor(read_back, name).constant), first, count));
    };
    EXPECT_THAT(part("w", 97, 10), ElementsAre(97000, 98000, 99000));
    EXPECT_THAT(part("n", 3, 3), ElementsAre(3, 4, 5));
    EXPECT_THAT(part("w", 100, 1), testing::IsEmpty());
}

/// An initializer "w" whose fields after dims and data_type are written by hand.
Result<Model> read_handmade(int32_t type, int64_t dim, std::string_view fields) {
    auto model = new_model();
    set_tensor(*model.mutable_graph()->add_initializer(), "w", type, {dim});
    const std::string tensor_bytes = model.graph().initializer(0).SerializeAsString() + std::string(fields);
    const std::string graph = "\x2a" + std::string(1, static_cast<char>(tensor_bytes.size())) + tensor_bytes;
    model.clear_graph();
    return read_bytes(model.SerializeAsString() + "\x3a" + std::string(1, static_cast<char>(graph.size())) +
                      graph);
}

TEST(OnnxTensor, ReadsUnpackedAndMixedFields) {
    using namespace std::string_view_literals;
    const auto ints = read_handmade(TensorProto::INT64, 4, "\x38\x01\x38\x02\x3a\x02\x03\x04"sv);
    ASSERT_TRUE(ints.has_value());
    EXPECT_THAT(numbers(*ints, tensor(*ints, "w").constant), ElementsAre(1, 2, 3, 4));
    const auto floats = read_handmade(TensorProto::FLOAT, 2, "\x25\x00\x00\x80\x3f\x25\x00\x00\x00\x40"sv);
    ASSERT_TRUE(floats.has_value());
    EXPECT_THAT(numbers(*floats, tensor(*floats, "w").constant), ElementsAre(1, 2));
}

// data_type is an int32: of a longer number only the low 32 bits count.
TEST(OnnxTensor, TakesTheLowBitsOfADataType) {
    using namespace std::string_view_literals;
    const auto model = read_handmade(TensorProto::FLOAT, 1, "\x10\x9c\xff\xff\xff\xff\xff\xff\xff\x74"sv);
    ASSERT_TRUE(model.has_value());
    EXPECT_THAT(damages(*model), HasSubstr("data_type -100 is not one that ONNX defines"));
}

TEST(OnnxTensor, ReadsStrings) {
    auto model = new_model();
    auto& strings = set_tensor(*model.mutable_graph()->add_initializer(), "w", TensorProto::STRING, {3});
    for (const char* text : {"a", "", "größe"}) strings.add_string_data(text);
    const Model read_back = read(model);
    const auto values = read_values(read_back, read_back.constant(tensor(read_back, "w").constant), 1, 5);
    ASSERT_TRUE(values.has_value());
    EXPECT_THAT(std::get<std::vector<std::string>>(*values), ElementsAre("", "größe"));
}

TEST(OnnxTensor, KnowsTensorsWithoutValues) {
    auto model = new_model();
    set_tensor(*model.mutable_graph()->add_initializer(), "absent", TensorProto::FLOAT, {2});
    set_tensor(*model.mutable_graph()->add_initializer(), "empty", TensorProto::FLOAT, {0});
    const Model read_back = read(model);
    EXPECT_EQ(read_back.constant(tensor(read_back, "absent").constant).state, ConstantState::kAbsent);
    EXPECT_EQ(read_back.constant(tensor(read_back, "empty").constant).state, ConstantState::kPresent);
    EXPECT_THAT(numbers(read_back, tensor(read_back, "empty").constant), testing::IsEmpty());
    EXPECT_EQ(damages(read_back), "");
}

TEST(OnnxTensor, SaysWhatIsWrongWithATensor) {
    const auto damage_of = [](auto&& fill) {
        auto model = new_model();
        auto& w = *model.mutable_graph()->add_initializer();
        w.set_name("w");
        fill(w);
        return damages(read(model));
    };
    EXPECT_THAT(
        damage_of(
            [](auto& t) { set_tensor(t, "w", TensorProto::FLOAT, {2, 2}).set_raw_data(raw<float>({1})); }),
        HasSubstr("graph.initializer[0]: tensor \"w\": raw_data has 4 bytes, but float32[2,2] takes 16"));
    EXPECT_THAT(damage_of([](auto& t) { set_tensor(t, "w", 99, {1}).set_raw_data("x"); }),
                HasSubstr("data_type 99 is not one that ONNX defines"));
    EXPECT_THAT(damage_of([](auto& t) { set_tensor(t, "w", TensorProto::FLOAT, {-2}).set_raw_data("x"); }),
                HasSubstr("dimension -2 is negative"));
    EXPECT_THAT(damage_of([](auto& t) { set_tensor(t, "w", TensorProto::FLOAT, {1LL << 40, 1LL << 40}); }),
                HasSubstr("the product of its dimensions is too large"));
    EXPECT_THAT(damage_of([](auto& t) { set_tensor(t, "w", TensorProto::FLOAT, {1}).add_int32_data(1); }),
                HasSubstr("its values are in int32_data, but its type needs them in float_data"));
    EXPECT_THAT(damage_of([](auto& t) {
                    t.set_data_type(TensorProto::FLOAT);
                    for (int i = 0; i < 100; ++i) t.add_dims(1);
                }),
                HasSubstr("it has more than 64 dimensions"));
}

schema::SparseTensorProto& add_sparse(schema::ModelProto& model, std::initializer_list<int64_t> dims,
                                      std::initializer_list<int64_t> index_dims,
                                      std::initializer_list<int64_t> indices) {
    auto& sparse = *model.mutable_graph()->add_sparse_initializer();
    for (const int64_t dim : dims) sparse.add_dims(dim);
    set_tensor(*sparse.mutable_values(), "s", TensorProto::FLOAT, {2}).set_raw_data(raw<float>({5, 6}));
    set_tensor(*sparse.mutable_indices(), "", TensorProto::INT64, index_dims).set_raw_data(raw(indices));
    return sparse;
}

TEST(OnnxTensor, ExpandsSparseInitializers) {
    auto linear = new_model();
    add_sparse(linear, {2, 3}, {2}, {1, 5});
    const Model by_position = read(linear);
    const Tensor& s = tensor(by_position, "s");
    EXPECT_EQ(s.kind, ValueKind::kSparseTensor);
    EXPECT_EQ(shape_text(by_position, s.shape), "2×3");
    EXPECT_THAT(numbers(by_position, s.constant), ElementsAre(0, 5, 0, 0, 0, 6));
    EXPECT_THAT(to_doubles(*read_values(by_position, by_position.constant(s.constant), 4, 2)),
                ElementsAre(0, 6));

    auto indexed = new_model();
    add_sparse(indexed, {2, 3}, {2, 2}, {0, 2, 1, 0});
    const Model by_index = read(indexed);
    EXPECT_THAT(numbers(by_index, tensor(by_index, "s").constant), ElementsAre(0, 0, 5, 6, 0, 0));
}

TEST(OnnxTensor, IgnoresSparseIndicesOutOfBounds) {
    auto model = new_model();
    add_sparse(model, {2, 3}, {2, 2}, {0, 9, -1, 0});
    const Model read_back = read(model);
    EXPECT_THAT(numbers(read_back, tensor(read_back, "s").constant), ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(OnnxTensor, SaysThatASparseTensorLacksItsParts) {
    auto model = new_model();
    add_sparse(model, {2, 3}, {2}, {1, 5}).clear_indices();
    const Model read_back = read(model);
    EXPECT_THAT(damages(read_back), HasSubstr("a sparse tensor needs both values and indices"));
    const Constant& constant = read_back.constant(tensor(read_back, "s").constant);
    EXPECT_EQ(constant.state, ConstantState::kAbsent);
    EXPECT_EQ(read_values(read_back, constant, 0, 1).error().code, ErrorCode::kNotFound);
}

TEST(OnnxTensor, RefusesToExpandHugeSparseTensors) {
    auto model = new_model();
    add_sparse(model, {1LL << 30, 1LL << 30}, {2}, {1, 5});
    const Model read_back = read(model);
    const auto values =
        read_values(read_back, read_back.constant(tensor(read_back, "s").constant), 0, UINT64_MAX);
    ASSERT_FALSE(values.has_value());
    EXPECT_EQ(values.error().code, ErrorCode::kLimit);
}

class OnnxExternalData : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("netloupe_onnx_" + std::to_string(getpid()));
        fs::create_directories(folder_ / "sub");
        std::ofstream(folder_ / "w.bin", std::ios::binary) << raw<float>({1, 2, 3, 4});
        std::ofstream(folder_ / "sub/v.bin", std::ios::binary) << raw<float>({7, 8});
    }
    void TearDown() override { fs::remove_all(folder_); }

    schema::TensorProto& add(const char* name, int64_t dim, const char* location,
                             const char* offset = nullptr, const char* length = nullptr) {
        auto& added = set_tensor(*model_.mutable_graph()->add_initializer(), name, TensorProto::FLOAT, {dim});
        added.set_data_location(TensorProto::EXTERNAL);
        entry(added, "location", location);
        if (offset != nullptr) entry(added, "offset", offset);
        if (length != nullptr) entry(added, "length", length);
        return added;
    }
    static void entry(schema::TensorProto& added, const char* key, const char* value) {
        auto& e = *added.add_external_data();
        e.set_key(key);
        e.set_value(value);
    }
    Model read_it() { return read(model_, (folder_ / "model.onnx").string()); }
    static const Constant& constant(const Model& model, const char* name) {
        return model.constant(tensor(model, name).constant);
    }

    fs::path folder_;
    schema::ModelProto model_ = new_model();
};

TEST_F(OnnxExternalData, ReadsByOffsetAndLength) {
    add("all", 4, "w.bin");
    add("tail", 2, "w.bin", "8");
    add("part", 1, "w.bin", "4", "4");
    add("below", 2, "sub/v.bin", "0", "8");
    const Model model = read_it();
    EXPECT_EQ(damages(model), "");
    EXPECT_THAT(numbers(model, tensor(model, "all").constant), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(numbers(model, tensor(model, "tail").constant), ElementsAre(3, 4));
    EXPECT_THAT(numbers(model, tensor(model, "part").constant), ElementsAre(2));
    EXPECT_THAT(numbers(model, tensor(model, "below").constant), ElementsAre(7, 8));
    EXPECT_EQ(model.files.size(), 3U) << "a file is mapped once";
    EXPECT_EQ(model.text(constant(model, "below").location), "sub/v.bin");
}

// People click the big file, too.
TEST_F(OnnxExternalData, OpensTheModelThatTheWeightsBelongTo) {
    for (const char* weights : {"m.onnx.data", "m.onnx_data"}) {
        std::ofstream(folder_ / weights, std::ios::binary) << raw<float>({5, 6});
        const std::string path = (folder_ / weights).string();
        const auto alone = open_model(path);
        ASSERT_FALSE(alone.has_value());
        EXPECT_THAT(alone.error().message, HasSubstr("holds weights of m.onnx, which is not beside it"));
        model_ = new_model();
        add("w", 2, weights);
        std::ofstream(folder_ / "m.onnx", std::ios::binary) << model_.SerializeAsString();
        const auto model = open_model(path);
        ASSERT_TRUE(model.has_value()) << model.error().message;
        EXPECT_EQ(model->files[0].path, (folder_ / "m.onnx").string());
        EXPECT_THAT(numbers(*model, tensor(*model, "w").constant), ElementsAre(5, 6));
        fs::remove(folder_ / "m.onnx");
    }
}

TEST_F(OnnxExternalData, PointsAtTheFirstTensorThatLacksItsValues) {
    add("good", 4, "w.bin");
    add("bad", 4, "none.bin");
    add("bad_too", 4, "none.bin");
    const Model model = read_it();
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.text(model.graphs[0].tensor(model.damages[0].tensor).name), "bad");
}

TEST_F(OnnxExternalData, KeepsTheChecksum) {
    entry(add("w", 4, "w.bin"), "checksum", "abc");
    const Model model = read_it();
    const auto metadata = model.metadata_of(tensor(model, "w").metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(model.text(metadata[0].value), "abc");
}

TEST_F(OnnxExternalData, RefusesFilesOutsideTheFolder) {
    add("evil", 4, "../../etc/passwd");
    add("evil_too", 4, "../../etc/passwd");
    const Model model = read_it();
    EXPECT_EQ(model.files.size(), 1U);
    EXPECT_EQ(constant(model, "evil").state, ConstantState::kMissing);
    EXPECT_EQ(model.text(constant(model, "evil").location), "../../etc/passwd");
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kInvalid);
    EXPECT_EQ(model.damages[0].error.message,
              "The values of tensor \"evil\" and 1 more cannot be read. The location \"../../etc/passwd\" is "
              "refused: it contains the component \"..\".");
    EXPECT_FALSE(read_values(model, constant(model, "evil"), 0, 1).has_value());
}

TEST_F(OnnxExternalData, SaysThatAFileIsMissingOrTooShort) {
    add("a", 4, "none.bin");
    add("b", 4, "w.bin", "8");
    add("c", 1, "w.bin", "99");
    add("d", 4, "w.bin", "0", "4");
    add("e", 4, "w.bin", "x");
    auto& nowhere = set_tensor(*model_.mutable_graph()->add_initializer(), "f", TensorProto::FLOAT, {1});
    nowhere.set_data_location(TensorProto::EXTERNAL);
    const Model model = read_it();
    for (const char* name : {"a", "b", "c", "f"}) {
        EXPECT_EQ(constant(model, name).state, ConstantState::kMissing) << name;
    }
    const std::string all = damages(model);
    EXPECT_THAT(all, HasSubstr("\"none.bin\" does not exist in the folder of the model"));
    EXPECT_THAT(
        all, HasSubstr("tensor \"b\" and 1 more cannot be read. The file \"w.bin\" is too short: it has 16 "
                       "bytes, but 16 bytes at offset 8 are asked for"));
    EXPECT_THAT(all, HasSubstr("tensor \"d\": its external data has 4 bytes, but float32[4] takes 16"));
    EXPECT_THAT(all, HasSubstr("external_data: offset \"x\" is not a number"));
    EXPECT_THAT(all, HasSubstr("tensor \"f\": its external_data names no location"));
}

}  // namespace
}  // namespace netloupe::onnx_test
