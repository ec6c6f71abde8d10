#include "base/byte_cursor.h"
#include "formats/reader.h"
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// What the rule finds in a sequential model of these layers.
std::vector<Finding> findings_in(const std::string& layers) {
    const std::string text =
        R"({"class_name": "Sequential", "config": {"name": "m", "layers": [)" + layers + "]}}";
    const Bytes span = as_bytes(text);
    const auto model = read_model({span.begin(), span.end()}, "config.json");
    EXPECT_TRUE(model);
    return model ? check(*model, Options{.only = {"X03"}}) : std::vector<Finding>();
}

TEST(X03, LambdasWithCode) {
    EXPECT_EQ(severities_of(
                  findings_in(R"({"class_name": "Lambda", "config": {"name": "l", "function_type": "lambda",
        "function": ["4wEAAAA=\n", null, null]}})")),
              "error");
    EXPECT_EQ(severities_of(
                  findings_in(R"({"module": "keras.layers", "class_name": "Lambda", "config": {"name": "l",
        "function": {"class_name": "__lambda__", "config": {"code": "4wEAAAA="}}}})")),
              "error");
    EXPECT_EQ(severities_of(findings_in(R"({"class_name": "TimeDistributed", "config": {"name": "t", "layer":
        {"class_name": "Lambda", "config": {"function_type": "lambda", "function": ["4wEAAAA="]}}}})")),
              "error");
}

TEST(X03, LambdasOfNamedFunctions) {
    EXPECT_EQ(severities_of(
                  findings_in(R"({"class_name": "Lambda", "config": {"name": "l", "function_type": "function",
        "function": "normalize"}})")),
              "warning");
}

TEST(X03, ModulesOfOthers) {
    const auto dense = [](const std::string& activation) {
        return R"({"module": "keras.layers", "class_name": "Dense", "config": {"name": "d", "activation": )" +
               activation + "}}";
    };
    EXPECT_EQ(severities_of(
                  findings_in(dense(R"({"module": "os", "class_name": "function", "config": "system"})"))),
              "error");
    EXPECT_EQ(
        severities_of(findings_in(dense(R"({"module": "builtins", "class_name": "eval", "config": "1"})"))),
        "error");
    EXPECT_EQ(severities_of(findings_in(dense(R"({"module": "mine", "class_name": "Act", "config": {}})"))),
              "warning");
    EXPECT_EQ(severities_of(findings_in(
                  dense(R"({"module": "builtins", "class_name": "function", "config": "relu"})"))),
              "");
    EXPECT_EQ(severities_of(findings_in(dense("\"relu\""))), "");
    EXPECT_EQ(severities_of(
                  findings_in(R"({"class_name": "A", "registered_name": "Own>A", "config": {"name": "a"}})")),
              "info");
}

}  // namespace
}  // namespace netloupe::lint
