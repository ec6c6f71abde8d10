#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T08";

TEST(T08, TwoNetworks) {
    constexpr std::string_view kTwo = R"(onnx
input a:float32[1,8], b:float32[1,8]
const w:float32[8,8]
MatMul(a, w) -> x
MatMul(b, w) -> y
output x, y
)";
    EXPECT_TRUE(contains(message(kRule, kTwo), "consists of 2 networks"));
    EXPECT_EQ(severities(kRule, R"(tflite
input a:float32[1,8], b:float32[1,8]
const w:float32[8,8]
FULLY_CONNECTED(a, w, _) -> p:float32[1,8]
RELU(p) -> x:float32[1,8]
FULLY_CONNECTED(b, w, _) -> y:float32[1,8]
output x, y
)"),
              "warning");
}

TEST(T08, NetworksThatMeet) {
    const auto graph = [](const std::string& end) {
        return "onnx\ninput a:float32[1,8], b:float32[1,8]\nconst w:float32[8,8]\nMatMul(a, w) -> x\n" + end;
    };
    EXPECT_EQ(severities(kRule, graph("MatMul(b, w) -> y\nAdd(x, y) -> z\noutput z\n")), "");
    EXPECT_EQ(severities(kRule, graph("MatMul(a, w) -> y\noutput x, y\n")), "") << "one input for both";
}

// What computes nothing beside the network is no network.
TEST(T08, NoSecondNetwork) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput a:float32[1,8], b:float32[1,8]\nconst w:float32[8,8]\n"
                         "MatMul(a, w) -> x\nRelu(b) -> y\noutput x, y\n"),
              "");
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput a:float32[1,8]\nconst w:float32[8,8]\nconst v:float32[8,8]\n"
                         "MatMul(a, w) -> x\nMatMul(v, w) -> y\noutput x, y\n"),
              "")
        << "of constants alone";
}

// Trap 22.
TEST(T08, Signatures) {
    Model model = test::graph_from_text(
        "tflite\ninput a:float32[1,8], b:float32[1,8]\nconst w:float32[8,8]\n"
        "FULLY_CONNECTED(a, w, _) -> x:float32[1,8]\n"
        "FULLY_CONNECTED(b, w, _) -> y:float32[1,8]\noutput x, y\n");
    const Options options{.only = {"T08"}, .parameters = {}};
    EXPECT_EQ(check(model, options).size(), 1U);
    model.signatures.resize(2);
    for (Signature& signature : model.signatures) signature.graph = GraphId(0U);
    EXPECT_TRUE(check(model, options).empty());
}

}  // namespace
}  // namespace netloupe::lint
