#include "rule_testing.h"

namespace netloupe::lint {
namespace {

std::string all_rules(std::string_view graph) {
    std::string text;
    for (const Finding& finding : check(test::graph_from_text(graph))) {
        text += std::string(finding.rule) + " " + std::string(name(finding.severity)) + ";";
    }
    return text;
}

// Trap 18: one information and nothing about the graph, however odd it looks.
TEST(C04, CompiledModelsEndTheCheck) {
    EXPECT_EQ(all_rules(R"(tflite
input x:int8[?,8](0,0)
custom::edgetpu-custom-op(x) -> y:int8[1,8](0,0)
output y
)"),
              "C04 info;");
    EXPECT_EQ(all_rules(R"(tflite
input x:int8[?,8](0,0)
custom::ethos-u(x) -> y:int8[1,8](0,0)
output y
)"),
              "C04 info;");
    EXPECT_EQ(all_rules(R"(onnx
input x:float32[1,3,h,w]
com.microsoft::EPContext(x) -> y
output y
)"),
              "C04 info;");
}

TEST(C04, OtherCustomOperatorsDoNot) {
    EXPECT_EQ(all_rules(R"(tflite
input x:int8[1,8](0.1,200)
custom::mine(x) -> y:int8[1,8](0.1,0)
output y
)"),
              "Q06 error;D05 warning;");
    EXPECT_EQ(findings("C04", "onnx\ninput x:float32[8]\ncom.microsoft::Gelu(x) -> y\noutput y\n").size(),
              0U);
}

}  // namespace
}  // namespace netloupe::lint
