#include "model/quantization.h"

#include <gtest/gtest.h>

#include <array>

namespace netloupe {
namespace {

TEST(Quantization, ReadsPoolsAndGivesTheRange) {
    Model model;
    Quantization q;
    q.storage = DataType::kInt8;
    q.scale = {ParameterSource::Kind::kPool, append<double>(model.floats, std::array{0.5, 0.25}), {}};
    q.zero_point = {
        ParameterSource::Kind::kPool, append<int64_t>(model.ints, std::array<int64_t, 1>{-128}), {}};
    const auto parameters = quant_parameters(model, q);
    ASSERT_TRUE(parameters);
    EXPECT_EQ(parameters->scales, (std::vector<float>{0.5F, 0.25F}));
    EXPECT_EQ(parameters->zero_point(1), -128);
    const auto range = representable_range(*parameters, q.storage);
    EXPECT_EQ(range->low, 0.0);
    EXPECT_EQ(range->high, 127.5);
}

TEST(Quantization, ComputedScalesHaveNoRange) {
    Quantization q;
    q.storage = DataType::kUint8;
    q.scale.kind = ParameterSource::Kind::kComputed;
    const auto parameters = quant_parameters(Model(), q);
    ASSERT_TRUE(parameters);
    EXPECT_TRUE(parameters->computed);
    EXPECT_FALSE(representable_range(*parameters, q.storage));
}

}  // namespace
}  // namespace netloupe
