#include "infer/dimension.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace netloupe::infer {
namespace {

class DimensionTest : public ::testing::Test {
protected:
    DimId number(int64_t value) { return table.constant(value); }

    DimensionTable table;
    DimId n = table.symbol("n");
    DimId h = table.symbol("h");
};

TEST_F(DimensionTest, EqualExpressionsAreOne) {
    EXPECT_EQ(table.add(n, h), table.add(h, n));
    EXPECT_EQ(table.mul(table.add(n, h), table.sub(n, h)), table.sub(table.mul(n, n), table.mul(h, h)));
    EXPECT_EQ(table.sub(n, n), number(0));
    EXPECT_EQ(table.symbol("n"), n);
    EXPECT_EQ(table.text(table.mul(n, h)), "n*h");
    EXPECT_EQ(table.text(table.add(table.mul(number(2), n), number(-1))), "2*n-1");
    EXPECT_EQ(table.text(table.sub(number(3), n)), "-n+3");
}

TEST_F(DimensionTest, DivisionsAreSplitAndNested) {
    const DimId half = table.floor_div(table.sub(h, number(1)), number(2));
    EXPECT_EQ(table.text(table.add(half, number(1))), "floor((h+1)/2)");
    const DimId quarter = table.floor_div(table.add(half, number(2)), number(2));
    EXPECT_EQ(table.text(quarter), "floor((h+3)/4)");
    EXPECT_EQ(table.floor_div(table.mul(number(6), n), number(3)), table.mul(number(2), n));
    EXPECT_EQ(table.floor_div(number(-7), number(2)), number(-4));
    EXPECT_EQ(table.ceil_div(number(7), number(2)), number(4));
    EXPECT_FALSE(table.floor_div(n, number(0)).valid());
}

TEST_F(DimensionTest, ExactQuotientsOfPolynomialsAreFound) {
    const DimId sum = table.add(n, h);
    EXPECT_EQ(table.floor_div(table.mul(table.mul(sum, number(64)), n), sum), table.mul(number(64), n));
    EXPECT_EQ(table.floor_div(table.mul(n, h), h), n);
    EXPECT_EQ(table.text(table.floor_div(n, h)), "floor(n/h)");
}

TEST_F(DimensionTest, MaximaFoldWhereBoundsTell) {
    EXPECT_EQ(table.max(n, number(0)), n);
    EXPECT_EQ(table.min(n, table.add(n, h)), n);
    EXPECT_EQ(table.text(table.max(number(0), table.sub(n, number(1)))), "max(0,n-1)");
    EXPECT_TRUE(table.at_least(table.max(number(0), table.sub(n, number(1))), 0));
}

TEST_F(DimensionTest, BroadcastKeepsWhatIsOne) {
    EXPECT_EQ(table.broadcast(n, number(1)), n);
    EXPECT_EQ(table.broadcast(number(7), n), number(7));
    EXPECT_EQ(table.broadcast(n, n), n);
    EXPECT_FALSE(table.broadcast(number(2), number(3)).valid());
    const DimId both = table.broadcast(n, h);
    EXPECT_EQ(table.text(both), "broadcast(n,h)");
    EXPECT_EQ(table.broadcast(both, n), both);
    EXPECT_TRUE(table.bind({"n", 1}));
    EXPECT_EQ(table.resolve(both), h);
}

TEST_F(DimensionTest, EqualitiesBindSymbols) {
    const DimId area = table.mul(n, h);
    EXPECT_EQ(table.equate(n, number(4)), Equality::kHolds);
    EXPECT_EQ(table.text(table.resolve(area)), "4*h");
    EXPECT_EQ(table.equate(n, number(5)), Equality::kBroken);
    EXPECT_EQ(table.equate(table.add(table.mul(number(2), h), number(1)), number(7)), Equality::kHolds);
    EXPECT_EQ(table.resolve(area), number(12));
}

TEST_F(DimensionTest, TwoSymbolsBecomeTheNamedOlderOne) {
    const DimId nameless = table.fresh();
    EXPECT_EQ(table.equate(nameless, h), Equality::kHolds);
    EXPECT_EQ(table.resolve(nameless), h);
    EXPECT_EQ(table.equate(n, h), Equality::kHolds);
    EXPECT_EQ(table.resolve(h), n);
    EXPECT_EQ(table.resolve(nameless), n);
}

TEST_F(DimensionTest, WhatCannotBeSolvedStaysOpen) {
    EXPECT_EQ(table.equate(table.mul(n, h), number(12)), Equality::kUndecided);
    EXPECT_EQ(table.equate(n, table.mul(number(2), n)), Equality::kHolds);
    EXPECT_EQ(table.resolve(n), number(0));
    EXPECT_EQ(table.equate(table.add(h, number(1)), h), Equality::kBroken);
    EXPECT_EQ(table.equate(table.mul(number(2), h), number(5)), Equality::kBroken);
    EXPECT_EQ(table.equate(h, number(-1)), Equality::kBroken);
}

TEST_F(DimensionTest, SymbolsOfInputsAreNotBoundByNotedShapes) {
    const DimId batch = table.symbol("batch", true);
    EXPECT_EQ(table.equate(batch, number(1), false), Equality::kUndecided);
    EXPECT_EQ(table.resolve(batch), batch);
    EXPECT_EQ(table.equate(n, batch, false), Equality::kHolds);
    EXPECT_EQ(table.resolve(n), batch);
}

TEST_F(DimensionTest, OverflowIsUnknown) {
    EXPECT_FALSE(table.mul(number(INT64_MAX), number(2)).valid());
    EXPECT_FALSE(table.add(number(INT64_MAX), number(1)).valid());
    EXPECT_FALSE(table.mul(table.mul(number(INT64_MAX), n), number(2)).valid());
    EXPECT_FALSE(table.add(DimId(), n).valid());
    EXPECT_FALSE(table.floor_div(number(INT64_MIN), number(-1)).valid());
}

TEST_F(DimensionTest, BombsBecomeUnknown) {
    DimId sum = number(0);
    for (int i = 0; i < 100; ++i) sum = table.add(sum, table.symbol("s" + std::to_string(i)));
    EXPECT_FALSE(sum.valid());
    DimId power = table.add(n, number(1));
    DimId nested = n;
    for (int i = 0; i < 100; ++i) {
        power = table.mul(power, power);
        nested = table.floor_div(table.mul(nested, h), table.add(nested, h));
    }
    EXPECT_FALSE(power.valid());
    EXPECT_FALSE(nested.valid());
    EXPECT_LT(table.size(), 2000U);
}

TEST_F(DimensionTest, LongChainsOfBindingsEnd) {
    DimId first = table.fresh();
    DimId last = first;
    for (int i = 0; i < 10'000; ++i) {
        const DimId next = table.fresh();
        EXPECT_EQ(table.equate(table.add(next, number(1)), last),
                  i == 0 ? Equality::kHolds : Equality::kHolds);
        last = next;
    }
    table.resolve(first);
    EXPECT_LT(table.size(), 100'000U);
}

TEST_F(DimensionTest, WhatWasCutOffAndBroadcastsWithTheWholeIsTheWhole) {
    const DimId whole = table.add(table.symbol("seq"), number(1));
    const DimId cut = table.min(whole, number(1024));
    table.learn_broadcast(DimId(), whole);
    table.learn_broadcast(cut, DimId());
    EXPECT_EQ(table.resolve(cut), cut);
    table.learn_broadcast(cut, whole);
    EXPECT_EQ(table.resolve(cut), whole);
    // An extent of 1 could be stretched.
    const DimId one = table.min(n, number(1));
    table.learn_broadcast(one, n);
    EXPECT_NE(table.resolve(one), n);
}

TEST_F(DimensionTest, UnknownAndNamelessAreShownAsQuestionMarks) {
    EXPECT_EQ(table.text(DimId()), "?");
    EXPECT_EQ(table.text(table.mul(table.fresh(), number(2))), "?");
    EXPECT_TRUE(table.anonymous(table.floor_div(table.fresh(), number(2))));
}

}  // namespace
}  // namespace netloupe::infer
