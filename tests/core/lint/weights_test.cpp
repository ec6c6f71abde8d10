#include "lint/weights.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "rule_testing.h"

namespace netloupe::lint {
namespace {

Options everything() {
    return {.only = {}, .parameters = {}};
}

/// Statistics of the first constant of a model from text.
ConstantStatistics read(std::string_view graph) {
    const Model model = test::graph_from_text(graph);
    return read_weights(model, everything()).of(ConstantId(0U));
}

ConstantStatistics read_constant(std::string_view type_and_values) {
    return read("onnx\nconst w:" + std::string(type_and_values) + "\noutput w\n");
}

TEST(Weights, CountsFloats) {
    for (const char* type : {"float64", "float32", "float16", "bfloat16"}) {
        const auto found = read_constant(type + std::string("[9] = 1 -2 0 -0 nan inf -inf nan 0.5"));
        EXPECT_TRUE(found.read) << type;
        EXPECT_EQ(found.count, 9U) << type;
        EXPECT_EQ(found.nan, 2U) << type;
        EXPECT_EQ(found.infinite, 2U) << type;
        EXPECT_EQ(found.zeros, 2U) << type;
        EXPECT_EQ(found.subnormal, 0U) << type;
        EXPECT_EQ(found.min, -2) << type;
        EXPECT_EQ(found.max, 1) << type;
    }
    EXPECT_EQ(read_constant("float32[4] = 1e-40 -1e-45 0 1").subnormal, 2U);
    EXPECT_EQ(read_constant("float16[4] = 1e-5 -6e-5 0 6.2e-5").subnormal, 2U);
}

TEST(Weights, CountsIntegers) {
    for (const char* type : {"int4", "int8", "int16", "int32", "int64"}) {
        const auto found = read_constant(type + std::string("[5] = 7 -8 0 0 3"));
        EXPECT_TRUE(found.read) << type;
        EXPECT_EQ(found.zeros, 2U) << type;
        EXPECT_EQ(found.min, -8) << type;
        EXPECT_EQ(found.max, 7) << type;
    }
    for (const char* type : {"uint4", "uint8", "uint16", "uint32", "uint64"}) {
        const auto found = read_constant(type + std::string("[3] = 15 2 0"));
        EXPECT_EQ(found.zeros, 1U) << type;
        EXPECT_EQ(found.min, 0) << type;
        EXPECT_EQ(found.max, 15) << type;
    }
}

// More elements than 8- and 16-bit counters hold.
TEST(Weights, CountersDoNotOverflow) {
    EXPECT_EQ(read_constant("int8[100000] = 0 0 0 1").zeros, 75000U);
    EXPECT_EQ(read_constant("float16[200000] = 0 0 0 1").zeros, 150000U);
}

/// A matrix whose channel c holds c - 50 and 100 - c, and zeros.
void expect_channels(std::string_view graph, size_t channels) {
    const auto found = read(graph);
    ASSERT_EQ(found.channels.size(), channels);
    for (size_t c = 0; c < channels; ++c) {
        EXPECT_EQ(found.channels[c].min, std::min<double>(0, static_cast<double>(c) - 50)) << c;
        EXPECT_EQ(found.channels[c].max, std::max(100 - static_cast<double>(c), static_cast<double>(c) - 50))
            << c;
    }
}

std::string rows_of_channels(size_t channels, size_t size) {
    std::string text;
    for (size_t c = 0; c < channels; ++c) {
        text += repeated("0", size - 2) + std::to_string(static_cast<int>(c) - 50) + " " +
                std::to_string(100 - c) + " ";
    }
    return text;
}

std::string columns_of_channels(size_t channels, size_t size) {
    std::string text = repeated("0", channels * (size - 2));
    for (size_t c = 0; c < channels; ++c) text += std::to_string(static_cast<int>(c) - 50) + " ";
    for (size_t c = 0; c < channels; ++c) text += std::to_string(100 - c) + " ";
    return text;
}

TEST(Weights, ChannelsInRowsColumnsAndBetween) {
    const std::string x = "onnx\ninput x:float32[1,70]\n";
    for (const char* type : {"float32", "float16"}) {
        const std::string w = std::string("const w:") + type;
        expect_channels(
            x + w + "[90,70] = " + rows_of_channels(90, 70) + "\nGemm(x, w) -> y { transB=1 }\noutput y\n",
            90);
        expect_channels(
            x + w + "[70,90] = " + columns_of_channels(90, 70) + "\nMatMul(x, w) -> y\noutput y\n", 90);
        std::string between;
        for (int copy = 0; copy < 2; ++copy) between += rows_of_channels(40, 3);
        expect_channels("onnx\ninput x:float32[1,2,8,8]\n" + w + "[2,40,3,1] = " + between +
                            "\nConvTranspose(x, w) -> y\noutput y\n",
                        40);
    }
}

// A constant of several windows gives what its parts give together.
TEST(Weights, ManyWindows) {
    const std::string shape = "[3000,1024]";
    const auto found = read("onnx\ninput x:float32[1,3000]\nconst w:float32" + shape +
                            " = 1 0 -3 nan\nMatMul(x, w) -> y\noutput y\n");
    EXPECT_EQ(found.count, 3000U * 1024);
    EXPECT_EQ(found.nan, 3000U * 256);
    EXPECT_EQ(found.zeros, 3000U * 256);
    ASSERT_EQ(found.channels.size(), 1024U);
    EXPECT_EQ(found.channels[1020].max, 1);
    EXPECT_EQ(found.channels[1022].min, -3);
    EXPECT_GT(found.channels[1023].min, found.channels[1023].max);
    EXPECT_NE(found.hash, 0U);
}

TEST(Weights, IntegersAtTheEndsOfTheirType) {
    const auto found = read(
        "tflite\ninput x:int8[1,6](0.1,0)\nconst w:int8[2,6](0.1 0.1, 0 2, axis=0) = -128 -127 "
        "-126 126 127 0  2 2 0 5 6 7\nFULLY_CONNECTED(x, w, _) -> y:int8[1,2](0.1,0)\noutput y\n");
    ASSERT_EQ(found.channels.size(), 2U);
    EXPECT_EQ(found.channels[0].at_limits, 3U);
    EXPECT_EQ(found.channels[0].zeros, 1U);
    EXPECT_EQ(found.channels[1].at_limits, 0U);
    EXPECT_EQ(found.channels[1].zeros, 2U);
}

TEST(Weights, MedianOfMagnitudes) {
    EXPECT_EQ(read_constant("float32[5] = 1 -2 3 -4 nan").median_magnitude, 3);
    EXPECT_NEAR(read_constant("float32[100000] = -8 1 1 1").median_magnitude, 1, 1e-9);
}

// From a file at an odd place, where elements are not aligned.
TEST(Weights, UnalignedInAMappedFile) {
    const auto path = std::filesystem::temp_directory_path() / "netloupe_weights_test.bin";
    std::ofstream(path, std::ios::binary) << "x" << std::string("\0\0\x80\x3f\0\0\0\xc0", 8);
    Model model = test::graph_from_text("onnx\nconst w:float32[2]\noutput w\n");
    model.files.push_back({path.string(), std::move(*MappedFile::open(path.string()))});
    model.constants[0].file = FileId(1U);
    model.constants[0].offset = 1;
    const Weights weights = read_weights(model, everything());
    EXPECT_EQ(weights.of(ConstantId(0U)).max, 1);
    EXPECT_EQ(weights.of(ConstantId(0U)).min, -2);
    std::filesystem::remove(path);
}

TEST(Weights, MissingAndTruncatedValues) {
    Model model =
        test::graph_from_text("onnx\nconst a:float32[2] = nan\nconst b:float32[4] = nan\noutput a, b\n");
    model.constants[0].state = ConstantState::kMissing;
    model.constants[1].length = 8;  // Half of what the shape says.
    const Weights weights = read_weights(model, everything());
    EXPECT_FALSE(weights.of(ConstantId(0U)).read);
    EXPECT_FALSE(weights.of(ConstantId(1U)).read);
    EXPECT_EQ(weights.unreadable(), 2U);
    Options options = everything();
    options.weights = &weights;
    ASSERT_FALSE(omissions(model, options).empty());
    EXPECT_EQ(omissions(model, options)[0].why, "the values of 2 weights cannot be read");
    for (const Finding& finding : check(model, options)) EXPECT_NE(finding.rule, "N01");
}

// Many constants may claim the same bytes; a file of nothing else is not read for hours.
TEST(Weights, ReadingIsBounded) {
    Model model = test::graph_from_text("onnx\nconst a:int8[1048576] = 1\noutput a\n");
    for (int i = 0; i < 200; ++i) model.constants.push_back(model.constants[0]);
    const Weights weights = read_weights(model, {.only = {"N01"}, .parameters = {}});
    EXPECT_TRUE(weights.of(ConstantId(0U)).read);
    EXPECT_EQ(weights.unreadable(), 201U - 64 - 16);
}

TEST(Weights, CancelledReading) {
    const Model model = test::graph_from_text("onnx\nconst a:int8[100] = 1\noutput a\n");
    CancelSource cancel;
    cancel.cancel();
    EXPECT_FALSE(read_weights(model, everything(), cancel.token()).of(ConstantId(0U)).read);
}

// Nothing is read for rules that do not ask for it.
TEST(Weights, OnlyWhatRulesWant) {
    const Model model = test::graph_from_text("onnx\nconst a:int8[100] = 1\noutput a\n");
    EXPECT_FALSE(read_weights(model, {.only = {"T01"}, .parameters = {}}).of(ConstantId(0U)).read);
}

}  // namespace
}  // namespace netloupe::lint
