#include "rule_testing.h"

namespace netloupe::lint {
namespace {

std::string named(std::string_view format, const std::string& path) {
    Model model = test::graph_from_text(std::string(format) + "\ninput x:float32[2]\noutput x\n");
    model.files[0].path = path;
    std::string text;
    for (const Finding& finding : check(model, {.only = {"V08"}, .parameters = {}}))
        text += std::string(name(finding.severity));
    return text;
}

TEST(V08, NameOfAnotherFormat) {
    EXPECT_EQ(named("tflite", "folder/model.onnx"), "warning");
    EXPECT_EQ(named("onnx", "model.TFLITE"), "warning");
    EXPECT_EQ(named("onnx", "model.ort"), "warning");
    EXPECT_EQ(named("onnx", "model.pt"), "warning");
}

TEST(V08, NameOfItsOwnFormat) {
    EXPECT_EQ(named("tflite", "model.tflite"), "");
    EXPECT_EQ(named("onnx", "a.b.ONNX"), "");
    EXPECT_EQ(named("onnx", "model.onnxtxt"), "");
}

TEST(V08, NamesThatSayNothing) {
    EXPECT_EQ(named("onnx", "model"), "");
    EXPECT_EQ(named("onnx", "model.pb"), "");
    EXPECT_EQ(named("tflite", "model.tflite.bin"), "");
    EXPECT_EQ(named("tflite", "-"), "");
}

}  // namespace
}  // namespace netloupe::lint
