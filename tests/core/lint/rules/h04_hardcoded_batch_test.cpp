#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H04";

std::string reshaped(std::string_view batch, std::string_view shape) {
    return "onnx\ninput x:float32[" + std::string(batch) + ",255,4,4]\nReshape(x, [" + std::string(shape) +
           "]:int64) -> y\noutput y\n";
}

// microsoft/onnxruntime#10463
TEST(H04, BugReport29ReshapeWithALeadingOne) {
    EXPECT_EQ(severities(kRule, reshaped("N", "1 3 85 4 4")), "warning");
    EXPECT_TRUE(contains(message(kRule, reshaped("N", "8 3 85 4 4")), "Reshape (node 1) fixes it to 8"));
}

TEST(H04, BugReport29NegativeTwins) {
    EXPECT_EQ(severities(kRule, reshaped("N", "-1 3 85 4 4")), "");
    EXPECT_EQ(severities(kRule, reshaped("N", "0 3 85 4 4")), "");
    EXPECT_EQ(severities(kRule, reshaped("1", "1 3 85 4 4")), "");
    // The batch goes into the rows.
    EXPECT_EQ(severities(kRule, reshaped("N", "1 -1 85")), "");
}

// roboflow/rf-detr#949
TEST(H04, BugReport30TileOfAQuery) {
    const auto graph = [](std::string_view batch, std::string_view repeats) {
        return "onnx\ninput x:float32[" + std::string(batch) + ",3,8,8], q:float32[1,10,4]\nTile(q, [" +
               std::string(repeats) + "]:int64) -> t\noutput t, x\n";
    };
    EXPECT_EQ(severities(kRule, graph("batch", "8 1 1")), "warning");
    EXPECT_EQ(severities(kRule, graph("batch", "1 8 1")), "");
    EXPECT_EQ(severities(kRule, graph("8", "8 1 1")), "");
}

TEST(H04, ExpandOfAQuery) {
    const auto graph = [](std::string_view shape) {
        return "onnx opset=13\ninput x:float32[N,3,8,8], q:float32[1,10,4]\nExpand(q, [" +
               std::string(shape) + "]:int64) -> t\noutput t, x\n";
    };
    EXPECT_EQ(severities(kRule, graph("8 10 4")), "warning");
    EXPECT_EQ(severities(kRule, graph("8 1 1")), "warning");
    EXPECT_EQ(severities(kRule, graph("1 10 4")), "");
    EXPECT_EQ(severities(kRule, graph("10 4")), "");
}

// What somebody binds a dimension to is no demand of the model.
TEST(H04, BoundBatch) {
    const auto severities_bound_to = [](int64_t batch, std::string_view shape) {
        const Model model = test::graph_from_text(reshaped("N", shape));
        infer::InferOptions bound;
        bound.bindings = {{"N", batch}};
        const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model), bound);
        return check(model, Options{.only = {"H04"}, .parameters = {}, .shapes = &shapes}).size();
    };
    EXPECT_EQ(severities_bound_to(4, "1 3 85 4 4"), 1U);
    EXPECT_EQ(severities_bound_to(1, "1 3 85 4 4"), 1U);
    EXPECT_EQ(severities_bound_to(4, "-1 3 85 4 4"), 0U);
}

TEST(H04, ReshapeOfAnotherTensor) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[N,3], k:float32[4,6]\nReshape(k, [4 2 3]:int64) -> r\n"
                         "output r, x\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
