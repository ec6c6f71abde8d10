#include "base/string_pool.h"

#include <gtest/gtest.h>

#include <string>

namespace netloupe {
namespace {

TEST(StringPool, EqualTextsShareAnId) {
    StringPool pool;
    const StringId relu = pool.intern("Relu");
    EXPECT_EQ(pool.intern(std::string("Re") + "lu"), relu);
    EXPECT_NE(pool.intern("relu"), relu);
    EXPECT_EQ(pool.view(relu), "Relu");
}

TEST(StringPool, EmptyIsZeroAndUnknownIsNone) {
    StringPool pool;
    EXPECT_EQ(pool.intern("").value, 0U);
    EXPECT_FALSE(pool.find("never added").valid());
    EXPECT_EQ(pool.view(StringId()), "");
}

TEST(StringPool, KeepsViewsAndIdsWhileGrowing) {
    StringPool pool;
    const std::string_view first = pool.view(pool.intern("first"));
    for (int i = 0; i < 100'000; ++i) pool.intern("node_" + std::to_string(i));
    const std::string big(1 << 20, 'x');
    const StringId large = pool.intern(big);
    EXPECT_EQ(first, "first");
    EXPECT_EQ(pool.view(pool.find("node_99999")), "node_99999");
    EXPECT_EQ(pool.view(large), big);
    EXPECT_EQ(pool.size(), 100'003U);
}

TEST(StringPool, ReservingKeepsWhatIsThere) {
    StringPool pool;
    const StringId first = pool.intern("first");
    pool.reserve(10'000);
    for (int i = 0; i < 20'000; ++i) pool.intern(std::to_string(i));
    EXPECT_EQ(pool.find("first"), first);
    EXPECT_EQ(pool.view(pool.find("19999")), "19999");
}

}  // namespace
}  // namespace netloupe
