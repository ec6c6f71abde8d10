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

// The first state of a recurrent layer, traced for one sample.
TEST(H04, StateThatIsMadeForAFixedBatch) {
    const auto graph = [](const std::string& state) {
        return R"(onnx opset=14
input x:float32[N,5,4]
const w:float32[1,32,4]
const r:float32[1,32,8]
Transpose(x) -> t { perm=[1,0,2] }
)" + state + R"(
LSTM(t, w, r, _, _, h, h) -> y { hidden_size=8 }
output y
)";
    };
    EXPECT_EQ(severities(kRule, graph("ConstantOfShape([1 1 8]:int64) -> h")), "warning");
    EXPECT_EQ(severities(kRule, graph("Shape(x) -> s\nGather(s, [0]:int64) -> n\n"
                                      "Concat([1]:int64, n, [8]:int64) -> to { axis=0 }\n"
                                      "ConstantOfShape(to) -> h")),
              "");
}

TEST(H04, OperandOfConcat) {
    const auto graph = [](std::string_view batch, std::string_view axis) {
        return "onnx\ninput x:float32[" + std::string(batch) +
               ",16,4]\nConstantOfShape([1 1 4]:int64) -> c\nConcat(c, x) -> y { axis=" + std::string(axis) +
               " }\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("N", "1")), "warning");
    EXPECT_EQ(severities(kRule, graph("N", "-2")), "warning");
    EXPECT_EQ(severities(kRule, graph("1", "1")), "");
    // Rows behind those of the batch.
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[N,1,4]\nConstantOfShape([1 1 4]:int64) -> c\n"
                         "Concat(c, x) -> y { axis=0 }\noutput y\n"),
              "");
}

TEST(H04, SamplesCutOutOfTheBatch) {
    const auto graph = [](std::string_view dims, std::string_view bounds) {
        return "onnx opset=13\ninput x:float32[" + std::string(dims) + "]\nSlice(x, " + std::string(bounds) +
               ") -> y\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("N,3,8", "[0]:int64, [1]:int64, [0]:int64")), "warning");
    EXPECT_EQ(severities(kRule, graph("N,3,8", "[0]:int64, [1]:int64, [1]:int64")), "");
    EXPECT_EQ(severities(kRule, graph("N,3,8", "[1]:int64, [9223372036854775807]:int64, [0]:int64")), "");
    EXPECT_EQ(severities(kRule, graph("4,3,8", "[0]:int64, [1]:int64, [0]:int64")), "");
    EXPECT_EQ(severities(kRule, graph("length", "[0]:int64, [1]:int64, [0]:int64")), "") << "a series";
}

}  // namespace
}  // namespace netloupe::lint
