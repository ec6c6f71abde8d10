#include "model/values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/byte_cursor.h"

namespace netloupe {
namespace {

std::vector<double> doubles(DataType dtype, std::string_view bytes) {
    return to_doubles(decode_dense(dtype, as_bytes(bytes), 0, 100).value());
}

TEST(DecodeDense, SubByteIntegersLowBitsFirst) {
    EXPECT_EQ(doubles(DataType::kInt4, "\x7f\x81"), (std::vector<double>{-1, 7, 1, -8}));
    EXPECT_EQ(doubles(DataType::kUint4, "\x7f"), (std::vector<double>{15, 7}));
    EXPECT_EQ(doubles(DataType::kInt2, "\xe4"), (std::vector<double>{0, 1, -2, -1}));
}

TEST(DecodeDense, HalfPrecision) {
    EXPECT_EQ(half_to_double(0x3C00), 1.0);
    EXPECT_EQ(half_to_double(0xC000), -2.0);
    EXPECT_EQ(half_to_double(0x0001), std::ldexp(1.0, -24));
    EXPECT_TRUE(std::isinf(half_to_double(0x7C00)));
    EXPECT_TRUE(std::isnan(half_to_double(0x7E00)));
    EXPECT_EQ(doubles(DataType::kBFloat16, "\x80\x3f"), (std::vector<double>{1.0}));
}

TEST(DecodeDense, EightBitFloats) {
    EXPECT_EQ(small_float_to_double(DataType::kFloat8E4M3FN, 0x7E), 448.0);
    EXPECT_TRUE(std::isnan(small_float_to_double(DataType::kFloat8E4M3FN, 0x7F)));
    EXPECT_EQ(small_float_to_double(DataType::kFloat8E5M2, 0x7B), 57344.0);
    EXPECT_EQ(small_float_to_double(DataType::kFloat8E4M3FNUZ, 0x7F), 240.0);
    EXPECT_EQ(small_float_to_double(DataType::kFloat8E8M0, 127), 1.0);
    EXPECT_EQ(small_float_to_double(DataType::kFloat4E2M1, 0x7), 6.0);
    EXPECT_EQ(small_float_to_double(DataType::kFloat4E2M1, 0x9), -0.5);
}

Model model_with(std::string_view bytes, DataType dtype, int64_t count) {
    Model model;
    const Bytes content = as_bytes(bytes);
    model.files.push_back({"memory", std::vector<std::byte>(content.begin(), content.end())});
    Constant constant;
    constant.dtype = dtype;
    constant.file = FileId(0U);
    constant.length = bytes.size();
    const Dimension dim{count, {}};
    constant.shape = {append<Dimension>(model.dims, std::span(&dim, 1)), true};
    model.constants.push_back(constant);
    return model;
}

TEST(ReadValues, ReadsAWindow) {
    const Model model = model_with("\x01\x02\x03\x04", DataType::kUint8, 4);
    const auto values = read_values(model, model.constants[0], 2, 10);
    EXPECT_EQ(std::get<std::vector<uint64_t>>(*values), (std::vector<uint64_t>{3, 4}));
    EXPECT_EQ(size(*read_values(model, model.constants[0], 9, 1)), 0U);
}

TEST(ReadValues, SpanBeyondTheFileIsAnError) {
    Model model = model_with("abcd", DataType::kUint8, 4);
    model.constants[0].offset = 2;
    const auto values = read_values(model, model.constants[0], 0, 4);
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(values.error().offset, 2U);
}

TEST(ReadValues, MissingExternalFileIsNamed) {
    Model model = model_with("", DataType::kUint8, 0);
    model.constants[0].state = ConstantState::kMissing;
    model.constants[0].location = model.strings.intern("weights.bin");
    const auto bytes = constant_bytes(model, model.constants[0]);
    ASSERT_FALSE(bytes);
    EXPECT_NE(bytes.error().message.find("weights.bin"), std::string::npos);
}

}  // namespace
}  // namespace netloupe
