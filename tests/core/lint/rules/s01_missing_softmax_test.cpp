#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S01";

std::string onnx(std::string_view output, std::string_view classes, std::string_view last = "Gemm(x, w)") {
    return "onnx\ninput x:float32[1,8]\nconst w:float32[8," + std::string(classes) + "]\n" +
           std::string(last) + " -> " + std::string(output) + "\noutput " + std::string(output) + "\n";
}

TEST(S01, NamesThatPromiseProbabilities) {
    EXPECT_EQ(severities(kRule, onnx("probabilities", "10")), "info");
    EXPECT_EQ(severities(kRule, onnx("class_scores", "10")), "info");
}

TEST(S01, LabelsInTheFile) {
    Model model = test::graph_from_text(
        "tflite\ninput x:float32[1,8]\nconst w:float32[1024,8]\nFULLY_CONNECTED(x, w, _) -> "
        "y:float32[1,1024]\noutput y\n");
    const Options only{.only = {"S01"}, .parameters = {}};
    EXPECT_EQ(check(model, only).size(), 0U);
    model.attachments.push_back({model.strings.intern("labels.txt"), 10, {}});
    EXPECT_EQ(check(model, only).size(), 1U);
}

TEST(S01, OtherOutputs) {
    EXPECT_EQ(severities(kRule, onnx("class_logits", "10")), "");
    EXPECT_EQ(severities(kRule, onnx("y", "10")), "");
    EXPECT_EQ(severities(kRule, onnx("class_embedding", "512")), "");
    EXPECT_EQ(severities(kRule, onnx("scores", "512")), "");
}

TEST(S01, WithSoftmax) {
    EXPECT_EQ(severities(kRule, onnx("prob", "10", "Gemm(x, w) -> a\nSoftmax(a)")), "");
}

}  // namespace
}  // namespace netloupe::lint
