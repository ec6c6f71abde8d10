#include "target_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "F14";

const std::string kFour = R"("channelMultiple": 4, "unlisted": "unknown", "operators": [])";

/// Three convolutions; the one in the middle has that many channels.
std::string onnx(std::string_view channels) {
    const std::string c(channels);
    return "onnx\ninput x:float32[1,3,8,8]\nconst a:float32[6,3,1,1]\nconst b:float32[" + c +
           ",6,1,1]\nconst d:float32[2," + c +
           ",1,1]\nConv(x, a) -> p\nConv(p, b) -> q\nConv(q, d) -> y\noutput y\n";
}

TEST(F14, ChannelsThatArePadded) {
    const auto found = on(kRule, kFour, onnx("30"));
    ASSERT_EQ(found.size(), 1U);  // Not the first with 6 and the last with 2.
    EXPECT_EQ(found[0].node, NodeId(1U));
    EXPECT_TRUE(contains(found[0].message, "npu computes 4 channels at a time")) << found[0].message;
    EXPECT_EQ(severities_on(kRule, kFour, onnx("33")), "info");
}

TEST(F14, ChannelsThatFit) {
    EXPECT_EQ(severities_on(kRule, kFour, onnx("32")), "");
    EXPECT_EQ(severities_on(kRule, kFour, onnx("4")), "");
    EXPECT_EQ(severities_on(kRule, R"("unlisted": "unknown", "operators": [])", onnx("30")), "");
    EXPECT_EQ(severities(kRule, onnx("30")), "") << "no target";
}

TEST(F14, TfLiteHasChannelsLast) {
    const auto graph = [](const std::string& c) {
        return "tflite\ninput x:float32[1,6,6,3]\nconst a:float32[4,1,1,3]\nconst b:float32[" + c +
               ",1,1,4]\nconst d:float32[2,1,1," + c +
               "]\nCONV_2D(x, a, _) -> p:float32[1,6,6,4]\nCONV_2D(p, b, _) -> q:float32[1,6,6," + c +
               "]\nCONV_2D(q, d, _) -> y:float32[1,6,6,2]\noutput y\n";
    };
    EXPECT_EQ(severities_on(kRule, kFour, graph("30")), "info");
    EXPECT_EQ(severities_on(kRule, kFour, graph("8")), "");
}

}  // namespace
}  // namespace netloupe::lint
