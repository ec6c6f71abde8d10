#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "N06";

TEST(N06, Int64InTheMiddleOfTheNetwork) {
    const std::string graph = R"(onnx opset=13
input x:float32[1,8]
Floor(x) -> f
Cast(f) -> i:int64[1,8] { to=7 }
Mul(i, 2:int64) -> d
Cast(d) -> y:float32[1,8] { to=1 }
output y
)";
    EXPECT_EQ(severities(kRule, graph), "warning");
    EXPECT_TRUE(contains(message(kRule, graph), "1 node computes in int64 (Mul"));
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
CAST(x) -> i:int64[1,8]
SUM(i, [1]:int32) -> y:int64[1]
output y
)"),
              "warning");
}

TEST(N06, ArithmeticOfIntegerInputsIsInformation) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput m:int64[1,8]\nSub(1:int64, m) -> s\n"
                         "Cast(s) -> y:float32[1,8] { to=1 }\noutput y\n"),
              "info");
}

// A cast alone, and what ONNX requires to be int64.
TEST(N06, IndicesAndShapes) {
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input x:float32[N,8], table:float32[100,4]
Shape(x) -> s
Gather(s, 0:int64) -> n
Mul(n, 2:int64) -> d
Unsqueeze(d, [0]:int64) -> u
Concat(u, [-1]:int64) -> to { axis=0 }
Reshape(x, to) -> y
output y
)"),
              "");
    EXPECT_EQ(severities(kRule, R"(onnx opset=13
input ids:int64[1,8], table:float32[100,4]
Add(ids, 2:int64) -> shifted
Gather(table, shifted) -> y
output y
)"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,8]\nCast(x) -> y:int64[1,8] { to=7 }\n"
                         "output y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,8]\nArgMax(x) -> i\nAdd(i, 1:int64) -> y\n"
                         "output y\n"),
              "");
}

TEST(N06, Int32AndFloat) {
    EXPECT_EQ(severities(kRule,
                         "onnx opset=13\ninput x:float32[1,8]\nCast(x) -> i:int32[1,8] { to=6 }\n"
                         "Mul(i, 2:int32) -> y\noutput y\n"),
              "");
}

TEST(N06, ConstantsBeyond32BitsForATarget) {
    const std::string all = R"("unlisted": "unknown", "operators": [])";
    const auto graph = [](const std::string& value) {
        return "onnx opset=13\ninput x:int64[4]\nconst h:int64[1] = " + value +
               "\nBitShift(x, h) -> y { direction=\"LEFT\" }\noutput y\n";
    };
    const auto found = on(kRule, all, graph("5000000000"));
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(contains(found[0].message, "contains 5000000000")) << found[0].message;
    EXPECT_FALSE(contains(severities_on(kRule, all, graph("2000000000")), "warning"));
    EXPECT_FALSE(contains(severities_on(kRule, all, graph("9223372036854775807")), "warning"));
    EXPECT_FALSE(contains(severities(kRule, graph("5000000000")), "warning")) << "no target";
}

}  // namespace
}  // namespace netloupe::lint
