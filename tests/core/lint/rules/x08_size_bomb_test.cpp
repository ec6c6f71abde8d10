#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "X08";

TEST(X08, SizesThatOverflow) {
    const auto relu = [](const std::string& type) {
        return "onnx\ninput x:" + type + "\nRelu(x) -> y\noutput y\n";
    };
    EXPECT_TRUE(contains(findings(kRule, relu("float32[4294967296,4294967296]"))[0].message,
                         "more bytes than 63 bits can count"));
    EXPECT_EQ(severities(kRule, relu("float64[2097152,2097152,262144]")), "error")
        << "the result only passes the size on";
    EXPECT_EQ(severities(kRule, relu("float32[2097152,2097152]")), "");
    EXPECT_EQ(severities(kRule, relu("float32[N,4294967296,4294967296]")), "");
    EXPECT_EQ(severities(kRule, relu("float32[0,4294967296,4294967296]")), "");
}

TEST(X08, SizesThatAnOperatorMakes) {
    EXPECT_EQ(severities(kRule, R"(onnx
const shape:int64[2] = 4294967296 4294967296
ConstantOfShape(shape) -> y:float32[4294967296,4294967296]
output y
)"),
              "error");
}

TEST(X08, ConstantsThatGrow) {
    const auto constant = [](int64_t extent, uint64_t stored) {
        Model model =
            test::graph_from_text("onnx\nconst w:float32[1]\ninput x:float32[1]\nAdd(x, w) -> y\noutput y\n");
        const Dimension dim{extent, {}};
        Constant& changed = model.constants[0];
        changed.shape.dims = append(model.dims, std::span(&dim, 1));
        changed.length = stored;
        changed.sparse = true;
        return check(model, {.only = {"X08"}, .parameters = {}}).size();
    };
    constexpr int64_t kGibi = 1 << 30;
    EXPECT_EQ(constant(kGibi, 64), 1U);
    EXPECT_EQ(constant(kGibi, 4 << 20), 1U);
    EXPECT_EQ(constant(kGibi, 16 << 20), 0U) << "a sparse tensor as they are";
    EXPECT_EQ(constant(1 << 20, 64), 0U) << "small all the same";
}

}  // namespace
}  // namespace netloupe::lint
