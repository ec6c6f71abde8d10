#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "G19";

/// Caches of one layer, that go in and come out with these types.
std::string graph(std::string_view past, std::string_view present, std::string_view more = "") {
    return "onnx\ninput past_key_values.0.key:" + std::string(past) +
           ", past_key_values.0.value:" + std::string(past) +
           "\nIdentity(past_key_values.0.key) -> present.0.key:" + std::string(present) +
           "\nIdentity(past_key_values.0.value) -> present.0.value:" + std::string(present) + "\n" +
           std::string(more) + "output present.0.key, present.0.value\n";
}

TEST(G19, TypesAndShapes) {
    EXPECT_EQ(severities(kRule, graph("float16[B,8,P,64]", "float32[B,8,T,64]")), "info info");
    EXPECT_EQ(severities(kRule, graph("float32[1,8,4,64]", "float32[1,4,5,64]")), "info info");
    EXPECT_EQ(severities(kRule, graph("float32[B,8,P,64]", "float32[B,8,T,64]")), "");
    EXPECT_EQ(severities(kRule, graph("float32[1,8,4,64]", "float32[1,8,5,64]")), "") << "one token more";
}

TEST(G19, NumberOfCaches) {
    EXPECT_TRUE(contains(message(kRule,
                                 "onnx\ninput past_0:float32[1,8], past_1:float32[1,8]\n"
                                 "Relu(past_0) -> present_0\nRelu(past_1) -> y\noutput present_0, y\n"),
                         "2 caches go in, beginning with \"past_0\", and 1 come out"));
    EXPECT_EQ(severities(kRule, "onnx\ninput x:float32[1,8]\nRelu(x) -> present_0\noutput present_0\n"), "")
        << "the first tokens";
    EXPECT_EQ(severities(kRule, "onnx\ninput past_steps:float32[1,8]\nRelu(past_steps) -> y\noutput y\n"),
              "");
}

TEST(G19, Float32CachesOfAFloat16Model) {
    const std::string weights = "const w:float16[1024,1024]\nRelu(w) -> unused\n";
    EXPECT_EQ(severities(kRule, graph("float32[B,8,P,64]", "float32[B,8,T,64]", weights)), "info");
    EXPECT_EQ(severities(kRule, graph("float16[B,8,P,64]", "float16[B,8,T,64]", weights)), "");
}

}  // namespace
}  // namespace netloupe::lint
