#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "lint/rule.h"

namespace netloupe::lint {
namespace {

std::string content(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// After a change: cmake --build build --target rule_pages
TEST(RulePages, AreTheOnesThatTheRulesMake) {
    const std::filesystem::path folder(NETLOUPE_RULE_PAGES);
    std::set<std::string> wanted{"README.md"};
    EXPECT_EQ(content(folder / "README.md"), rule_index());
    for (const Rule* rule : rules()) {
        EXPECT_EQ(content(folder / rule_page_name(*rule)), rule_page(*rule)) << rule->id;
        wanted.insert(rule_page_name(*rule));
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        EXPECT_TRUE(wanted.contains(entry.path().filename().string())) << entry.path();
    }
}

TEST(Rules, StateEverything) {
    std::set<std::string_view> seen;
    for (const Rule* rule : rules()) {
        EXPECT_TRUE(seen.insert(rule->id).second) << rule->id;
        EXPECT_TRUE(seen.insert(rule->name).second) << rule->name;
        const Documentation& doc = rule->documentation;
        for (const std::string_view part :
             {rule->summary, doc.what, doc.why, doc.not_a_problem, doc.fix, doc.example, doc.source}) {
            EXPECT_FALSE(part.empty()) << rule->id;
        }
        EXPECT_NE(rule->check, nullptr);
        for (const Parameter& parameter : rule->parameters)
            EXPECT_FALSE(parameter.meaning.empty()) << rule->id;
    }
}

}  // namespace
}  // namespace netloupe::lint
