#include "ops/weight_axis.h"

#include <gtest/gtest.h>

namespace netloupe {
namespace {

TEST(WeightAxis, Onnx) {
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kConv, 4), 0);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kConvTranspose, 4), 1);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kGemm, 2, false), 1);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kGemm, 2, true), 0);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kMatMul, 2), 1);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kMatMul, 3), 2);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kMatMul, 1), std::nullopt);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kGather, 2), 0);
    EXPECT_EQ(weight_axis(Dialect::kOnnx, OpKind::kAdd, 4), std::nullopt);
}

TEST(WeightAxis, Tflite) {
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kConv, 4), 0);
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kDepthwiseConv, 4), 3);
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kFullyConnected, 2), 0);
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kConvTranspose, 4), 0);
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kConv, 5), std::nullopt);
    EXPECT_EQ(weight_axis(Dialect::kTflite, OpKind::kMatMul, 2), std::nullopt);
}

TEST(WeightAxis, BiasRunsAlongItsOnlyAxis) {
    EXPECT_EQ(bias_axis(OpKind::kConv), 0);
    EXPECT_EQ(bias_axis(OpKind::kFullyConnected), 0);
    EXPECT_EQ(bias_axis(OpKind::kAdd), std::nullopt);
}

}  // namespace
}  // namespace netloupe
