#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Q25";

size_t on_avx2(std::string_view graph) {
    return findings(kRule, graph, {{"Q25", "x86-without-vnni", 1}}).size();
}

std::string qdq(std::string_view input, std::string_view values) {
    return "onnx opset=13\ninput x:float32[1,2]\nconst w:int8[2,2] = " + std::string(values) +
           "\nQuantizeLinear(x, 0.1, 3:" + std::string(input) +
           ") -> q\nDequantizeLinear(q, 0.1, 3:" + std::string(input) +
           ") -> d\nDequantizeLinear(w, 0.1, 0:int8) -> v\nMatMul(d, v) -> y\noutput y\n";
}

TEST(Q25, LargeWeightsOfUint8Activations) {
    EXPECT_EQ(on_avx2(qdq("uint8", "127 1 2 3")), 1U);
    EXPECT_EQ(on_avx2(qdq("uint8", "1 -100 2 3")), 1U);
}

TEST(Q25, ReducedRangeAndInt8) {
    EXPECT_EQ(on_avx2(qdq("uint8", "64 -64 2 3")), 0U);
    EXPECT_EQ(on_avx2(qdq("int8", "127 1 2 3")), 0U);
    EXPECT_TRUE(findings(kRule, qdq("uint8", "127 1 2 3")).empty()) << "nobody says that it runs there";
}

}  // namespace
}  // namespace netloupe::lint
