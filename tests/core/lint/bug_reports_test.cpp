// Real bug reports about models that a chosen target or runtime refuses, as small graphs. Those that need no
// target stand with the rule that finds them: grep BugReport.
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// What is said where: one text to look for in the only finding of a rule.
void expect_only(const std::vector<Finding>& all, Severity severity, std::string_view text) {
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, severity);
    EXPECT_TRUE(contains(all[0].message, text)) << all[0].message;
}

/// `layer`s one behind the other, {in} and {out} replaced by names: x0 to x<count>.
std::string chained(std::string_view layer, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        std::string one(layer);
        for (const auto& [hole, name] :
             {std::pair("{in}", "x" + std::to_string(i)), std::pair("{out}", "x" + std::to_string(i + 1)),
              std::pair("{n}", std::to_string(i))}) {
            for (size_t at = one.find(hole); at != std::string::npos; at = one.find(hole))
                one.replace(at, std::string_view(hole).size(), name);
        }
        text += one;
    }
    return text;
}

// google-coral/edgetpu#317: the decoder of a U-Net is not mapped, because the compiler leaves some sizes of
// resizing to the processor and maps nothing behind that.
TEST(D03, BugReport21NothingBehindAResize) {
    const auto graph = [](std::string_view resize) {
        return R"(tflite
input x:int8[1,8,8,8](0.05,0)
const w:int8[8,3,3,8](0.01,0)
CONV_2D(x, w, _) -> a:int8[1,8,8,8](0.05,0)
)" + std::string(resize) +
               R"(
CONV_2D(b, w, _) -> c:int8[1,15,15,8](0.05,0)
CONV_2D(c, w, _) -> y:int8[1,15,15,8](0.05,0)
output y
)";
    };
    expect_only(findings_for("edgetpu", "D03",
                             graph("RESIZE_BILINEAR(a, [15 15]:int32) -> b:int8[1,15,15,8](0.05,0)")),
                Severity::kInfo, "edgetpu runs all 4 nodes only if it takes RESIZE_BILINEAR");
    EXPECT_EQ(severities_for("edgetpu", "D03", graph("GATHER_ND(a, a) -> b:int8[1,15,15,8](0.05,0)")),
              "warning");
    EXPECT_EQ(severities_for("edgetpu", "D03", graph("TANH(a) -> b:int8[1,15,15,8](0.0078125,0)")), "");
}

// google-coral/edgetpu#342: 70 transposes around convolutions.
TEST(D03, BugReport22TransposesThatMayNotRun) {
    const std::string start =
        "tflite\ninput x0:int8[1,8,8,8](0.1,0)\nconst w:int8[8,3,3,8](0.1,0)\n"
        "const p:int32[4] = 0 3 1 2\nconst q:int32[4] = 0 2 3 1\n";
    const std::string transposed = start +
                                   chained(
                                       "TRANSPOSE({in}, p) -> a{n}:int8[1,8,8,8](0.1,0)\n"
                                       "TRANSPOSE(a{n}, q) -> b{n}:int8[1,8,8,8](0.1,0)\n"
                                       "CONV_2D(b{n}, w, _) -> {out}:int8[1,8,8,8](0.1,0)\n",
                                       5) +
                                   "output x5\n";
    const std::string direct =
        start + chained("CONV_2D({in}, w, _) -> {out}:int8[1,8,8,8](0.1,0)\n", 5) + "output x5\n";
    expect_only(findings_for("edgetpu", "D03", transposed), Severity::kInfo, "only if it takes TRANSPOSE");
    EXPECT_EQ(severities("F05", transposed), "warning");
    EXPECT_EQ(severities_for("edgetpu", "D03", direct), "");
    EXPECT_EQ(severities("F05", direct), "");
}

// tensorflow/tensorflow#51741
TEST(D02, BugReport23CastOf64Bits) {
    const auto graph = [](std::string_view input) {
        return "tflite\ninput x:" + std::string(input) +
               "\nconst w:float32[4,8]\nCAST(x) -> a:float32[1,8]\n"
               "FULLY_CONNECTED(a, w, _) -> y:float32[1,4]\noutput y\n";
    };
    const std::string wide = graph("int64[1,8]");
    EXPECT_EQ(severities_for("tflite-gpu", "D02", wide) + severities_for("tflite-gpu", "D08", wide),
              "warning");
    const std::string narrow = graph("int32[1,8]");
    EXPECT_EQ(severities_for("tflite-gpu", "D02", narrow) + severities_for("tflite-gpu", "D08", narrow), "");
}

// tensorflow/tensorflow#57610
TEST(D02, BugReport24GatherInTheMiddle) {
    const auto graph = [](std::string_view gather) {
        return R"(tflite
input x:float32[1,4,4,8]
const k:float32[8,3,3,8]
const w:float32[4,8]
CONV_2D(x, k, _) -> a:float32[1,4,4,8]
RESHAPE(a, _) -> b:float32[16,8]
)" + std::string(gather) +
               "FULLY_CONNECTED(c, w, _) -> y:float32[6,4]\noutput y\n";
    };
    const std::string matrix = graph("const i:int32[2,3] = 0 1 2 3 4 5\nGATHER(b, i) -> c:float32[2,3,8]\n");
    expect_only(findings_for("tflite-gpu", "D02", matrix), Severity::kWarning, "int32 indices of rank 1");
    expect_only(findings_for("tflite-gpu", "D03", matrix), Severity::kWarning, "What cuts: GATHER.");
    const std::string list = graph("GATHER(b, [0 1 2 3 4 5]:int32) -> c:float32[6,8]\n");
    EXPECT_EQ(severities_for("tflite-gpu", "D02", list), "");
    EXPECT_EQ(severities_for("tflite-gpu", "D03", list), "");
}

// tensorflow/tensorflow#47168: "delegate that only supports static-sized tensors"
TEST(D04, BugReport25DynamicBatchForADelegate) {
    const auto graph = [](std::string_view shape) {
        return "tflite\ninput x:float32" + std::string(shape) + "\nRELU(x) -> y:float32" +
               std::string(shape) + "\noutput y\n";
    };
    expect_only(findings_for("tflite-gpu", "D04", graph("[1|?,32]")), Severity::kInfo,
                "the signature of \"x\" leaves dimensions open");
    EXPECT_EQ(severities_for("tflite-gpu", "D04", graph("[1|?,32|?]")), "warning");
    EXPECT_EQ(severities_for("tflite-gpu", "D04", graph("[1,32]")), "");
}

// microsoft/onnxruntime#19887: a written-out GELU in each block, and dynamic dimensions.
TEST(D03, BugReport26ErfInEveryBlock) {
    const auto graph = [](std::string_view shape, std::string_view gelu) {
        return "onnx opset=20\ninput x0:float32" + std::string(shape) + "\nconst w:float32[64,64]\n" +
               chained("MatMul({in}, w) -> m{n}\n" + std::string(gelu), 3) + "output x3\n";
    };
    constexpr std::string_view kWrittenOut =
        "Div(m{n}, 1.4142135) -> d{n}\nErf(d{n}) -> e{n}\nAdd(e{n}, 1) -> s{n}\n"
        "Mul(m{n}, s{n}) -> p{n}\nMul(p{n}, 0.5) -> {out}\n";
    const std::string dynamic = graph("[N,?,64]", kWrittenOut);
    const std::string fixed = graph("[16,64]", kWrittenOut);
    expect_only(findings_for("ort-nnapi", "D03", fixed), Severity::kWarning, "What cuts: Erf ×3");
    EXPECT_EQ(severities_for("ort-nnapi", "D04", dynamic), "error");
    EXPECT_EQ(severities_for("ort-nnapi", "D04", fixed), "");
    EXPECT_EQ(severities_for("ort-nnapi", "D03", graph("[16,64]", "Relu(m{n}) -> {out}\n")), "");
}

// microsoft/onnxruntime#14212: "Error in declaring network"
TEST(D07, BugReport27ReshapeToRankSix) {
    const auto graph = [](std::string_view shape, std::string_view permutation) {
        return "onnx opset=13\ninput x:float32[1,64,56,56]\nReshape(x, [" + std::string(shape) +
               "]:int64) -> a\nTranspose(a) -> b { perm=[" + std::string(permutation) +
               "] }\nReshape(b, [1 64 56 56]:int64) -> y\noutput y\n";
    };
    const std::string six = graph("1 8 7 8 7 64", "0,1,3,2,4,5");
    EXPECT_EQ(severities_for("ort-coreml-mlprogram", "D07", six), "error error");
    EXPECT_EQ(severities_for("ort-coreml-neuralnetwork", "D07", six), "error error");
    EXPECT_EQ(severities_for("ort-coreml-mlprogram", "D07", graph("8 7 8 7 64", "0,2,1,3,4")), "");
}

}  // namespace
}  // namespace netloupe::lint
