#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N01";

std::string product(std::string_view type, std::string_view values) {
    return "onnx opset=13\ninput x:" + std::string(type) + "[1,2]\nconst w:" + std::string(type) +
           "[2,3] = " + std::string(values) + "\nMatMul(x, w) -> y\noutput y\n";
}

TEST(N01, NanAndInfinity) {
    EXPECT_TRUE(
        contains(message(kRule, product("float32", "1 nan 3 nan 5 6")), "contains 2 NaN: everything"));
    EXPECT_TRUE(contains(message(kRule, product("float64", "1 inf 3 4 5 nan")),
                         "1 NaN and 1 infinite value: everything"));
    EXPECT_EQ(severities(kRule, product("bfloat16", "1 -inf 3 4 5 6")), "error");
    EXPECT_EQ(severities(kRule, product("float16", "1 nan 3 4 5 6")), "error");
}

TEST(N01, FiniteValues) {
    EXPECT_EQ(severities(kRule, product("float32", "3.4e38 -3.4e38 1e-45 -0 5 6")), "");
    EXPECT_EQ(severities(kRule, product("float16", "65504 1 2 3 4 5")), "");
}

// Trap 14: minus infinity hides scores from a Softmax.
TEST(N01, AttentionMaskIsInformation) {
    const auto graph = [](std::string_view end) {
        return "onnx opset=13\ninput s:float32[1,2,2,2]\nconst m:float32[2,2] = 1 -inf 2 3\nAdd(s, m) -> "
               "a\n" +
               std::string(end) + "output y\n";
    };
    EXPECT_EQ(severities(kRule, graph("Softmax(a) -> y { axis=-1 }\n")), "info");
    EXPECT_EQ(severities(kRule, graph("Relu(a) -> y\n")), "error");
}

TEST(N01, BoundsAndFillsAreInformation) {
    EXPECT_EQ(severities(kRule, "onnx opset=13\ninput x:float32[4]\nClip(x, -inf, 6) -> y\noutput y\n"),
              "info");
    EXPECT_EQ(
        severities(kRule,
                   "onnx opset=13\ninput c:boolean[4], x:float32[4]\nWhere(c, x, -inf) -> y\noutput y\n"),
        "info");
    EXPECT_EQ(severities(kRule, "onnx opset=13\ninput x:float32[4]\nMul(x, nan) -> y\noutput y\n"), "error");
}

// A scale that is NaN is told once, by Q04.
TEST(N01, ScalesOfQuantizations) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[4]\nQuantizeLinear(x, nan, 0:int8) -> q\n"
                         "DequantizeLinear(q, nan, 0:int8) -> y\noutput y\n"),
              "");
}

// A file of data that no node reads, such as the inputs of a test.
TEST(N01, DataWithoutANode) {
    EXPECT_EQ(severities(kRule, "onnx\nconst x:float32[3] = 1 nan 3\noutput x\n"), "");
}

TEST(N01, ValuesThatWereNotRead) {
    const Model model = test::graph_from_text(product("float32", "nan"));
    Options options{.only = {"N01"}, .parameters = {}};
    EXPECT_TRUE(check(model, options).empty());
    ASSERT_EQ(omissions(model, options).size(), 1U);
    EXPECT_EQ(omissions(model, options)[0].rule, "N01");
    EXPECT_EQ(omissions(model, options)[0].why, "the values of weights were not read");
    const Weights weights = read_weights(model, options);
    options.weights = &weights;
    EXPECT_EQ(check(model, options).size(), 1U);
    EXPECT_TRUE(omissions(model, options).empty());
}

}  // namespace
}  // namespace netloupe::lint
