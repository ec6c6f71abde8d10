#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "coverage_page.h"

namespace netloupe::infer {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> missing(Dialect dialect, const std::string& domain) {
    std::vector<std::string> names;
    const auto domains = test::coverage(dialect);
    const auto operators = domains.find(domain);
    if (operators == domains.end()) return {"the whole domain"};
    for (const auto& [name, covered] : operators->second) {
        if (!covered) names.push_back(name);
    }
    return names;
}

TEST(Coverage, OnnxIsComplete) {
    // Experimental operators that ONNX withdrew before any version of it was final.
    EXPECT_THAT(missing(Dialect::kOnnx, ""), ElementsAre("ATen", "GRUUnit"));
    EXPECT_THAT(missing(Dialect::kOnnx, "ai.onnx.ml"), ElementsAre());
}

TEST(Coverage, PageIsUpToDate) {
    std::ifstream file(NETLOUPE_SHAPES_PAGE);
    std::stringstream page;
    page << file.rdbuf();
    EXPECT_EQ(page.str(), test::coverage_page()) << "write it with: infer_coverage > docs/shapes.md";
}

}  // namespace
}  // namespace netloupe::infer
