#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q05";

/// A chain of int8 fully connected layers whose activations have these scales.
std::string chain(const std::vector<std::string>& scales, std::string_view zero_point = "0") {
    std::string graph = "tflite\nconst w:int8[8,8](0.01,0)\ninput t0:int8[1,8](" + scales[0] + ",0)\n";
    for (size_t i = 1; i < scales.size(); ++i) {
        graph += "FULLY_CONNECTED(t" + std::to_string(i - 1) + ", w, _) -> t" + std::to_string(i) +
                 ":int8[1,8](" + scales[i] + "," + std::string(zero_point) + ")\n";
    }
    return graph + "output t" + std::to_string(scales.size() - 1) + "\n";
}

TEST(Q05, ARangeFarFromItsNeighbours) {
    const auto all = findings(kRule, chain({"0.05", "0.05", "40", "0.05", "0.05"}));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_EQ(all[0].node, NodeId(1U));
    EXPECT_TRUE(contains(all[0].message, "\"t2\" is 1.02e+04 wide, 800 times wider")) << all[0].message;
}

TEST(Q05, ANarrowRangeAtTheEnd) {
    EXPECT_EQ(severities(kRule, chain({"0.05", "0.05", "0.06", "0.05", "0.0001"})), "warning");
}

TEST(Q05, HealthyRanges) {
    EXPECT_EQ(severities(kRule, chain({"0.007", "0.05", "0.2", "0.02", "0.3", "0.04", "1.1"})), "");
    EXPECT_EQ(severities(kRule, chain({"0.05", "0.05", "2.9", "0.05", "0.05"})), "");
}

// Networks whose activations are all ReLU6 have no spread at all.
TEST(Q05, NoSpreadStillAllowsSixOctaves) {
    EXPECT_EQ(severities(kRule, chain({"0.0235", "0.0235", "0.0235", "0.0235", "1.4"})), "");
}

TEST(Q05, AbsurdRanges) {
    EXPECT_EQ(severities(kRule, chain({"500", "500", "500"})), "warning warning warning");
    EXPECT_EQ(severities(kRule, chain({"300", "300", "300"})), "");
}

// A bias that is added by an operator of its own; the four such layers of tflite-micro's SEANet.
TEST(Q05, ANarrowAddend) {
    const auto graph = [](std::string_view op, std::string_view sum) {
        return "tflite\ninput x:int16[1,8](0.0097,0), b:int16[1,8](1.7e-7,0)\n" + std::string(op) +
               "(x, b) -> y:int16[1,8](" + std::string(sum) + ",0)\noutput y\n";
    };
    EXPECT_EQ(severities(kRule, graph("SUB", "0.0032")), "");
    EXPECT_EQ(severities(kRule, graph("ADD", "0.0032")), "");
    EXPECT_EQ(severities(kRule, graph("MUL", "0.0032")), "warning");
    EXPECT_EQ(severities(kRule, graph("ADD", "1.7e-7")), "warning");  // The sum cannot be that narrow.
}

// PoseNet's offsets are pixels: 417 wide behind a ReLU6.
TEST(Q05, ResultsMayBeWide) {
    const std::vector<std::string> relu6{"0.0235", "0.0235", "0.0235", "0.0235"};
    const auto with = [&](const std::string& last, std::string_view end) {
        auto scales = relu6;
        scales.push_back(last);
        std::string graph = chain(scales);
        return graph.substr(0, graph.rfind("output")) + std::string(end);
    };
    EXPECT_EQ(severities(kRule, with("1.64", "output t4\n")), "");
    EXPECT_EQ(severities(kRule, with("1.64", "DEQUANTIZE(t4) -> y:float32[1,8]\noutput y\n")), "");
    EXPECT_EQ(severities(kRule, with("1.64", "custom::Decode(t4) -> y:float32[1,8]\noutput y\n")), "");
    EXPECT_EQ(severities(kRule, with("20", "output t4\n")), "warning");
    // Logits are no pixels.
    EXPECT_EQ(severities(kRule, with("1.64", "SOFTMAX(t4) -> y:int8[1,8](0.00390625,-128)\noutput y\n")),
              "warning");
    EXPECT_EQ(
        severities(kRule, with("1.64", "FULLY_CONNECTED(t4, w, _) -> y:int8[1,8](0.0235,0)\noutput y\n")),
        "warning");
}

// VeriSilicon/TIM-VX#183: the input's range is blamed, not the output's.
TEST(Q05, BugReport7TinyInputScale) {
    const auto all = findings(kRule, R"(tflite
input x:int8[1,16](1e-6,0)
const w:int8[4,16](3.8e-4,0)
const b:int32[4](1e-6,0)
FULLY_CONNECTED(x, w, b) -> y:int8[1,4](0.01,0)
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].tensor, TensorId(0U));
}

// Trap 4: what quantizers write for a tensor that was always zero.
TEST(Q05, ScaleOneOfAnEmptyRangeIsInformation) {
    EXPECT_EQ(severities(kRule, chain({"0.005", "0.005", "1", "0.005", "0.005"})), "info");
}

// Trap 7
TEST(Q05, RecurrentStates) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
SVDF(a, w, w, _, s) -> b:int8[1,8](9,0)
FULLY_CONNECTED(b, w, _) -> y:int8[1,8](9,0)
output y
)"),
              "");
}

// Trap 8: 2^12 between a Softmax and its input.
TEST(Q05, SoftmaxAndSigmoid) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](10,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](16,0)
SOFTMAX(a) -> y:int8[1,8](0.00390625,-128)
LOGISTIC(a) -> z:int8[1,8](0.00390625,-128)
RESHAPE(z, _) -> r:int8[8,1](0.00390625,-128)
output y, r
)"),
              "");
}

// Trap 9: ranges are compared, not scales.
TEST(Q05, Int8ToInt16) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
QUANTIZE(a) -> b:int16[1,8](0.0002,0)
FULLY_CONNECTED(b, w, _) -> y:int16[1,8](0.0002,0)
output y
)"),
              "");
}

TEST(Q05, OperatorsThatOnlyMoveValuesAreCrossed) {
    const auto graph = [](std::string_view scale) {
        return "tflite\ninput x:int8[1,8](0.05,0)\nconst w:int8[8,8](0.01,0)\nFULLY_CONNECTED(x, w, _) -> "
               "a:int8[1,8](" +
               std::string(scale) + ",0)\nRESHAPE(a, _) -> r:int8[1,8](" + std::string(scale) +
               ",0)\nFULLY_CONNECTED(r, w, _) -> b:int8[1,8](0.05,0)\nFULLY_CONNECTED(b, w, _) -> "
               "y:int8[1,8](0.05,0)\n"
               "output y\n";
    };
    EXPECT_EQ(severities(kRule, graph("40")), "warning");  // Once for both tensors.
    EXPECT_EQ(severities(kRule, graph("0.04")), "");
}

TEST(Q05, OnnxBehindTheQuantizeNode) {
    const auto graph = [](std::string_view scale) {
        const std::string s(scale);
        return "onnx opset=13\ninput x:float32[1,8]\nconst w:float32[8,8]\nQuantizeLinear(x, 0.05, 0:int8) "
               "-> xq\n"
               "DequantizeLinear(xq, 0.05, 0:int8) -> xd\nMatMul(xd, w) -> a\nQuantizeLinear(a, " +
               s + ", 0:int8) -> aq\nDequantizeLinear(aq, " + s +
               ", 0:int8) -> ad\nMatMul(ad, w) -> b\n"
               "QuantizeLinear(b, 0.05, 0:int8) -> bq\nDequantizeLinear(bq, 0.05, 0:int8) -> bd\nMatMul(bd, "
               "w) -> c\n"
               "QuantizeLinear(c, 0.05, 0:int8) -> cq\nDequantizeLinear(cq, 0.05, 0:int8) -> y\noutput y\n";
    };
    const auto all = findings(kRule, graph("40"));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].node, NodeId(2U));  // The MatMul, not its QuantizeLinear.
    EXPECT_EQ(severities(kRule, graph("0.1")), "");
}

// How a model input is quantized is the caller's choice.
TEST(Q05, QuantizedModelInput) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:float32[1,8]
const w:int8[8,8](0.01,0)
QUANTIZE(x) -> q:int8[1,8](90,0)
FULLY_CONNECTED(q, w, _) -> a:int8[1,8](0.05,0)
FULLY_CONNECTED(a, w, _) -> y:int8[1,8](0.05,0)
output y
)"),
              "");
}

// Indices and coordinates have whatever range they have.
TEST(Q05, IndexPath) {
    EXPECT_EQ(severities(kRule, R"(tflite
input x:int8[1,8](0.05,0)
const w:int8[8,8](0.01,0)
FULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)
FULLY_CONNECTED(a, w, _) -> c:int8[1,8](30,0)
CAST(c) -> i:int32[1,8]
output i
)"),
              "");
}

}  // namespace
}  // namespace netloupe::lint
