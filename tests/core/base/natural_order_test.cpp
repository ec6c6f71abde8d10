#include "base/natural_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace netloupe {
namespace {

TEST(NaturalOrder, TakesDigitsAsNumbers) {
    std::vector<std::string> names{"a.10.w", "a.9.w", "b", "a.9", "a", "a.010", "a.10", "", "a.x"};
    std::ranges::sort(names, natural_less);
    EXPECT_THAT(names, testing::ElementsAre("", "a", "a.9", "a.9.w", "a.010", "a.10", "a.10.w", "a.x", "b"));
}

TEST(NaturalOrder, HoldsForNumbersOfAnyLength) {
    const std::string huge(50, '9');
    EXPECT_TRUE(natural_less("8" + huge, "9" + huge));
    EXPECT_TRUE(natural_less(huge, "1" + std::string(50, '0')));
    EXPECT_FALSE(natural_less(huge, huge));
}

}  // namespace
}  // namespace netloupe
