#include "judging.h"

namespace netloupe::targets::test {
namespace {

constexpr std::string_view kRelu = "onnx opset=13\ninput x:float32[2]\nRelu(x) -> y\noutput y\n";

TEST(Verdict, TextAloneIsConditional) {
    const Judged judged =
        judge(mine(R"("operators": [{"op": "Relu", "requires": [{"text": "a good day"}]}])"), kRelu);
    EXPECT_EQ(judged.verdicts(), "conditional");
    EXPECT_EQ(judged.reason(), "Needs a good day, which is not checked.");
}

TEST(Verdict, ConstraintsHoldWhereTheySay) {
    const Target soft = mine(
        R"("operators": [{"op": "Relu", "requires": [{"text": "rank 2", "when": {"type": ["float32"], "of": "input0"},
            "check": {"number": {"rank": "input0"}, "equals": 2}, "else": "conditional"}]}])");
    EXPECT_EQ(judge(soft, kRelu).verdicts(), "conditional");
    EXPECT_EQ(judge(soft, kRelu).reason(), "Needs rank 2; not so at \"x\".");
    EXPECT_EQ(judge(soft, "onnx opset=14\ninput x:int32[2]\nRelu(x) -> y\noutput y\n").verdicts(),
              "supported");
}

TEST(Verdict, WhatDecidesComesFirst) {
    const Judged judged = judge(
        mine(R"("requires": [{"text": "a good day"}], "operators": [{"op": "Relu", "versions": [null, 6]}])"),
        kRelu);
    EXPECT_EQ(judged.verdicts(), "unsupported");
    EXPECT_EQ(judged.reason(), "Needs operator version at most 6.");
    EXPECT_EQ(judged.assessment.reasons_of(judged.assessment.graphs[0][0]).size(), 2U);
}

TEST(Verdict, OperatorsThatAreNotListed) {
    EXPECT_EQ(judge(mine(R"("operators": [])"), kRelu).verdicts(), "unsupported");
    EXPECT_EQ(judge(mine(R"("operators": [])"), kRelu).reason(), "Relu is not among the operators of mine.");
    const std::string unknown = R"("unlisted": "unknown", "operators": [])";
    EXPECT_EQ(judge(mine(unknown), kRelu).verdicts(), "unknown");
    EXPECT_EQ(judge(mine(unknown + R"(, "unsupported": ["Relu"])"), kRelu).verdicts(), "unsupported");
    EXPECT_EQ(
        judge(
            mine(unknown +
                 R"(, "requires": [{"text": "rank 3", "check": {"number": {"rank": "inputs"}, "min": 3}}])"),
            kRelu)
            .verdicts(),
        "unsupported");
    EXPECT_EQ(judge(mine(R"("unlisted": "conditional", "operators": [])"), kRelu).verdicts(), "conditional");
}

TEST(Verdict, NamesOperatorsOfDomainsAndCustomOnes) {
    EXPECT_EQ(judge(mine(R"("operators": [{"op": "com.microsoft:QuickGelu"}])"),
                    "onnx opset=13\ninput x:float32[2]\ncom.microsoft::QuickGelu(x) -> y\noutput y\n")
                  .verdicts(),
              "supported");
    EXPECT_EQ(judge(mine(R"("operators": [{"op": "CUSTOM:Mine"}])", "tflite"),
                    "tflite\ninput x:float32[2]\ncustom::Mine(x) -> y:float32[2]\noutput y\n")
                  .verdicts(),
              "supported");
}

TEST(Verdict, WhatIsComputedOnLoadingDoesNotRun) {
    const std::string_view graph = R"(onnx opset=13
input x:float32[2]
const a:float32[2]
const w:int8[2]
Abs(a) -> b
DequantizeLinear(w, 0.1, 0:int8) -> d
Add(x, b) -> y
Add(y, d) -> z
output z
)";
    // Only who knows DequantizeLinear merges that of weights into its reader.
    EXPECT_EQ(judge(mine(R"("operators": [{"op": "Add"}])"), graph).verdicts(),
              "- unsupported supported supported");
    EXPECT_EQ(judge(mine(R"("operators": [{"ops": ["Add", "DequantizeLinear"]}])"), graph).verdicts(),
              "- - supported supported");
}

std::string tflite_gpu(const std::string& node, const std::string& head = "") {
    return judge("tflite-gpu", "tflite\ninput x:float32[1,8,8,4]\n" + head + node + "\noutput y\n")
        .verdicts();
}

TEST(Verdict, TfliteGpu) {
    const std::string pool =
        "AVERAGE_POOL_2D(x) -> y:float32[1,4,4,4] { filter_height=2 filter_width=2 "
        "stride_h=2 stride_w=2 fused_activation_function=";
    EXPECT_EQ(tflite_gpu("RELU(x) -> y:float32[1,8,8,4]"), "supported");
    EXPECT_EQ(tflite_gpu("ADD(x, x) -> y:float32[1,8,8,4]"), "supported");
    // A constant of another rank: how it broadcasts depends on the delegate's age.
    EXPECT_EQ(tflite_gpu("ADD(x, c) -> y:float32[1,8,8,4]", "const c:float32[8,4]\n"), "conditional");
    EXPECT_EQ(tflite_gpu("ADD(x, c) -> y:float32[1,8,8,4]", "const c:float32[4]\n"), "supported");
    EXPECT_EQ(tflite_gpu(pool + "\"RELU6\" }"), "supported");
    EXPECT_EQ(tflite_gpu(pool + "\"SIGN_BIT\" }"), "unsupported");
    EXPECT_EQ(tflite_gpu("SOFTMAX(x) -> y:float32[1,8,8,4] { beta=0.5 }"), "unsupported");
    EXPECT_EQ(tflite_gpu("CAST(x) -> y:uint8[1,8,8,4]"), "unsupported");
    EXPECT_EQ(tflite_gpu("CAST(x) -> y:int32[1,8,8,4]"), "supported");
    EXPECT_EQ(tflite_gpu("NON_MAX_SUPPRESSION_V4(x) -> y:float32[1,8,8,4]"), "unsupported");
    EXPECT_EQ(tflite_gpu("STRIDED_SLICE(x, b, b, b) -> y:float32[8,8,4] { shrink_axis_mask=1 }",
                         "const b:int32[4]\n"),
              "unsupported");
    EXPECT_EQ(tflite_gpu("PAD(x, p) -> y:float32[1,10,10,4]", "const p:int32[4,2]\n"), "supported");
    EXPECT_EQ(tflite_gpu("PAD(x, p) -> y:float32[1,10,10,4]", "input p:int32[4,2]\n"), "unsupported");
    EXPECT_EQ(tflite_gpu("DEQUANTIZE(w) -> y:float32[8]", "const w:float16[8]\n"), "supported");
}

TEST(Verdict, TfliteGpuAndTypesAndShapes) {
    const auto relu = [](const std::string& type) {
        return judge("tflite-gpu", "tflite\ninput x:" + type + "\nABS(x) -> y:" + type + "\noutput y\n")
            .verdicts();
    };
    EXPECT_EQ(relu("float16[1,2]"), "supported");
    EXPECT_EQ(relu("int64[1,2]"), "unsupported");
    EXPECT_EQ(relu("float32[1,2,2,2,2]"), "unsupported");
    // Quantized models run when the delegate is told to take them; batches in part.
    EXPECT_EQ(relu("int8[1,2](0.1, 0)"), "conditional");
    EXPECT_EQ(relu("float32[4,8,8,3]"), "conditional");
}

TEST(Verdict, TfliteXnnpack) {
    const auto verdict = [](const std::string& node, const std::string& head = "") {
        return judge("tflite-xnnpack", "tflite\ninput x:float32[1,8,8,4]\n" + head + node + "\noutput y\n")
            .verdicts();
    };
    const std::string conv = "const w:float32[4,3,3,4]\nconst b:float32[4]\ninput v:float32[4,3,3,4]\n";
    EXPECT_EQ(verdict("CONV_2D(x, w, b) -> y:float32[1,8,8,4]", conv), "supported");
    EXPECT_EQ(verdict("CONV_2D(x, w) -> y:float32[1,8,8,4]", conv), "unsupported");
    EXPECT_EQ(verdict("CONV_2D(x, v, b) -> y:float32[1,8,8,4]", conv), "unsupported");
    EXPECT_EQ(verdict("CONV_2D(x, w, b) -> y:float32[1,8,8,4] { fused_activation_function=\"TANH\" }", conv),
              "unsupported");
    const auto pool = [&](const std::string& window) {
        return verdict("MAX_POOL_2D(x) -> y:float32[1,4,4,4] { stride_h=2 stride_w=2 filter_height=" +
                       window + " filter_width=" + window + " }");
    };
    EXPECT_EQ(pool("1"), "unsupported");
    EXPECT_EQ(pool("2"), "supported");
    EXPECT_EQ(verdict("SPACE_TO_DEPTH(x) -> y:float32[1,2,2,36] { block_size=3 }"), "unsupported");
    const std::string weights = "const w:float32[4,256]\n";
    EXPECT_EQ(verdict("FULLY_CONNECTED@8(x, w) -> y:float32[1,4]", weights), "unsupported");
    EXPECT_EQ(verdict("FULLY_CONNECTED@1(x, w) -> y:float32[1,4]", weights), "supported");
    const auto concat = [](const std::string& scale) {
        return judge("tflite-xnnpack", "tflite\ninput a:int8[1,2](0.1, 0)\ninput b:int8[1,2](" + scale +
                                           ", 0)\nCONCATENATION(a, b) -> y:int8[1,4](0.1, 0)\noutput y\n")
            .verdicts();
    };
    EXPECT_EQ(concat("0.2"), "unsupported");
    EXPECT_EQ(concat("0.1"), "conditional");  // Needs a build with quantized inference.
}

TEST(Verdict, OrtQnn) {
    const auto verdict = [](const std::string& lines) {
        return judge("ort-qnn", "onnx opset=17\n" + lines + "\noutput y\n").verdicts();
    };
    EXPECT_EQ(verdict("input x:float32[1,3,8,8]\nconst w:int8[4,3,3,3]\n"
                      "QuantizeLinear(x, 0.1, 3:uint8) -> xq\nDequantizeLinear(xq, 0.1, 3:uint8) -> xd\n"
                      "DequantizeLinear(w, [0.1 0.2 0.1 0.2]:float32, [0 0 0 0]:int8) -> wd { axis=0 }\n"
                      "Conv(xd, wd) -> z\nQuantizeLinear(z, 0.2, 5:uint8) -> y"),
              "supported supported - supported supported");
    EXPECT_EQ(verdict("input x:float32[1,3,8,8]\nRelu(x) -> y"), "conditional");
    EXPECT_EQ(verdict("input x:float16[1,3,8,8]\nRelu(x) -> y"), "supported");
    EXPECT_EQ(verdict("input x:float16[N,3,8,8]\nRelu(x) -> y"), "unsupported");
    const std::string pool = "input x:float16[1,3,8,8]\nMaxPool(x) -> y { kernel_shape=[2,2] ";
    EXPECT_EQ(verdict(pool + "dilations=[2,2] }"), "unsupported");
    EXPECT_EQ(verdict(pool + "}"), "supported");
    EXPECT_EQ(verdict("input x:float16[2,3]\nMod(x, x) -> y { fmod=1 }"), "unsupported");
    EXPECT_EQ(verdict("input x:float16[2,3]\nMod(x, x) -> y"), "supported");
    EXPECT_EQ(verdict("input x:float16[2,3]\nNonZero(x) -> y"), "unsupported");
    EXPECT_EQ(verdict("input x:float16[2,3]\ninput k:int64[1]\nTopK(x, k) -> z, y"), "unsupported");
    EXPECT_EQ(verdict("input x:float16[1,3,8,8]\nconst s:float32[4] = 1 1 2 2\n"
                      "Resize(x, _, s) -> y { mode=\"linear\" }"),
              "conditional");
}

TEST(Verdict, OrtCoreml) {
    const auto verdict = [](const std::string& lines) {
        return judge("ort-coreml-mlprogram", "onnx opset=17\n" + lines + "\noutput y\n").verdicts();
    };
    const std::string conv = "input x:float32[1,3,8,8]\nconst w:float32[4,3,3,3]\ninput v:float32[4,3,3,3]\n";
    EXPECT_EQ(verdict(conv + "Conv(x, w) -> y"), "supported");
    EXPECT_EQ(verdict(conv + "Conv(x, v) -> y"), "conditional");
    EXPECT_EQ(verdict("input x:float32[N,3]\nRelu(x) -> y"), "conditional");
    EXPECT_EQ(verdict("input x:float32[1,1,1,1,1,3]\nRelu(x) -> y"), "unsupported");
    const auto resize = [&](const std::string& scale) {
        return verdict("input x:float32[1,3,8,8]\nconst s:float32[4] = 1 1 " + scale + " " + scale +
                       "\nResize(x, _, s) -> y { mode=\"linear\" }");
    };
    EXPECT_EQ(resize("2"), "supported");
    EXPECT_EQ(resize("1.5"), "unsupported");
    EXPECT_EQ(resize("0.5"), "supported");
    EXPECT_EQ(verdict("input x:float32[4]\ninput i:int64[]\nGather(x, i) -> y"), "unsupported");
    EXPECT_EQ(verdict("input x:float32[4]\nQuantizeLinear(x, 0.1, 0:int8) -> y"), "unsupported");
}

std::string ethos(const std::string& lines) {
    return judge("ethos-u55", "tflite\n" + lines + "\noutput y\n").verdicts();
}

TEST(Verdict, EthosU55AndWindows) {
    const auto conv = [](const std::string& options, const std::string& window = "3,3") {
        return ethos("input x:int8[1,16,16,4](0.1, 0)\nconst w:int8[8," + window +
                     ",4](0.1, 0)\nconst b:int32[8](0.01, 0)\nCONV_2D(x, w, b) -> y:int8[1,16,16,8](0.1, 0) "
                     "{ padding=\"SAME\" " +
                     options + " }");
    };
    EXPECT_EQ(conv("stride_h=1 stride_w=1"), "supported");
    EXPECT_EQ(conv("stride_h=4 stride_w=1"), "unsupported");
    EXPECT_EQ(conv("stride_h=1 stride_w=4"), "supported");  // 2 divides both 4 and the width 16.
    EXPECT_EQ(conv("stride_h=1 stride_w=5"), "unsupported");
    EXPECT_EQ(conv("stride_h=1 stride_w=1", "65,1"), "unsupported");
    EXPECT_EQ(conv("stride_h=1 stride_w=1", "64,65"), "unsupported");
    EXPECT_EQ(conv("stride_h=1 stride_w=1 dilation_h_factor=40"), "unsupported");
    const auto resize = [](int size, const std::string& options = "") {
        return ethos(
            fmt::format("input x:int8[1,4,4,4](0.1, 0)\nconst s:int32[2] = {0} {0}\n"
                        "RESIZE_BILINEAR(x, s) -> y:int8[1,{0},{0},4](0.1, 0) {{ {1} }}",
                        size, options));
    };
    EXPECT_EQ(resize(8), "supported");
    EXPECT_EQ(resize(12), "unsupported");
    EXPECT_EQ(resize(4), "supported");
    EXPECT_EQ(resize(7, "align_corners=1"), "supported");
    EXPECT_EQ(resize(8, "align_corners=1"), "unsupported");
    EXPECT_EQ(resize(16, "half_pixel_centers=1"), "unsupported");
}

TEST(Verdict, EthosU55AndTensors) {
    EXPECT_EQ(ethos("input x:float32[1,4]\nRELU(x) -> y:float32[1,4]"), "unsupported");
    EXPECT_EQ(ethos("input x:int8[1,4](0.1, 0)\nRELU(x) -> y:int8[1,4](0.1, 0)"), "supported");
    EXPECT_EQ(ethos("input x:int8[1,4]\nRELU(x) -> y:int8[1,4]"), "unsupported");  // No scale.
    EXPECT_EQ(ethos("input x:int8[1,4](0.1, 0)\nRESHAPE(x, s:int32[1]) -> y:int8[4](0.1, 0)"), "unsupported");
    EXPECT_EQ(ethos("input x:int8[1,4](0.1, 0)\nconst s:int32[1] = 4\nRESHAPE(x, s) -> y:int8[4](0.2, 0)"),
              "unsupported");
    EXPECT_EQ(ethos("input x:int8[1,4](0.1, 0)\nconst s:int32[1] = 4\nRESHAPE(x, s) -> y:int8[4](0.1, 0)"),
              "supported");
    EXPECT_EQ(ethos("input x:int8[2,8,8,4](0.1, 0)\nRELU(x) -> y:int8[2,8,8,4](0.1, 0)"), "conditional");
    EXPECT_EQ(ethos("input x:int8[1,70000](0.1, 0)\nRELU(x) -> y:int8[1,70000](0.1, 0)"), "unsupported");
}

TEST(Verdict, XnnpackUnpacksWeightsOnce) {
    const auto verdict = [](const std::string& lines) {
        return judge("tflite-xnnpack", "tflite\n" + lines + "\noutput y\n").verdicts();
    };
    EXPECT_EQ(verdict("const w:float16[8]\nDEQUANTIZE(w) -> y:float32[8]"), "supported");
    EXPECT_EQ(verdict("input w:float16[8]\nDEQUANTIZE(w) -> y:float32[8]"), "unsupported");
}

TEST(Verdict, EdgeTpu) {
    const auto verdict = [](const std::string& lines) {
        return judge("edgetpu", "tflite\n" + lines + "\noutput y\n").verdicts();
    };
    const std::string x = "input x:int8[1,8,8,6](0.1, 0)\n";
    EXPECT_EQ(verdict(x + "RELU(x) -> y:int8[1,8,8,6](0.1, 0)"), "supported");
    EXPECT_EQ(verdict("input x:float32[1,8,8,4]\nRELU(x) -> y:float32[1,8,8,4]"), "unsupported");
    EXPECT_EQ(verdict(x + "DEQUANTIZE(x) -> y:float32[1,8,8,6]"), "unsupported");
    EXPECT_EQ(verdict("input x:int8[2,8,8,4](0.1, 0)\nRELU(x) -> y:int8[2,8,8,4](0.1, 0)"), "unsupported");
    EXPECT_EQ(verdict("input x:int8[1,1,8,8,4](0.1, 0)\nRELU(x) -> y:int8[1,1,8,8,4](0.1, 0)"), "supported");
    // From memory: not to be relied upon.
    const auto softmax = [&](const std::string& shape) {
        return verdict("input x:int8" + shape + "(0.1, 0)\nSOFTMAX(x) -> y:int8" + shape +
                       "(0.00390625, -128)");
    };
    EXPECT_EQ(softmax("[1,16]"), "conditional");
    EXPECT_EQ(softmax("[1,16001]"), "unsupported");
    EXPECT_EQ(verdict(x + "MAX_POOL_2D(x) -> y:int8[1,4,4,6](0.1, 0) { fused_activation_function=\"RELU\" }"),
              "unsupported");
    EXPECT_EQ(verdict(x + "const a:int32[1] = 3\nMEAN(x, a) -> y:int8[1,8,8](0.1, 0)"), "unsupported");
    EXPECT_EQ(verdict(x + "const a:int32[2] = 1 2\nMEAN(x, a) -> y:int8[1,6](0.1, 0)"), "supported");
    EXPECT_EQ(verdict(x + "const a:int32[1] = 0\nMEAN(x, a) -> y:int8[8,8,6](0.1, 0)"), "unsupported");
}

}  // namespace
}  // namespace netloupe::targets::test
