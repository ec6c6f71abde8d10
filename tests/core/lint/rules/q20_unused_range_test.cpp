#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q20";

std::string fully_connected(std::string_view quantization, std::string_view values,
                            std::string_view bias = "_") {
    return "tflite\ninput x:int8[1,2](0.5,0)\nconst w:int8[2,2]" + std::string(quantization) + " = " +
           std::string(values) +
           "\nconst b:int32[2](0.05 0.05, 0 0, axis=0) = " + (bias == "_" ? "0" : std::string(bias)) +
           "\nFULLY_CONNECTED(x, w, b) -> y:int8[1,2](0.05,0)\noutput y\n";
}
constexpr std::string_view kPerChannel = "(0.1 0.1, 0 0, axis=0)";

TEST(Q20, ChannelOfSmallWeights) {
    EXPECT_TRUE(contains(message(kRule, fully_connected(kPerChannel, "127 1 20 -30")),
                         "in 1 of 2 channels (channel 1 only 30 of 127 steps)"));
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "50 1 50 2")), "warning");
}

TEST(Q20, UsedRange) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -70")), "");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 0 0")), "");  // Q19.
}

// Trap 11: with one scale, channels differ.
TEST(Q20, OneScale) {
    EXPECT_EQ(severities(kRule, fully_connected("(0.1,0)", "127 1 20 -30")), "");
    EXPECT_EQ(severities(kRule, fully_connected("(0.1,0)", "12 1 20 -30")), "warning");
}

TEST(Q20, ReducedRangeIsInformation) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "63 1 -63 2")), "info");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "62 1 -40 2")), "warning");
}

// A quantizer made the scale larger so that the bias fits.
TEST(Q20, ChannelWithAWideBias) {
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -30", "0 2000000000")), "");
    EXPECT_EQ(severities(kRule, fully_connected(kPerChannel, "127 1 20 -30", "2000000000 0")), "warning");
}

/// What is said of an activation of scale 0.1, whose values the file says were observed from `low` to `high`.
std::string observed(double low, double high, std::string_view op = "ABS") {
    Model model =
        test::graph_from_text("tflite\ninput x:int8[1,8](0.1,0)\n" + std::string(op) +
                              "(x) -> y:int8[1,8](0.1,0)\nNEG(y) -> z:int8[1,8](0.1,0)\noutput z\n");
    for (const Tensor& tensor : model.graphs[0].tensors) {
        if (model.text(tensor.name) != "y") continue;
        Quantization& quantization = model.quantizations[tensor.quantization.index()];
        quantization.min = {
            ParameterSource::Kind::kPool, append(model.floats, std::span<const double>(&low, 1)), {}};
        quantization.max = {
            ParameterSource::Kind::kPool, append(model.floats, std::span<const double>(&high, 1)), {}};
    }
    Options options{.only = {"Q20"}, .parameters = {}};
    const Weights weights = read_weights(model, options);
    options.weights = &weights;
    std::string text;
    for (const Finding& finding : check(model, options)) {
        text += name(finding.severity);
        EXPECT_TRUE(contains(finding.message, "The values of \"y\" were observed from"));
    }
    return text;
}

// The scale gives a range 25.5 wide, of which an eighth is 3.2.
TEST(Q20, ActivationsWithObservedRanges) {
    EXPECT_EQ(observed(0, 3), "warning");
    EXPECT_EQ(observed(-0.5, 0.5), "warning");
    EXPECT_EQ(observed(0, 3.5), "");
    EXPECT_EQ(observed(-12, 12), "");
}

TEST(Q20, ObservedRangesThatSayNothing) {
    EXPECT_EQ(observed(0, 0), "") << "no range";
    EXPECT_EQ(observed(1, -1), "");
    EXPECT_EQ(observed(0, 1, "LOGISTIC"), "") << "its range is the operator's";
}

}  // namespace
}  // namespace netloupe::lint
