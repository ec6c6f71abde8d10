#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr std::string_view kRule = "Z02";

/// Numbers that repeat only after 16381 values; a matrix of them and its transposed copy.
std::string matrix(size_t rows, size_t columns, bool transposed, size_t changed = SIZE_MAX) {
    std::string text;
    for (size_t i = 0; i < rows * columns; ++i) {
        const size_t place = transposed ? i % rows * columns + i / rows : i;
        const size_t value = i == changed ? 12345678 : place * 7919 % 16381;
        text += std::to_string(value) + " ";
    }
    return text;
}

std::string two_products(std::string_view a, std::string_view b) {
    return "onnx\ninput x:float32[1,128]\nconst a:float32[128,128] = " + std::string(a) +
           "\nconst b:float32[128,128] = " + std::string(b) +
           "\nMatMul(x, a) -> h\nMatMul(h, b) -> y\noutput y\n";
}

TEST(Z02, EqualConstants) {
    const std::string weights = matrix(128, 128, false);
    const std::string text = message(kRule, two_products(weights, weights));
    EXPECT_TRUE(contains(text, "\"b\" (128×128, 64 KiB of float32) holds the same as \"a\"")) << text;
}

TEST(Z02, OneElementDiffers) {
    EXPECT_EQ(severities(kRule, two_products(matrix(128, 128, false), matrix(128, 128, false, 9000))), "");
}

TEST(Z02, SmallConstants) {
    EXPECT_EQ(severities(kRule,
                         "onnx\ninput x:float32[1,8]\nconst a:float32[8,8] = 1 2 3\nconst b:float32[8,8] = 1 "
                         "2 3\nMatMul(x, a) -> h\nMatMul(h, b) -> y\noutput y\n"),
              "");
}

// The same bytes as another type are other weights.
TEST(Z02, OtherType) {
    EXPECT_EQ(
        severities(kRule,
                   "onnx\ninput x:float32[1,128], k:int32[128,128]\nconst a:float32[128,128] = 0\nconst "
                   "b:int32[128,128] = 0\nMatMul(x, a) -> y\nAdd(k, b) -> z\noutput y, z\n"),
        "");
}

TEST(Z02, ManyCopiesAreOneFinding) {
    EXPECT_TRUE(
        contains(message(kRule,
                         "onnx\ninput x:float32[1,128]\nconst a:float32[128,128] = 1 2 3\nconst "
                         "b:float32[128,128] = 1 2 3\nconst c:float32[128,128] = 1 2 3\nMatMul(x, a) "
                         "-> h\nMatMul(h, b) -> i\nMatMul(i, c) -> y\noutput y\n"),
                 "\"b\" and 1 more constants (128×128, 64 KiB of float32) hold the same as \"a\": 64 KiB are "
                 "stored 3 times"));
}

std::string embedding(std::string_view product) {
    return "onnx\ninput i:int64[4]\nconst e:float32[256,64] = " + matrix(256, 64, false) +
           "\nGather(e, i) -> h\n" + std::string(product) + "\noutput y\n";
}

// pytorch/pytorch#108342
TEST(Z02, BugReport31TransposedCopy) {
    EXPECT_TRUE(contains(message(kRule, embedding("const w:float32[64,256] = " + matrix(256, 64, true) +
                                                  "\nMatMul(h, w) -> y")),
                         "\"w\" (64×256, 64 KiB of float32) is \"e\" (256×64) transposed"));
    EXPECT_EQ(severities(kRule, embedding("const w:float32[64,256] = " + matrix(256, 64, false) +
                                          "\nMatMul(h, w) -> y")),
              "");
}

// Trap 20: weights tied through a Transpose are one constant.
TEST(Z02, TiedThroughATranspose) {
    EXPECT_EQ(severities(kRule, embedding("Transpose(e) -> w { perm=[1,0] }\nMatMul(h, w) -> y")), "");
}

// Trap 12: TensorFlow Lite tensors that share a buffer are stored once.
TEST(Z02, SharedBytes) {
    Model model = test::graph_from_text(two_products("1 2 3", "4 5 6"));
    ASSERT_EQ(model.constants.size(), 2U);
    model.constants[1].offset = model.constants[0].offset;
    Options options{.only = {"Z02"}, .parameters = {}};
    const Weights weights = read_weights(model, options);
    options.weights = &weights;
    EXPECT_TRUE(check(model, options).empty());
}

TEST(Z02, ManyKindsOfCopiesAreOneFinding) {
    const auto graph = [](int pairs) {
        std::string text = "onnx\ninput x:float32[1,128]\n";
        for (int i = 0; i < 2 * pairs; ++i) {
            const std::string n = std::to_string(i);
            const std::string in = i == 0 ? "x" : "h" + std::to_string(i - 1);
            text += "const w" + n + ":float32[128,128] = 1 2 " + std::to_string(i / 2 + 3) + "\nMatMul(" +
                    in + ", w" + n + ") -> h" + n + "\n";
        }
        return text + "output h" + std::to_string(2 * pairs - 1) + "\n";
    };
    EXPECT_EQ(findings(kRule, graph(5)).size(), 5U);
    const auto grouped = findings(kRule, graph(6));
    ASSERT_EQ(grouped.size(), 1U);
    EXPECT_EQ(grouped[0].nodes.size(), 6U);
    EXPECT_TRUE(contains(grouped[0].message, "5 more repeat others; together that is 384 KiB."));
}

}  // namespace
}  // namespace netloupe::lint
