// What looks wrong and is not: the 25 traps for false findings, by number. Each graph is checked by all rules
// and may give nothing above information; beside it stands a graph that differs where the real fault begins.
// Trap 21, forks of GGUF, waits for that format.
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// "Q01 warning, Q14 error": what all rules together find above information; empty when nothing.
std::string faults(const std::vector<Finding>& all) {
    std::string text;
    for (const Finding& finding : all) {
        if (finding.severity == Severity::kInfo) continue;
        text += (text.empty() ? "" : ", ") + std::string(finding.rule) + " " +
                std::string(name(finding.severity));
    }
    return text;
}
std::string faults(std::string_view graph) {
    return faults(findings_with({}, graph));
}

/// Weights that no rule minds, for so many elements as a shape needs: values repeat.
constexpr std::string_view kValues = "= 100 -90 80 -127 64 -50 37 11 -5 92 -101";
constexpr std::string_view kFloats = "= 0.5 -0.9 0.8 -0.7 0.64 -0.5 0.37 0.11 -0.05 0.92 -0.3";

/// A float value between quantized layers of ONNX, made by `middle` of "ad" as "b".
std::string onnx_quantized(std::string_view middle) {
    return R"(onnx opset=17 ir=8
input x:float32[1,8,8,8]
const w:int8[8,8,3,3] )" +
           std::string(kValues) + R"(
QuantizeLinear(x, 0.05, 0:int8) -> xq
DequantizeLinear(xq, 0.05, 0:int8) -> xd
DequantizeLinear(w, 0.01, 0:int8) -> wd
Conv(xd, wd) -> a { pads=[1,1,1,1] }
QuantizeLinear(a, 0.05, 0:int8) -> aq
DequantizeLinear(aq, 0.05, 0:int8) -> ad
)" + std::string(middle) +
           R"(QuantizeLinear(b, 0.05, 0:int8) -> bq
DequantizeLinear(bq, 0.05, 0:int8) -> bd
Conv(bd, wd) -> y { pads=[1,1,1,1] }
output y
)";
}

TEST(Traps, Trap1OnnxNodeUnitsAreNoIslands) {
    EXPECT_EQ(faults(onnx_quantized("MaxPool(ad) -> b { kernel_shape=[1,1] }\n")), "");
    EXPECT_EQ(faults(onnx_quantized("Sigmoid(ad) -> b\n")), "");
    EXPECT_EQ(faults(onnx_quantized("Erf(ad) -> b\n")), "Q01 warning");
}

TEST(Traps, Trap2WeightsStoredAsFloat16) {
    const auto graph = [](std::string_view behind) {
        return "tflite\ninput x:float32[1,8,8,3]\nconst h:float16[8,3,3,3] " + std::string(kFloats) +
               "\nconst i:int8[8,3,3,8](0.01,0) " + std::string(kValues) +
               "\nDEQUANTIZE(h) -> w:float32[8,3,3,3]\nCONV_2D(x, w, _) -> a:float32[1,8,8,8]\n" +
               std::string(behind) + "output y\n";
    };
    EXPECT_EQ(faults(graph("RELU(a) -> y:float32[1,8,8,8]\n")), "");
    // The same operator in the middle of integers is what Q01 looks for.
    EXPECT_EQ(
        faults(graph("QUANTIZE(a) -> q:int8[1,8,8,8](0.05,0)\n"
                     "CONV_2D(q, i, _) -> c:int8[1,8,8,8](0.05,0)\nDEQUANTIZE(c) -> d:float32[1,8,8,8]\n"
                     "SIN(d) -> s:float32[1,8,8,8]\nQUANTIZE(s) -> t:int8[1,8,8,8](0.01,0)\n"
                     "CONV_2D(t, i, _) -> y:int8[1,8,8,8](0.05,0)\n")),
        "Q01 warning");
}

/// Layers of int8 in TensorFlow Lite, from "x" to what `end` makes of "a".
std::string tflite_quantized(std::string_view end) {
    return "tflite\ninput x:int8[1,8](0.05,0)\nconst w:int8[8,8](0.01,0) " + std::string(kValues) +
           "\nFULLY_CONNECTED(x, w, _) -> a:int8[1,8](0.05,0)\n" + std::string(end);
}

TEST(Traps, Trap3FloatHead) {
    EXPECT_EQ(faults(tflite_quantized("DEQUANTIZE(a) -> f:float32[1,8]\nLOG_SOFTMAX(f) -> y:float32[1,8]\n"
                                      "output y\n")),
              "");
    EXPECT_EQ(faults(tflite_quantized("DEQUANTIZE(a) -> f:float32[1,8]\nLOG_SOFTMAX(f) -> g:float32[1,8]\n"
                                      "QUANTIZE(g) -> q:int8[1,8](0.05,0)\n"
                                      "FULLY_CONNECTED(q, w, _) -> y:int8[1,8](0.05,0)\noutput y\n")),
              "Q01 warning");
}

/// Five layers, of which the middle one gives a tensor of that scale.
std::string scales(std::string_view middle) {
    std::string text =
        "tflite\ninput t0:int8[1,8](0.005,0)\nconst w:int8[8,8](0.01,0) " + std::string(kValues) + "\n";
    for (int i = 0; i < 5; ++i) {
        text += "FULLY_CONNECTED(t" + std::to_string(i) + ", w, _) -> t" + std::to_string(i + 1) +
                ":int8[1,8](" + (i == 2 ? std::string(middle) : std::string("0.005")) + ",0)\n";
    }
    return text + "output t5\n";
}

TEST(Traps, Trap4ScaleOneOfATensorThatIsAlwaysZero) {
    EXPECT_EQ(faults(scales("1")), "");
    EXPECT_EQ(faults(scales("1.5")), "Q05 warning");
}

TEST(Traps, Trap5SoftmaxToInt16OfOlderConverters) {
    const auto graph = [](std::string_view softmax) {
        return tflite_quantized("SOFTMAX(a) -> y:" + std::string(softmax) + "\noutput y\n");
    };
    EXPECT_EQ(faults(graph("int16[1,8](0.0000152590219,-32768)")), "");
    EXPECT_EQ(faults(graph("int16[1,8](0.0000152587890625,-32768)")), "");
    EXPECT_NE(faults(graph("int16[1,8](0.0000305,-7)")), "");
}

TEST(Traps, Trap6ImageOfBytesThatIsQuantizedFirst) {
    const auto graph = [](std::string_view type) {
        return "tflite\ninput x:uint8[1,8,8,3](0.05,128)\nconst w:" + std::string(type) +
               "[3,3,3,3](0.01,0) " + std::string(kValues) + "\nQUANTIZE(x) -> q:" + std::string(type) +
               "[1,8,8,3](0.05,0)\nCONV_2D(q, w, _) -> a:" + std::string(type) +
               "[1,8,8,3](0.05,3)\nCONV_2D(a, w, _) -> b:" + std::string(type) +
               "[1,8,8,3](0.05,3)\nQUANTIZE(b) -> y:uint8[1,8,8,3](0.05,128)\noutput y\n";
    };
    EXPECT_EQ(faults(graph("int8")), "");
    EXPECT_EQ(faults(graph("uint8")), "Q16 warning");
}

TEST(Traps, Trap7StatesOfRecurrentLayers) {
    const auto graph = [](std::string_view op) {
        return tflite_quantized("const t:int16[8,4](0.01,0) " + std::string(kValues) + "\n" +
                                std::string(op) +
                                " -> b:int8[1,8](9,0)\nFULLY_CONNECTED(b, w, _) -> c:int8[1,8](0.05,0)\n"
                                "FULLY_CONNECTED(c, w, _) -> y:int8[1,8](0.05,0)\noutput y\n");
    };
    // 180 times the range of its neighbours.
    EXPECT_EQ(findings("Q05", graph("SVDF(a, w, t, _, _)")).size(), 0U);
    EXPECT_EQ(severities("Q05", graph("ABS(a)")), "warning");
}

TEST(Traps, Trap8SoftmaxNarrowsARange4096Times) {
    const auto graph = [](std::string_view op) {
        return "tflite\ninput x:int8[1,8](16,0)\nconst w:int8[8,8](0.01,0) " + std::string(kValues) +
               "\nFULLY_CONNECTED(x, w, _) -> a:int8[1,8](16,0)\n" + std::string(op) +
               "(a) -> b:int8[1,8](0.00390625,-128)\nFULLY_CONNECTED(b, w, _) -> y:int8[1,8](16,0)\noutput "
               "y\n";
    };
    EXPECT_EQ(severities("Q05", graph("SOFTMAX")), "");
    EXPECT_EQ(severities("Q05", graph("LOGISTIC")), "");
    EXPECT_EQ(severities("Q05", graph("ABS")), "warning");
}

TEST(Traps, Trap9RangesAreComparedNotScales) {
    const auto graph = [](std::string_view quantized) {
        return tflite_quantized("QUANTIZE(a) -> b:" + std::string(quantized) +
                                "\nFULLY_CONNECTED(b, w, _) -> y:" + std::string(quantized) + "\noutput y\n");
    };
    EXPECT_EQ(faults(graph("int16[1,8](0.0002,0)")), "");  // 256 steps become 65,536 of the same range.
    EXPECT_EQ(faults(graph("int8[1,8](0.2,0)")), "Q22 warning");
}

TEST(Traps, Trap10OneOfNineWeightsIsNoSaturation) {
    const auto graph = [](std::string_view shape, std::string_view values) {
        return "tflite\ninput x:int8[1,8,8,2](0.05,0)\nconst w:int8" + std::string(shape) +
               "(0.01 0.01, 0 0, axis=3) = " + std::string(values) +
               "\nDEPTHWISE_CONV_2D(x, w, _) -> y:int8[1,8,8,2](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(faults(graph("[1,3,3,2]", "127 -127 50 -60 3 4 80 -30 9 -70 20 11 -12 13 14 90 -16 17")), "");
    // 12 of 100 are.
    EXPECT_EQ(faults(graph("[1,10,10,2]", "127 -127 50 -60 3 4 80 -30 9 -70 20 11 -12 13 14 90 -16 17")),
              "Q18 warning");
}

TEST(Traps, Trap11ChannelScalesThatSpread2048Times) {
    const auto graph = [](std::string_view scales, std::string_view values) {
        return "tflite\ninput x:int8[1,8,8,8](0.05,0)\nconst w:int8[1,3,3,8](" + std::string(scales) +
               "axis=3) = " + std::string(values) +
               "\nDEPTHWISE_CONV_2D(x, w, _) -> y:int8[1,8,8,8](0.05,0)\noutput y\n";
    };
    EXPECT_EQ(faults(graph("0.0001 0.2048 0.01 0.02 0.001 0.05 0.0004 0.1, 0 0 0 0 0 0 0 0, ",
                           "127 -127 126 -126 120 -119 127 125 50 40 30 20 10 -10 -20 -30")),
              "");
    // With one scale the same spread leaves steps unused.
    EXPECT_EQ(faults(graph("0.01, 0, ", "127 1 2 2 1 2 2 1 127 1 1 1 1 1 1 1")), "Q08 error");
}

TEST(Traps, Trap12BuffersThatNobodyNames) {
    const auto graph = [](std::string_view stored) {
        return "tflite\ninput x:float32[1,8]\n" + std::string(stored) +
               "\nRELU(x) -> y:float32[1,8]\noutput y\n";
    };
    // Buffer 0 and those of metadata belong to no tensor; tensors that name buffer 0 have no values.
    EXPECT_EQ(faults(graph("const none:float32[0] = 1")), "");
    EXPECT_EQ(severities("T02", graph("const none:float32[0] = 1")), "");
    EXPECT_NE(severities("T02", graph("const lost:float32[64] = 1")), "");
}

TEST(Traps, Trap13ChannelsOfPadding) {
    const auto graph = [](std::string_view rows) {
        return "onnx opset=13\ninput x:float32[1,2,4,4]\nconst w:float32[8,2,1,1] = " + std::string(rows) +
               "\nConv(x, w) -> y\noutput y\n";
    };
    EXPECT_EQ(faults(graph("1 2 3 4 5 6 7 8 9 10 0 0 0 0 0 0")), "");
    EXPECT_EQ(faults(graph("1 2 0 0 5 6 0 0 9 10 11 12 0 0 15 16")), "Q19 warning");
}

TEST(Traps, Trap14MasksOfTheLargestNumber) {
    const auto graph = [](std::string_view type, std::string_view mask) {
        return "onnx opset=13\ninput s:" + std::string(type) + "[1,2,4,4]\nconst m:" + std::string(type) +
               "[4,4] = 0 " + std::string(mask) + "\nAdd(s, m) -> a\nSoftmax(a) -> y { axis=-1 }\noutput y\n";
    };
    EXPECT_EQ(faults(graph("float32", "-3.4028235e38")), "");
    EXPECT_EQ(faults(graph("float16", "-65504")), "");
    EXPECT_EQ(faults(graph("float16", "-1e9")), "N02 warning");
}

TEST(Traps, Trap15InputsThatAreLeftOut) {
    EXPECT_EQ(faults("onnx opset=13\ninput x:float32[1,3,8,8]\nResize(x, _, [1 1 2 2]) -> a\n"
                     "Clip(a, _, 6) -> y\noutput y\n"),
              "");
    EXPECT_EQ(faults("onnx opset=13\ninput x:float32[1,3,8,8]\nClip(x, gone, 6) -> y\noutput y\n"),
              "T06 error");
}

TEST(Traps, Trap16ValuesOfTheEnclosingGraph) {
    const auto graph = [](std::string_view then) {
        return "onnx opset=13\ninput c:boolean[], x:float32[8]\nconst w:float32[8] " + std::string(kFloats) +
               "\nAbs(x) -> a\nIf(c) -> y { then_branch=@yes else_branch=@no }\noutput y\ngraph yes\n" +
               std::string(then) + " -> p\noutput p\ngraph no\nMul(a, w) -> q\noutput q\n";
    };
    EXPECT_EQ(faults(graph("Add(a, w)")), "");
    EXPECT_EQ(faults(graph("Add(a, gone)")), "T06 error");
}

TEST(Traps, Trap17AxisOfAGroupedConvTranspose) {
    const auto graph = [](std::string_view shape, std::string_view axis, std::string_view group) {
        return "onnx opset=13 ir=7\ninput x:float32[1,8,4,4]\nconst w:int8" + std::string(shape) + " " +
               std::string(kValues) +
               "\nQuantizeLinear(x, 0.05, 0:int8) -> xq\nDequantizeLinear(xq, 0.05, 0:int8) -> xd\n"
               "DequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> wd { axis=" +
               std::string(axis) + " }\nConvTranspose(xd, wd) -> y { group=" + std::string(group) +
               " }\noutput y\n";
    };
    EXPECT_EQ(faults(graph("[8,2,3,3]", "1", "4")), "");
    EXPECT_EQ(
        faults("onnx opset=13 ir=7\ninput x:float32[1,2,4,4]\nconst w:int8[2,2,3,3] " + std::string(kValues) +
               "\nQuantizeLinear(x, 0.05, 0:int8) -> xq\nDequantizeLinear(xq, 0.05, 0:int8) -> xd\n"
               "DequantizeLinear(w, [0.1 0.2], [0 0]:int8) -> wd { axis=0 }\n"
               "ConvTranspose(xd, wd) -> y\noutput y\n"),
        "Q09 error");
}

TEST(Traps, Trap18CompiledModels) {
    for (const std::string_view op : {"edgetpu-custom-op", "ethos-u"}) {
        const auto all = findings_with({}, "tflite\ninput x:int8[?,8](0,0)\ncustom::" + std::string(op) +
                                               "(x) -> y:int8[1,8](0,999)\noutput y\n");
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(all[0].rule, "C04");
        EXPECT_EQ(all[0].severity, Severity::kInfo);
    }
    EXPECT_EQ(
        findings_with({}, "onnx opset=13\ninput x:float32[1,h]\ncom.microsoft::EPContext(x) -> y\noutput y\n")
            .size(),
        1U);
    EXPECT_NE(faults("tflite\ninput x:int8[1,8](0.1,0)\ncustom::mine(x) -> y:int8[1,8](0.1,999)\noutput y\n"),
              "");
}

TEST(Traps, Trap19SignatureOfAShape) {
    EXPECT_EQ(faults("tflite\ninput x:float32[1|?,8]\nABS(x) -> y:float32[1|?,8]\noutput y\n"), "");
    EXPECT_EQ(faults("tflite\ninput x:float32[2,8]\nABS(x) -> y:float32[1,8]\noutput y\n"), "H02 error");
}

TEST(Traps, Trap20WeightsTiedByATranspose) {
    std::string values;
    for (int i = 0; i < 101; ++i) values += std::to_string((i * 37) % 101 - 50) + " ";
    const auto graph = [&](std::string_view head) {
        return "onnx opset=13\ninput i:int64[4]\nconst e:float32[256,64] = " + values +
               "\nGather(e, i) -> h\nRelu(h) -> r\n" + std::string(head) + "\nMatMul(r, t) -> y\noutput y\n";
    };
    EXPECT_EQ(faults(graph("Transpose(e) -> t")), "");
    EXPECT_EQ(faults(graph("const c:float32[256,64] = " + values + "\nTranspose(c) -> t")), "Z02 warning");
}

TEST(Traps, Trap22SubgraphsOfOtherSignatures) {
    EXPECT_EQ(faults("tflite\ninput x:float32[1,8]\nABS(x) -> y:float32[1,8]\noutput y\n"
                     "graph second\ninput x:float32[1,8]\nSIN(x) -> y:float32[1,8]\noutput y\n"),
              "");
    EXPECT_EQ(
        faults(
            "tflite\ninput x:float32[1,8]\nABS(x) -> y:float32[1,8]\nSIN(x) -> z:float32[1,8]\noutput y\n"),
        "T01 warning");
}

TEST(Traps, Trap23NormalizationBeforeTheConvolution) {
    const auto graph = [](std::string_view nodes) {
        return "onnx opset=15 ir=8\ninput x:float32[1,8,8,8]\nconst w:float32[8,8,3,3] " +
               std::string(kFloats) + "\nconst s:float32[8] = 1\n" + std::string(nodes) + "output y\n";
    };
    EXPECT_EQ(faults(graph("BatchNormalization(x, s, s, s, s) -> a\nRelu(a) -> b\nConv(b, w) -> y\n")), "");
    EXPECT_EQ(faults(graph("Conv(x, w) -> a\nBatchNormalization(a, s, s, s, s) -> y\n")), "F01 warning");
}

TEST(Traps, Trap24LayersThatAreAppliedAgain) {
    const auto graph = [](std::string_view second) {
        return "onnx opset=17 ir=8\ninput x:float32[8,8]\nconst w:float32[8,8] " + std::string(kFloats) +
               "\nMatMul(x, w) -> a\nRelu(a) -> b\nMatMul(" + std::string(second) +
               ", w) -> c\nAdd(b, c) -> y\noutput y\n";
    };
    EXPECT_EQ(severities("F09", graph("b")), "");
    EXPECT_EQ(severities("F09", graph("x")), "info");
}

TEST(Traps, Trap25DeprecatedTargetIsToldOnce) {
    const auto graph = [](std::string_view op) {
        return "tflite\ninput x:float32[1,8]\n" + std::string(op) + "(x) -> a:float32[1,8]\n" +
               std::string(op) + "(a) -> y:float32[1,8]\noutput y\n";
    };
    EXPECT_EQ(severities_for("tflite-nnapi", "D", graph("RELU")), "info");
    EXPECT_EQ(severities_for("tflite-gpu", "D", graph("RELU")), "");
    EXPECT_NE(severities_for("tflite-nnapi", "D", graph("ATAN2")), "info");
}

}  // namespace
}  // namespace netloupe::lint
