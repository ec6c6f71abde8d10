#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "X10";

std::string onnx(std::string_view node) {
    return "onnx\ninput x:float32[4]\n" + std::string(node) + "\noutput y\n";
}

TEST(X10, CompiledNetworkInAFileOfItsOwn) {
    EXPECT_TRUE(contains(
        message(kRule,
                onnx("com.microsoft::EPContext(x) -> y { embed_mode=0 ep_cache_context=\"net_qnn.bin\" }")),
        "load the compiled network in the file \"net_qnn.bin\""));
    EXPECT_EQ(severities(kRule, onnx("com.microsoft::EPContext(x) -> y { embed_mode=1 }")), "");
    EXPECT_EQ(severities(kRule, onnx("com.microsoft::EPContext(x) -> y")), "");
}

TEST(X10, PythonAndLibraries) {
    EXPECT_EQ(severities(kRule, onnx("com.microsoft.extensions::PyCustomOp(x) -> y")), "warning");
    EXPECT_EQ(severities(kRule, onnx("com.example::Filter(x) -> y { library=\"libfilter.so.2\" }")),
              "warning");
}

// TensorFlow Lite writes the options of custom operators as JSON.
TEST(X10, OptionsOfTfLite) {
    const auto filter = [](const char* options) {
        Model model = test::graph_from_text(
            "tflite\ninput x:float32[4]\ncustom::Filter(x) -> y:float32[4]\noutput y\n");
        Attribute attribute;
        attribute.name = model.strings.intern("options");
        attribute.type = AttributeType::kJson;
        attribute.text = model.strings.intern(options);
        model.graphs[0].nodes[0].attributes =
            append(model.attributes, std::span<const Attribute>(&attribute, 1));
        return check(model, {.only = {"X10"}, .parameters = {}}).size();
    };
    EXPECT_EQ(filter(R"({"size": 3, "path": "C:/filter.dll"})"), 1U);
    EXPECT_EQ(filter(R"({"size": 3, "mode": "solid"})"), 0U);
}

TEST(X10, OtherCustomOperators) {
    EXPECT_EQ(severities(kRule, onnx("com.example::Filter(x) -> y { mode=\"solid\" }")), "");
    EXPECT_EQ(severities(kRule, onnx("Relu(x) -> y { note=\"libfilter.so\" }")), "");
}

}  // namespace
}  // namespace netloupe::lint
