#include "base/nearest_name.h"

#include <gtest/gtest.h>

namespace netloupe {

namespace {

constexpr std::string_view kNames[] = {"select", "ignore", "severity", "parameters"};

TEST(NearestName, ForgivesFewLetters) {
    EXPECT_EQ(nearest_name("selct", kNames), "select");
    EXPECT_EQ(nearest_name("paramters", kNames), "parameters");
    EXPECT_EQ(nearest_name("IGNORE", kNames), "ignore");
}

TEST(NearestName, DoesNotGuess) {
    EXPECT_FALSE(nearest_name("threshold", kNames));
    EXPECT_FALSE(nearest_name("x", kNames));
    EXPECT_FALSE(nearest_name("select", {}));
}

}  // namespace

}  // namespace netloupe
