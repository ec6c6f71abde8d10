#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S05";

TEST(S05, InputThatNothingReads) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8], scale:float32[1]\nRelu(x) -> y\noutput y\n"),
              "warning");
    EXPECT_EQ(
        severities(kRule, "tflite\ninput x:float32[1,8], z:float32[1]\nABS(x) -> y:float32[1,8]\noutput y\n"),
        "warning");
}

TEST(S05, PlaceholdersOfLanguageModels) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput x:float32[1,8], attention_mask:int64[1], past_key_values.0.key:float32[1]\n"
                   "Relu(x) -> y\noutput y\n"),
        "");
}

TEST(S05, GivenOutOrReadInside) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8], z:float32[1]\nRelu(x) -> y\noutput y, z\n"), "");
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
Neg(x) -> z
output z
)"),
              "");
}

TEST(S05, InputsOfBodiesAndWeights) {
    EXPECT_EQ(severities(kRule, R"(onnx
input n:int64[], c:boolean[], x:float32[8], w:float32[8]
const w:float32[8]
Loop(n, c, x) -> y { body=@body }
output y
graph body
input i:int64[], go:boolean[], state:float32[8]
Identity(go) -> next
Neg(state) -> z
output next, z
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
