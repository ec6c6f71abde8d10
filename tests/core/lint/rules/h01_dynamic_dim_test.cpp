#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "H01";

TEST(H01, DynamicImageSize) {
    EXPECT_TRUE(contains(message(kRule, "onnx\ninput x:float32[1,3,height,?]\nRelu(x) -> y\noutput y\n"),
                         "\"x\" (1×3×height×?)"));
}

TEST(H01, StaticShapes) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,3,8,8]\nRelu(x) -> y\noutput y\n"), "");
}

TEST(H01, OnlyTheBatchOfOnnx) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[N,3,8,8], z:float32[?,4]\nRelu(x) -> y\noutput y\n"),
              "");
}

TEST(H01, SequencesOfLanguageModels) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput input_ids:int64[batch_size,sequence_length]\n"
                   "input past:float32[batch_size,8,past_sequence_length,64]\nRelu(past) -> y\noutput y\n"),
        "");
}

// tensorflow/tensorflow#47168, trap 19: the signature counts, not the shape that converters fill in.
TEST(H01, BugReport25BatchOfTensorFlowLite) {
    EXPECT_TRUE(
        contains(message(kRule, "tflite\ninput x:float32[1|?,32]\nRELU(x) -> y:float32[1,32]\noutput y\n"),
                 "\"x\" (?×32)"));
    EXPECT_EQ(severities(kRule, "tflite\ninput x:float32[1,32]\nRELU(x) -> y:float32[1,32]\noutput y\n"), "");
}

TEST(H01, ABatchThatIsNotTheFirstDimension) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput past_0:float32[2,batch_size,2,seq_len,2]\nRelu(past_0) -> y\noutput y\n"),
        "");
}

TEST(H01, ListsTheFirstInputs) {
    std::string graph = "onnx\n";
    for (const char* input : {"a", "b", "c", "d", "e", "f"})
        graph += "input " + std::string(input) + ":float32[1,w]\n";
    EXPECT_TRUE(contains(message(kRule, graph), "\"d\" (1×w) and 2 more."));
}

TEST(H01, InputsOfBranchesAreNotTheModels) {
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[1,8]
Loop(_, c, x) -> y { body=@body }
output y
graph body
input i:int64[], k:boolean[], v:float32[?,rows]
Relu(v) -> o
output k, o
)"),
              "");
}

TEST(H01, EverySignature) {
    Model model = test::graph_from_text(R"(tflite
input x:float32[1,8]
RELU(x) -> y
output y
graph second
input x:float32[1|?,8]
RELU(x) -> y
output y
)");
    EXPECT_TRUE(check(model, {.only = {"H01"}, .parameters = {}}).empty());
    model.signatures.push_back({StringId(), GraphId(1U), {}, {}});
    EXPECT_EQ(check(model, {.only = {"H01"}, .parameters = {}}).size(), 1U);
}

}  // namespace
}  // namespace netloupe::lint
