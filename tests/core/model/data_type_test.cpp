#include "model/data_type.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace netloupe {
namespace {

TEST(DataType, EveryTypeHasItsOwnName) {
    std::set<std::string_view> names;
    for (int i = 0; i < static_cast<int>(DataType::kCount); ++i) names.insert(name(static_cast<DataType>(i)));
    EXPECT_EQ(names.size(), static_cast<size_t>(DataType::kCount));
}

TEST(DataType, IntegerLimits) {
    EXPECT_EQ(integer_limits(DataType::kInt8)->min, -128);
    EXPECT_EQ(integer_limits(DataType::kUint4)->max, 15);
    EXPECT_EQ(integer_limits(DataType::kInt2)->min, -2);
    EXPECT_EQ(integer_limits(DataType::kInt32)->max, 2147483647);
    EXPECT_FALSE(integer_limits(DataType::kInt64));
    EXPECT_FALSE(integer_limits(DataType::kFloat8E4M3FN));
    EXPECT_FALSE(integer_limits(DataType::kBool));
}

TEST(DataType, PackedBytesRoundUpAndRefuseOverflow) {
    EXPECT_EQ(packed_bytes(DataType::kInt4, 3), 2U);
    EXPECT_EQ(packed_bytes(DataType::kFloat32, 3), 12U);
    EXPECT_FALSE(packed_bytes(DataType::kFloat32, UINT64_MAX));
    EXPECT_FALSE(packed_bytes(DataType::kString, 1));
}

}  // namespace
}  // namespace netloupe
