#include "ops/operator_schema.h"

#include <gtest/gtest.h>

namespace netloupe {
namespace {

TEST(OperatorSchema, FindsTheSignatureOfAVersion) {
    const OperatorSchema* conv = find_operator(Dialect::kOnnx, "", "Conv", 13);
    ASSERT_NE(conv, nullptr);
    EXPECT_EQ(conv->kind, OpKind::kConv);
    EXPECT_EQ(conv->since_version, 11);
}

TEST(OperatorSchema, AnUnknownOperatorIsNull) {
    EXPECT_EQ(find_operator(Dialect::kOnnx, "", "Convolve", 13), nullptr);
    EXPECT_EQ(find_operator(Dialect::kOnnx, "com.example", "Conv", 13), nullptr);
}

}  // namespace
}  // namespace netloupe
