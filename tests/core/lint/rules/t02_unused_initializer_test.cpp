#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "T02";

TEST(T02, UnusedWeights) {
    const auto all = findings(kRule, R"(onnx
input x:float32[1,8]
const w:float32[64,64]
const small:float32[2]
Relu(x) -> y
output y
)");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].severity, Severity::kWarning);
    EXPECT_TRUE(contains(all[0].message, "2 stored constants are used by nothing and take 16392 bytes"))
        << all[0].message;
}

TEST(T02, AFewBytesAreInformation) {
    EXPECT_EQ(
        severities(kRule,
                   "tflite\ninput x:float32[1,8]\nconst s:int32[2]\nABS(x) -> y:float32[1,8]\noutput y\n"),
        "info");
}

TEST(T02, UsedOrGivenOut) {
    EXPECT_EQ(severities(kRule, R"(onnx
input x:float32[64,64]
const w:float32[64,64]
const k:float32[64,64]
MatMul(x, w) -> y
output y, k
)"),
              "");
}

// Trap 16: only a branch uses it.
TEST(T02, UsedInABranch) {
    EXPECT_EQ(severities(kRule, R"(onnx
input c:boolean[], x:float32[64,64]
const w:float32[64,64]
If(c) -> y { then_branch=@body, else_branch=@body }
output y
graph body
MatMul(x, w) -> z
output z
)"),
              "");
}

// A file of constants alone is no network.
TEST(T02, NothingButConstants) {
    EXPECT_EQ(severities(kRule, "onnx\nconst w:float32[64,64]\n"), "");
}

// The scales of a tensor may be a tensor of their own, which no operator reads.
TEST(T02, ScalesOfOtherTensors) {
    Model model = test::graph_from_text(R"(tflite
input x:float32[64,64]
const w:int8[64,64](0.1,0)
const s:float16[64,64]
FULLY_CONNECTED(x, w, _) -> y:float32[64,64]
output y
)");
    const Options only{.only = {"T02"}, .parameters = {}};
    EXPECT_EQ(check(model, only).size(), 1U);
    model.quantizations[0].scale = {ParameterSource::Kind::kConstant, {}, ConstantId(1U)};
    EXPECT_EQ(check(model, only).size(), 0U);
}

}  // namespace
}  // namespace netloupe::lint
