#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q02";

/// Fully connected layers in a row, each 'i' in integers or 'f' in float.
std::string tflite(std::string_view layers) {
    std::string graph = "tflite\ninput i0:int8[1,8](0.1,0)\nconst w:int8[8,8](0.1,0)\nconst f:float32[8,8]\n";
    std::string value = "i0";
    bool integer = true;
    for (size_t n = 0; n < layers.size(); ++n) {
        const bool wanted = layers[n] == 'i';
        const std::string number = std::to_string(n);
        if (wanted != integer) {
            graph += wanted ? "QUANTIZE(" + value + ") -> q" + number + ":int8[1,8](0.1,0)\n"
                            : "DEQUANTIZE(" + value + ") -> q" + number + ":float32[1,8]\n";
            value = "q" + number;
        }
        integer = wanted;
        graph += "FULLY_CONNECTED(" + value + (wanted ? ", w, _) -> v" : ", f, _) -> v") + number +
                 (wanted ? ":int8[1,8](0.1,0)\n" : ":float32[1,8]\n");
        value = "v" + number;
    }
    return graph + "output " + value + "\n";
}

TEST(Q02, LayersInTheMiddleAreFloat) {
    const auto all = findings(kRule, tflite("iffi"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].nodes.size(), 2U);
    EXPECT_TRUE(contains(all[0].message, "2 of 4 layers with weights (50 % of the multiplications)"))
        << all[0].message;
}

TEST(Q02, FirstAndLastLayerAreInformation) {
    EXPECT_EQ(severities(kRule, tflite("iiif")), "info");
    EXPECT_EQ(severities(kRule, tflite("fiif")), "info");
}

TEST(Q02, AllLayersOrNone) {
    EXPECT_EQ(severities(kRule, tflite("iiii")), "");
    EXPECT_EQ(severities(kRule, tflite("ffff")), "");
}

// Kazuhito00/MoveNet-Python-Example#3: islands, but every layer is quantized.
TEST(Q02, BugReport16OnlyOtherOperatorsAreFloat) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.1,0)
const w:int8[8,8](0.1,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.1,0)
DEQUANTIZE(a) -> f:float32[1,8]
SIN(f) -> g:float32[1,8]
QUANTIZE(g) -> b:int8[1,8](0.1,0)
FULLY_CONNECTED(b, w, _) -> y:int8[1,8](0.1,0)
output y
)"),
              "");
}

/// Two convolutions of the same weights, one of them in float on another extent.
std::string onnx(std::string_view extent) {
    const std::string e(extent);
    return "onnx opset=13\ninput x:float32[1,8,64,64], z:float32[1,8," + e + "," + e +
           "]\nconst w:int8[8,8,3,3]\nconst f:float32[8,8,3,3]\nQuantizeLinear(x, 0.1, 0:int8) -> q\n"
           "DequantizeLinear(q, 0.1, 0:int8) -> xd\nDequantizeLinear(w, 0.1, 0:int8) -> wd\nConv(xd, wd) -> "
           "a\n"
           "Conv(z, f) -> b\nConv(xd, wd) -> c\noutput a, b, c\n";
}

TEST(Q02, LayersCountByTheirWork) {
    EXPECT_EQ(severities(kRule, onnx("64")), "warning");
    EXPECT_EQ(severities(kRule, onnx("8")), "");
}

}  // namespace
}  // namespace netloupe::lint
