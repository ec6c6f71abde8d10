#include "model/model.h"

#include <gtest/gtest.h>

#include <array>

namespace netloupe {
namespace {

TensorId add_tensor(Model& model, Graph& graph, std::string_view name) {
    Tensor tensor;
    tensor.name = model.strings.intern(name);
    graph.tensors.push_back(tensor);
    return TensorId(graph.tensors.size() - 1);
}

void add_node(Model& model, Graph& graph, std::vector<TensorId> inputs, std::vector<TensorId> outputs) {
    Node node;
    node.inputs = append<TensorId>(model.operands, inputs);
    node.outputs = append<TensorId>(model.operands, outputs);
    graph.nodes.push_back(node);
}

TEST(Connect, FindsProducersAndEveryUse) {
    Model model;
    Graph graph;
    const TensorId x = add_tensor(model, graph, "x");
    const TensorId y = add_tensor(model, graph, "y");
    const TensorId z = add_tensor(model, graph, "z");
    add_node(model, graph, {x}, {y});
    add_node(model, graph, {y, TensorId(), y}, {z});
    connect(model, graph);

    EXPECT_FALSE(graph.tensor(x).producer.valid());
    EXPECT_EQ(graph.tensor(y).producer, NodeId(0U));
    const auto uses = graph.consumers(graph.tensor(y));
    ASSERT_EQ(uses.size(), 2U);
    EXPECT_EQ(uses[0].slot, 0U);
    EXPECT_EQ(uses[1].slot, 2U);
    EXPECT_TRUE(graph.consumers(graph.tensor(z)).empty());
}

TEST(Connect, FirstProducerStaysAndBadOperandsBecomeAbsent) {
    Model model;
    Graph graph;
    const TensorId x = add_tensor(model, graph, "x");
    add_node(model, graph, {TensorId(77U)}, {x});
    add_node(model, graph, {}, {x});
    connect(model, graph);
    EXPECT_EQ(graph.tensor(x).producer, NodeId(0U));
    EXPECT_FALSE(model.inputs(graph.nodes[0])[0].valid());
}

Shape shape_of(Model& model, const std::vector<Dimension>& dims) {
    return {append<Dimension>(model.dims, dims), true};
}

TEST(Shapes, TextAndElementCount) {
    Model model;
    const Shape fixed = shape_of(model, {{1, {}}, {3, {}}, {224, {}}});
    EXPECT_EQ(shape_text(model, fixed), "1×3×224");
    EXPECT_EQ(element_count(model, fixed), 672U);

    const Shape symbolic = shape_of(model, {{Dimension::kDynamic, model.strings.intern("batch")}, {-1, {}}});
    EXPECT_EQ(shape_text(model, symbolic), "batch×?");
    EXPECT_FALSE(element_count(model, symbolic));

    EXPECT_EQ(element_count(model, shape_of(model, {})), 1U);
    EXPECT_EQ(shape_text(model, Shape{}), "?");
    EXPECT_FALSE(element_count(model, shape_of(model, {{INT64_MAX, {}}, {4, {}}})));
}

TEST(Attributes, FoundByNameAndType) {
    Model model;
    Attribute group;
    group.name = model.strings.intern("group");
    group.integer = 4;
    Node node;
    node.attributes = append<Attribute>(model.attributes, std::array{group});
    EXPECT_EQ(model.int_attribute(node, "group", 1), 4);
    EXPECT_EQ(model.int_attribute(node, "axis", 7), 7);
    EXPECT_EQ(model.find_attribute(node, "axis"), nullptr);
}

}  // namespace
}  // namespace netloupe
