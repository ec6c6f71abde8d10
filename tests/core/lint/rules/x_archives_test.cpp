#include "python_modules.h"
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

Model importing(std::initializer_list<std::pair<std::string_view, std::string_view>> imports) {
    Model model = test::graph_from_text("onnx\nRelu(x) -> y\noutput y\n");
    for (const auto& [module, name] : imports)
        model.python_imports.push_back(
            {model.strings.intern(module), model.strings.intern(name), {}, {}, {}});
    return model;
}

std::vector<std::string> messages(const Model& model, std::string_view rule) {
    std::vector<std::string> out;
    const Options options{.only = {std::string(rule)}, .parameters = {}};
    for (const Finding& finding : check(model, options)) out.push_back(finding.message);
    return out;
}

TEST(X01, TellsWhatLoadingWouldRun) {
    Model model =
        importing({{"os", "system"}, {"os.path", "join"}, {"torch", "FloatStorage"}, {"net", "Net"}});
    model.python_imports[0].call = model.strings.intern("os.system('ls')");
    model.python_imports[0].origin.offset = 7;
    EXPECT_EQ(messages(model, "X01"),
              (std::vector<std::string>{"The pickle calls os.system('ls') when Python loads it (offset 7).",
                                        "The pickle takes os.path.join when Python loads it."}));
}

TEST(X02, TellsModulesOfNoFramework) {
    EXPECT_EQ(
        messages(importing({{"net", "Net"}, {"net", "Layer"}, {"os", "system"}, {"numpy", "dtype"}}), "X02")
            .size(),
        1U);
    EXPECT_TRUE(messages(importing({{"collections", "OrderedDict"}, {"builtins", "set"}}), "X02").empty());
}

TEST(PythonModules, AreWeighedByTheirWholeName) {
    EXPECT_EQ(risk_of("builtins", "eval"), ImportRisk::kDangerous);
    EXPECT_EQ(risk_of("builtins", "dict"), ImportRisk::kNone);
    EXPECT_EQ(risk_of("osmosis", "Net"), ImportRisk::kUnknown);
    EXPECT_EQ(risk_of("torch.hub", "load"), ImportRisk::kDangerous);
    EXPECT_EQ(risk_of("torch.nn", "Linear"), ImportRisk::kNone);
    EXPECT_EQ(risk_of("torch", "load"), ImportRisk::kDangerous);
}

TEST(X06, TellsEntriesThatLeaveTheirFolderAndBombs) {
    Model model = importing({});
    const auto add = [&](std::string_view name, uint64_t packed, uint64_t bytes) {
        model.archive_entries.push_back({model.strings.intern(name), packed, bytes, false, {}});
    };
    add("m/data.pkl", 10, 10);
    add("m/folder/", 0, 0);
    EXPECT_TRUE(messages(model, "X06").empty());
    add("../m/data.pkl", 10, 10);
    add("m/data.pkl", 10, 10);
    add("/etc/passwd", 10, 10);
    add("m/zeros", 1000, 2ULL << 30);
    EXPECT_EQ(messages(model, "X06").size(), 4U);
}

}  // namespace
}  // namespace netloupe::lint
