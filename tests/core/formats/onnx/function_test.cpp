#include <gmock/gmock.h>

#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::AttributeProto;
using schema::TensorProto;
using testing::ElementsAre;

schema::FunctionProto& add_function(schema::ModelProto& model, const char* domain, const char* name) {
    auto& function = *model.add_functions();
    function.set_domain(domain);
    function.set_name(name);
    function.add_input("a");
    function.add_output("b");
    return function;
}

schema::NodeProto& call(schema::ModelProto& model, const char* domain, const char* name) {
    auto& node = add_node(*model.mutable_graph(), name, {"x"}, {"y"});
    node.set_domain(domain);
    return node;
}

TEST(OnnxFunction, IsAGraphThatNodesCall) {
    auto model = new_model(18);
    call(model, "local", "Gelu");
    auto& function = add_function(model, "local", "Gelu");
    function.set_doc_string("What it does.");
    function.add_metadata_props()->set_key("origin");
    auto& import = *function.add_opset_import();
    import.set_domain("");
    import.set_version(13);
    add_node(*function.mutable_node(), "Erf", {"a"}, {"b"});
    set_value(*function.add_value_info(), "b", TensorProto::FLOAT, {2});
    const Model read_back = read(model);
    ASSERT_EQ(read_back.graphs.size(), 2U);
    const Graph& graph = read_back.graphs[1];
    EXPECT_EQ(graph.kind, GraphKind::kFunction);
    EXPECT_EQ(read_back.text(graph.name), "Gelu");
    EXPECT_EQ(read_back.text(graph.domain), "local");
    EXPECT_EQ(read_back.text(graph.doc), "What it does.");
    EXPECT_EQ(graph.metadata.count, 1U);
    EXPECT_THAT(names(read_back, graph, graph.inputs), ElementsAre("a"));
    EXPECT_THAT(names(read_back, graph, graph.outputs), ElementsAre("b"));
    EXPECT_EQ(graph.nodes[0].version, 13);
    EXPECT_EQ(tensor(read_back, "b", 1).dtype, DataType::kFloat32);
    const Node& caller = read_back.graphs[0].nodes[0];
    EXPECT_EQ(caller.callee, GraphId(1U));
    EXPECT_FALSE(caller.is_custom);
}

TEST(OnnxFunction, IsChosenByDomainNameAndOverload) {
    auto model = new_model();
    call(model, "local", "F");
    call(model, "local", "F").set_overload("two");
    call(model, "other", "F");
    add_function(model, "local", "F");
    add_function(model, "local", "F").set_overload("two");
    const Model read_back = read(model);
    const auto& nodes = read_back.graphs[0].nodes;
    EXPECT_EQ(nodes[0].callee, GraphId(1U));
    EXPECT_EQ(nodes[1].callee, GraphId(2U));
    EXPECT_FALSE(nodes[2].callee.valid());
    EXPECT_TRUE(nodes[2].is_custom);
}

TEST(OnnxFunction, ReadsAttributeParametersWithDefaults) {
    auto model = new_model();
    auto& function = add_function(model, "local", "F");
    function.add_attribute("needed");
    auto& optional = *function.add_attribute_proto();
    optional.set_name("alpha");
    optional.set_type(AttributeProto::FLOAT);
    optional.set_f(0.5F);
    const Model read_back = read(model);
    const auto parameters = Model::slice_of(read_back.attributes, read_back.graphs[1].attributes);
    ASSERT_EQ(parameters.size(), 2U);
    EXPECT_EQ(read_back.text(parameters[0].name), "needed");
    EXPECT_EQ(parameters[0].type, AttributeType::kReference);
    EXPECT_EQ(read_back.text(parameters[1].name), "alpha");
    EXPECT_EQ(parameters[1].real, 0.5);
}

TEST(OnnxFunction, DoesNotSeeNamesOfItsCaller) {
    auto model = new_model();
    add_floats(*model.mutable_graph(), "w", {1}, {1});
    auto& function = add_function(model, "local", "F");
    add_node(*function.mutable_node(), "Add", {"a", "w"}, {"b"});
    const Model read_back = read(model);
    EXPECT_TRUE(read_back.graphs[1].captures.empty());
    EXPECT_FALSE(tensor(read_back, "w", 1).constant.valid());
}

TEST(OnnxFunction, MayHoldGraphsAndCallOthersFromThem) {
    auto model = new_model();
    auto& function = add_function(model, "local", "F");
    auto& node = add_node(*function.mutable_node(), "If", {"a"}, {"b"});
    auto& branch = *add_attribute(node, "then_branch", AttributeProto::GRAPH).mutable_g();
    add_node(branch, "G", {"a"}, {"c"}).set_domain("local");
    add_function(model, "local", "G");
    const Model read_back = read(model);
    ASSERT_EQ(read_back.graphs.size(), 4U);
    EXPECT_EQ(read_back.graphs[2].parent, GraphId(1U));
    EXPECT_EQ(read_back.graphs[2].nodes[0].callee, GraphId(3U));
    ASSERT_EQ(read_back.graphs[2].captures.size(), 1U);
    EXPECT_EQ(read_back.graphs[2].captures[0].outer_graph, GraphId(1U));
}

TEST(OnnxFunction, CutsCallsThatLeadBack) {
    auto model = new_model();
    call(model, "local", "F");
    add_node(*add_function(model, "local", "F").mutable_node(), "G", {"a"}, {"b"}).set_domain("local");
    add_node(*add_function(model, "local", "G").mutable_node(), "F", {"a"}, {"b"}).set_domain("local");
    const Model read_back = read(model);
    EXPECT_EQ(read_back.graphs[0].nodes[0].callee, GraphId(1U));
    EXPECT_EQ(read_back.graphs[1].nodes[0].callee, GraphId(2U));
    EXPECT_FALSE(read_back.graphs[2].nodes[0].callee.valid());
    EXPECT_THAT(damages(read_back), testing::HasSubstr("Function \"F\" calls itself"));
    EXPECT_EQ(read_back.damages[0].graph, GraphId(2U));
}

TEST(OnnxFunction, StandsInForAStandardOperator) {
    auto model = new_model();
    call(model, "", "Swish");
    add_function(model, "ai.onnx", "Swish");
    const Model read_back = read(model);
    EXPECT_EQ(read_back.graphs[0].nodes[0].callee, GraphId(1U));
}

}  // namespace
}  // namespace netloupe::onnx_test
