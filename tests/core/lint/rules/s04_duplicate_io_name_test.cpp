#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S04";

TEST(S04, OutputTwice) {
    EXPECT_TRUE(contains(message(kRule, "onnx\ninput x:float32[2]\nRelu(x) -> y\noutput y, y\n"),
                         "Two outputs of the model are named \"y\""));
}

TEST(S04, InputsOfOneName) {
    Model model = test::graph_from_text(
        "tflite\ninput a:float32[2], b:float32[2]\nADD(a, b) -> y:float32[2]\n"
        "output y\n");
    EXPECT_TRUE(check(model, {.only = {"S04"}, .parameters = {}}).empty());
    model.graphs[0].tensors[1].name = model.graphs[0].tensors[0].name;
    ASSERT_EQ(check(model, {.only = {"S04"}, .parameters = {}}).size(), 1U);
    model.graphs[0].tensors[0].name = {};
    model.graphs[0].tensors[1].name = {};
    EXPECT_TRUE(check(model, {.only = {"S04"}, .parameters = {}}).empty());
}

TEST(S04, NamesThatDiffer) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[2], z:float32[2]\nAdd(x, z) -> y\nRelu(y) -> w\n"
                         "output y, w\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
