#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F13";

std::string flatten(std::string_view dims) {
    return "onnx opset=13\ninput x:float32[" + std::string(dims) + R"(]
Shape(x) -> s
Gather(s, 0:int64) -> n
Unsqueeze(n, [0]:int64) -> u
Concat(u, [-1]:int64) -> to { axis=0 }
Reshape(x, to) -> y
output y
)";
}

TEST(F13, ShapesThatAreAlwaysTheSame) {
    EXPECT_TRUE(contains(message(kRule, flatten("2,64,7,7")), "1 node takes shapes that are computed"));
    EXPECT_EQ(severities(kRule, flatten("2,64,h,w")), "info") << "what goes into it is fixed";
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[1,3,8,8], z:float32[1,3,16,16]
Shape(z) -> sizes
Resize(x, _, _, sizes) -> y
output y
)"),
              "info");
}

TEST(F13, OpenDimensions) {
    EXPECT_EQ(severities(kRule, flatten("N,64,7,7")), "");
    EXPECT_EQ(severities(kRule, flatten("?,64,7,7")), "");
}

// The extents that somebody binds are not the model's own.
TEST(F13, BoundDimensions) {
    const Model model = test::graph_from_text(flatten("N,64,7,7"));
    infer::InferOptions bound;
    bound.bindings = {{"N", 2}};
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model), bound);
    Options options{.only = {"F13"}, .parameters = {}};
    options.shapes = &shapes;
    EXPECT_TRUE(check(model, options).empty());
}

TEST(F13, ConstantShapes) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[2,64,7,7]\nReshape(x, [2 -1]:int64) -> y\n"
                         "output y\n"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
