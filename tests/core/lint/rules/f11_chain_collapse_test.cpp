#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F11";

std::string onnx(std::string_view nodes, std::string_view input = "float32[1,64,7,7]") {
    return "onnx opset=13\ninput x:" + std::string(input) + "\n" + std::string(nodes) + "\noutput y\n";
}

TEST(F11, Reshapes) {
    const std::string three = onnx(
        "Reshape(x, [1 64 49]:int64) -> a\nUnsqueeze(a, [0]:int64) -> b\nReshape(b, [64 49]:int64) -> y");
    const auto found = findings(kRule, three);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].nodes.size(), 3U);
    EXPECT_TRUE(contains(found[0].message, "what one Reshape could do")) << found[0].message;
    EXPECT_EQ(severities(kRule, onnx("Unsqueeze(x, [0]:int64) -> a\nUnsqueeze(a, [1]:int64) -> y",
                                     "float32[a,b,c]")),
              "info");
    EXPECT_EQ(severities(kRule,
                         "tflite\ninput x:float32[1,4,4]\nRESHAPE(x, [4 4]:int32) -> a:float32[4,4]\n"
                         "RESHAPE(a, [16]:int32) -> y:float32[16]\noutput y\n"),
              "info");
}

TEST(F11, ReshapesOfSeveralOpenDimensions) {
    EXPECT_EQ(
        severities(kRule, onnx("Squeeze(x, [0]:int64) -> a\nUnsqueeze(a, [2]:int64) -> y", "float32[1,b,c]")),
        "");
    EXPECT_EQ(severities(kRule, onnx("Reshape(x, [1 64 49]:int64) -> a\nRelu(a) -> b\n"
                                     "Reshape(b, [64 49]:int64) -> y")),
              "");
}

TEST(F11, OtherReaders) {
    EXPECT_EQ(severities(kRule, onnx("Reshape(x, [64 49]:int64) -> a\nReshape(a, [49 64]:int64) -> b\n"
                                     "ReduceSum(a) -> c\nAdd(b, c) -> y")),
              "");
    EXPECT_EQ(
        severities(kRule, onnx("Reshape(x, [64 49]:int64) -> a\nReshape(a, [49 64]:int64) -> y\noutput a")),
        "");
}

TEST(F11, Transposes) {
    EXPECT_EQ(
        severities(kRule, onnx("Transpose(x) -> a { perm=[0,2,3,1] }\nTranspose(a) -> y { perm=[0,2,1,3] }")),
        "info");
    EXPECT_EQ(
        severities(kRule, onnx("Transpose(x) -> a { perm=[0,2,3,1] }\nTranspose(a) -> y { perm=[0,3,1,2] }")),
        "")
        << "F05";
}

// A cast that rounds or cuts computes something.
TEST(F11, Casts) {
    const auto casts = [](std::string_view from, int through, int to) {
        return severities(kRule, onnx("Cast(x) -> a { to=" + std::to_string(through) +
                                          " }\nCast(a) -> y { to=" + std::to_string(to) + " }",
                                      std::string(from) + "[1,8]"));
    };
    constexpr int kFloat = 1;
    constexpr int kInt32 = 6;
    constexpr int kInt64 = 7;
    constexpr int kHalf = 10;
    EXPECT_EQ(casts("int32", kInt64, kFloat), "info");
    EXPECT_EQ(casts("float16", kFloat, kInt64), "info");
    EXPECT_EQ(casts("float32", kHalf, kFloat), "");
    EXPECT_EQ(casts("float32", kInt32, kFloat), "");
    EXPECT_EQ(casts("int64", kInt32, kFloat), "");
    EXPECT_EQ(casts("int32", kFloat, kInt64), "");
}

TEST(F11, Concats) {
    const auto concats = [](std::string_view first, std::string_view second) {
        return severities(kRule, onnx("Concat(x, x) -> a { axis=" + std::string(first) +
                                          " }\nConcat(x, a) -> y { axis=" + std::string(second) + " }",
                                      "float32[1,2,2]"));
    };
    EXPECT_EQ(concats("1", "1"), "info");
    EXPECT_EQ(concats("1", "-2"), "info");
    EXPECT_EQ(concats("1", "2"), "");
    const auto quantized = [](std::string_view scale) {
        return severities(
            kRule, "tflite\ninput x:int8[1,4](0.1,0)\nCONCATENATION(x, x) -> a:int8[1,8](" +
                       std::string(scale) +
                       ",0) { axis=1 }\nCONCATENATION(a, x) -> y:int8[1,12](0.1,0) { axis=1 }\noutput y\n");
    };
    EXPECT_EQ(quantized("0.1"), "info");
    EXPECT_EQ(quantized("0.2"), "") << "it requantizes";
}

TEST(F11, Slices) {
    const auto slices = [](std::string_view axis) {
        return severities(
            kRule, onnx("Slice(x, [1]:int64, [5]:int64, [2]:int64) -> a\nSlice(a, [1]:int64, [5]:int64, [" +
                        std::string(axis) + "]:int64) -> y"));
    };
    EXPECT_EQ(slices("3"), "info");
    EXPECT_EQ(slices("2"), "");
    EXPECT_EQ(slices("-1"), "") << "may be the same";
}

TEST(F11, ShapeComputations) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput x:float32[N,8]\nShape(x) -> s\nSlice(s, [0]:int64, [1]:int64) -> a\n"
                   "Squeeze(a) -> b\nUnsqueeze(b, [0]:int64) -> c\nConcat(c, [-1]:int64) -> to { axis=0 }\n"
                   "Reshape(x, to) -> y\noutput y\n"),
        "");
}

}  // namespace
}  // namespace netloupe::lint
