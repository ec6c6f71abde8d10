#include "model/module_graph.h"

#include <gmock/gmock.h>

namespace netloupe {
namespace {

using ::testing::ElementsAre;

ConstantId add_constant(Model& model) {
    Constant constant;
    constant.dtype = DataType::kFloat32;
    constant.shape.known = true;
    model.constants.push_back(constant);
    return ConstantId(model.constants.size() - 1);
}

std::vector<std::string> inputs_of(const Model& model, const Node& node) {
    std::vector<std::string> names;
    const auto own = Model::slice_of(model.texts, node.input_names);
    for (size_t i = 0; i < own.size(); ++i) {
        names.push_back(std::string(model.text(own[i])) + "=" +
                        std::string(model.text(model.graphs[0].tensor(model.inputs(node)[i]).name)));
    }
    return names;
}

TEST(ModuleGraph, GivesEachModuleItsParameters) {
    Model model;
    ModuleGraph modules(model);
    for (const char* name : {"a.0.weight", "a.1.weight", "a.0.bias", "scale"})
        modules.add(name, add_constant(model));
    modules.module("a.1", "Linear");  // It is there already.
    modules.finish();

    const Graph& graph = model.graphs[0];
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(model.text(graph.nodes[0].name), "a.0");
    EXPECT_EQ(model.text(graph.nodes[1].op), "Module");
    EXPECT_THAT(inputs_of(model, graph.nodes[0]), ElementsAre("weight=a.0.weight", "bias=a.0.bias"));
    EXPECT_THAT(inputs_of(model, graph.nodes[1]), ElementsAre("weight=a.1.weight"));
    EXPECT_THAT(inputs_of(model, graph.nodes[2]), ElementsAre("scale=scale"));
    EXPECT_EQ(graph.consumers(graph.tensors[2]).size(), 1U);
}

TEST(ModuleGraph, KeepsClassesAndModulesWithoutParameters) {
    Model model;
    ModuleGraph modules(model, '/');
    const NodeId module = modules.module("block", "Sequential");
    modules.module("block/act", "ReLU");
    modules.add(module, "kernel", "block/kernel:0", add_constant(model));
    modules.finish();

    const Graph& graph = model.graphs[0];
    ASSERT_EQ(graph.nodes.size(), 2U);
    EXPECT_EQ(model.text(graph.nodes[0].op), "Sequential");
    EXPECT_THAT(inputs_of(model, graph.nodes[0]), ElementsAre("kernel=block/kernel:0"));
    EXPECT_EQ(model.text(graph.nodes[1].op), "ReLU");
    EXPECT_TRUE(model.inputs(graph.nodes[1]).empty());
}

}  // namespace
}  // namespace netloupe
