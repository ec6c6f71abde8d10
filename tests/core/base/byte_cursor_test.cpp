#include "base/byte_cursor.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace netloupe {
namespace {

TEST(Slice, RefusesLengthsThatOverflow) {
    const Bytes bytes = as_bytes("abcdef");
    EXPECT_EQ(as_text(*slice(bytes, 2, 3)), "cde");
    EXPECT_TRUE(slice(bytes, 6, 0).has_value());
    EXPECT_FALSE(slice(bytes, 7, 0).has_value());
    EXPECT_FALSE(slice(bytes, 1, UINT64_MAX).has_value());
    EXPECT_FALSE(slice(bytes, UINT64_MAX, 2).has_value());
}

TEST(ByteCursor, ConsumesOnlyWhatItReturns) {
    ByteCursor cursor(as_bytes(std::string_view("\x01\x02\x03\x04\x05", 5)), 100);
    EXPECT_EQ(cursor.read<uint16_t>(), 0x0201);
    EXPECT_EQ(cursor.offset(), 102U);
    EXPECT_FALSE(cursor.read<uint32_t>().has_value());
    EXPECT_EQ(cursor.remaining(), 3U);
    EXPECT_EQ(cursor.take(3)->size(), 3U);
    EXPECT_TRUE(cursor.done());
}

}  // namespace
}  // namespace netloupe
