#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "costs_page.h"

namespace netloupe::cost {
namespace {

TEST(Coverage, EveryMatrixOperatorOfOnnxAndTfliteIsCounted) {
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        for (const OperatorSchema* schema : all_operators(dialect)) {
            if (!schema->domain.empty() || schema->category != OpCategory::kMatrix) continue;
            EXPECT_FALSE(counting_words(dialect, *schema).empty()) << schema->name;
        }
    }
}

TEST(Coverage, PageIsUpToDate) {
    std::ifstream file(NETLOUPE_COSTS_PAGE);
    std::stringstream page;
    page << file.rdbuf();
    EXPECT_EQ(page.str(), test::costs_page()) << "write it with: cost_coverage > docs/costs.md";
}

}  // namespace
}  // namespace netloupe::cost
