#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "S06";

std::string tflite(std::string_view input) {
    return "tflite\ninput x:" + std::string(input) + "\nRELU(x) -> y:float32[1]\noutput y\n";
}

TEST(S06, ImagesOfWhichNothingIsSaid) {
    EXPECT_TRUE(contains(message(kRule, tflite("float32[1,224,224,3]")), "what it is and how"));
    EXPECT_EQ(severities(kRule, tflite("uint8[1,96,96,1](0.1,128)")), "info");
    EXPECT_EQ(severities(kRule, tflite("float32[1,224,224,16]")), "");
    EXPECT_EQ(severities(kRule, tflite("float32[1,49,10]")), "");
    EXPECT_EQ(severities(kRule, tflite("float32[1,4,4,3]")), "");
}

TEST(S06, MetadataOfTheInput) {
    const auto described = [](std::string_view input, const char* value) {
        Model model = test::graph_from_text(tflite(input));
        const KeyValue entry{model.strings.intern("process_units"), model.strings.intern(value)};
        model.graphs[0].tensors[0].metadata = append(model.metadata, std::span(&entry, 1));
        return check(model, {.only = {"S06"}, .parameters = {}}).size();
    };
    EXPECT_EQ(described("float32[1,224,224,3]", "NormalizationOptions {mean: 127.5}"), 0U);
    EXPECT_EQ(described("float32[1,224,224,3]", "a picture"), 1U);
    EXPECT_EQ(described("uint8[1,224,224,3](0.1,128)", "a picture"), 0U);
}

TEST(S06, OnnxWithoutProducer) {
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[2]\nRelu(x) -> y\noutput y\n"), "info");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,224,224,3]\nRelu(x) -> y\noutput y\n"), "info");
    EXPECT_EQ(
        severities(kRule, "onnx producer=\"pytorch 2.1\"\ninput x:float32[2]\nRelu(x) -> y\noutput y\n"), "");
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[2]\noutput x\n"), "");
}

}  // namespace
}  // namespace netloupe::lint
