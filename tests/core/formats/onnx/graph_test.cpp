#include <gmock/gmock.h>

#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::AttributeProto;
using schema::TensorProto;
using testing::ElementsAre;

TEST(OnnxGraph, HoldsWhatTheModelSaysOfItself) {
    auto model = new_model(17);
    model.set_producer_name("pytorch");
    model.set_producer_version("2.1.0");
    model.set_domain("org.example");
    model.set_model_version(3);
    model.set_doc_string("A model.");
    auto& entry = *model.add_metadata_props();
    entry.set_key("author");
    entry.set_value("someone");
    auto& import = *model.add_opset_import();
    import.set_domain("com.microsoft");
    import.set_version(1);
    const Model read_back = read(model);
    EXPECT_EQ(read_back.format_name, "ONNX");
    EXPECT_EQ(read_back.format_version, "v10");
    EXPECT_EQ(read_back.producer, "pytorch 2.1.0");
    EXPECT_EQ(read_back.domain, "org.example");
    EXPECT_EQ(read_back.version, "3");
    EXPECT_EQ(read_back.description, "A model.");
    ASSERT_EQ(read_back.imports.size(), 2U);
    EXPECT_EQ(read_back.text(read_back.imports[0].domain), "ai.onnx");
    EXPECT_EQ(read_back.imports[0].version, 17);
    const auto metadata = read_back.metadata_of(read_back.model_metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(read_back.text(metadata[0].key), "author");
    EXPECT_EQ(read_back.text(metadata[0].value), "someone");
}

TEST(OnnxGraph, ConnectsNodesByNamesInAnyOrder) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    set_value(*graph.add_input(), "x", TensorProto::FLOAT, {2});
    set_value(*graph.add_output(), "z", TensorProto::FLOAT, {2});
    // The consumer stands before its producer.
    add_node(graph, "Clip", {"y", "", "w"}, {"z", ""}).set_name("second");
    add_node(graph, "Relu", {"x"}, {"y"}).set_name("first");
    add_floats(graph, "w", {}, {6});
    const Model read_back = read(model);
    const Graph& main = read_back.graphs[0];
    EXPECT_THAT(names(read_back, main, main.inputs), ElementsAre("x"));
    EXPECT_THAT(names(read_back, main, main.outputs), ElementsAre("z"));
    EXPECT_THAT(names(read_back, main, read_back.inputs(main.nodes[0])), ElementsAre("y", "-", "w"));
    EXPECT_THAT(names(read_back, main, read_back.outputs(main.nodes[0])), ElementsAre("z", "-"));
    EXPECT_EQ(tensor(read_back, "y").producer, NodeId(1U));
    const auto uses = main.consumers(tensor(read_back, "w"));
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].node, NodeId(0U));
    EXPECT_EQ(uses[0].slot, 2U);
    EXPECT_LT(main.nodes[0].origin.offset, main.nodes[1].origin.offset);
}

TEST(OnnxGraph, SetsVersionsByTheImportsOfEachDomain) {
    auto model = new_model(13);
    auto& ml = *model.add_opset_import();
    ml.set_domain("ai.onnx.ml");
    ml.set_version(3);
    auto& graph = *model.mutable_graph();
    add_node(graph, "Relu", {"x"}, {"a"});
    add_node(graph, "Relu", {"a"}, {"b"}).set_domain("ai.onnx");
    add_node(graph, "Scaler", {"b"}, {"c"}).set_domain("ai.onnx.ml");
    add_node(graph, "Own", {"c"}, {"d"}).set_domain("my.ops");
    const Model read_back = read(model);
    const auto& nodes = read_back.graphs[0].nodes;
    EXPECT_EQ(nodes[0].version, 13);
    EXPECT_EQ(nodes[1].version, 13);
    EXPECT_EQ(nodes[2].version, 3);
    EXPECT_EQ(nodes[3].version, 0);
    EXPECT_FALSE(nodes[2].is_custom);
    EXPECT_TRUE(nodes[3].is_custom);
    EXPECT_EQ(read_back.text(nodes[3].domain), "my.ops");
}

TEST(OnnxGraph, TakesOpsetOneForFilesWithoutImports) {
    auto model = new_model();
    model.clear_opset_import();
    model.set_ir_version(2);
    add_node(*model.mutable_graph(), "Add", {"x", "y"}, {"z"});
    const Model read_back = read(model);
    EXPECT_TRUE(read_back.imports.empty());
    EXPECT_EQ(read_back.graphs[0].nodes[0].version, 1);
}

TEST(OnnxGraph, GivesInputsTheirInitializers) {
    auto model = new_model(7);
    auto& graph = *model.mutable_graph();
    set_value(*graph.add_input(), "x", TensorProto::FLOAT, {2});
    set_value(*graph.add_input(), "w", TensorProto::FLOAT, {2});
    add_node(graph, "Add", {"x", "w"}, {"y"});
    add_floats(graph, "w", {2}, {1, 2});
    const Model read_back = read(model);
    EXPECT_EQ(read_back.graphs[0].inputs.size(), 2U);
    EXPECT_FALSE(tensor(read_back, "x").constant.valid());
    EXPECT_THAT(numbers(read_back, tensor(read_back, "w").constant), ElementsAre(1, 2));
}

TEST(OnnxGraph, KeepsSecondAndNamelessInitializers) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_node(graph, "Relu", {"w"}, {"y"});
    add_floats(graph, "w", {1}, {1});
    add_floats(graph, "w", {1}, {2});
    add_floats(graph, "", {1}, {3});
    const Model read_back = read(model);
    std::vector<double> all;
    for (const Tensor& t : read_back.graphs[0].tensors) {
        if (t.constant.valid()) all.push_back(numbers(read_back, t.constant).at(0));
    }
    EXPECT_THAT(all, ElementsAre(1, 2, 3));
    EXPECT_THAT(numbers(read_back, tensor(read_back, "w").constant), ElementsAre(1));
}

TEST(OnnxGraph, ReadsMetadataAndDocumentationOfAllElements) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    graph.set_doc_string("graph doc");
    graph.add_metadata_props()->set_key("g");
    auto& node = add_node(graph, "Relu", {"x"}, {"y"});
    node.set_doc_string("node doc");
    auto& entry = *node.add_metadata_props();
    entry.set_key("pkg.torch.onnx.class_hierarchy");
    entry.set_value("ReLU");
    auto& input = set_value(*graph.add_input(), "x", TensorProto::FLOAT, {1});
    input.set_doc_string("value doc");
    input.add_metadata_props()->set_key("v");
    const Model read_back = read(model);
    const Graph& main = read_back.graphs[0];
    EXPECT_EQ(read_back.text(main.doc), "graph doc");
    EXPECT_EQ(read_back.text(read_back.metadata_of(main.metadata)[0].key), "g");
    EXPECT_EQ(read_back.text(main.nodes[0].doc), "node doc");
    EXPECT_EQ(read_back.text(read_back.metadata_of(main.nodes[0].metadata)[0].value), "ReLU");
    EXPECT_EQ(read_back.text(tensor(read_back, "x").doc), "value doc");
    EXPECT_EQ(read_back.text(read_back.metadata_of(tensor(read_back, "x").metadata)[0].key), "v");
}

// IR version 11: how a model is spread over devices.
TEST(OnnxGraph, WritesOutDeviceConfigurations) {
    auto model = new_model();
    auto& configuration = *model.add_configuration();
    configuration.set_name("pair");
    configuration.set_num_devices(2);
    configuration.add_device("gpu0");
    configuration.add_device("gpu1");
    auto& devices =
        *add_node(*model.mutable_graph(), "MatMul", {"x", "w"}, {"y"}).add_device_configurations();
    devices.set_configuration_id("pair");
    auto& sharding = *devices.add_sharding_spec();
    sharding.set_tensor_name("w");
    sharding.add_device(-1);
    auto& group = *sharding.add_index_to_device_group_map();
    group.set_key(-1);
    group.add_value(0);
    group.add_value(1);
    auto& dim = *sharding.add_sharded_dim();
    dim.set_axis(1);
    auto& part = *dim.add_simple_sharding();
    part.set_dim_value(64);
    part.set_num_shards(2);
    devices.set_pipeline_stage(3);
    const Model read_back = read(model);
    const KeyValue of_model = read_back.metadata_of(read_back.model_metadata)[0];
    EXPECT_EQ(read_back.text(of_model.key), "device configuration pair");
    EXPECT_EQ(read_back.text(of_model.value), "2 devices: gpu0, gpu1");
    const KeyValue of_node = read_back.metadata_of(read_back.graphs[0].nodes[0].metadata)[0];
    EXPECT_EQ(read_back.text(of_node.key), "device configuration pair");
    EXPECT_EQ(read_back.text(of_node.value),
              "\"w\" on devices -1, -1 being 0, 1, axis 1 in 2 of 64; pipeline stage 3");
}

TEST(OnnxGraph, AppliesValueInfoToWhatExistsOnly) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_node(graph, "Relu", {"x"}, {"y"});
    set_value(*graph.add_value_info(), "y", TensorProto::FLOAT16, {3, 4});
    set_value(*graph.add_value_info(), "nowhere", TensorProto::FLOAT16, {3, 4});
    const Model read_back = read(model);
    EXPECT_EQ(read_back.graphs[0].tensors.size(), 2U);
    EXPECT_TRUE(tensor(read_back, "y").declared);
    EXPECT_EQ(tensor(read_back, "y").dtype, DataType::kFloat16);
    EXPECT_EQ(shape_text(read_back, tensor(read_back, "y").shape), "3×4");
    EXPECT_FALSE(tensor(read_back, "x").declared);
}

/// If(cond) { then: y + w + n } with a name of its own that hides the outer one.
schema::ModelProto model_with_branch() {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    set_value(*graph.add_input(), "x", TensorProto::FLOAT, {2});
    add_node(graph, "Relu", {"x"}, {"y"});
    auto& branch_node = add_node(graph, "If", {"cond"}, {"z"});
    auto& branch = *add_attribute(branch_node, "then_branch", AttributeProto::GRAPH).mutable_g();
    branch.set_name("then");
    add_node(branch, "Add", {"y", "w"}, {"x"});
    add_node(branch, "Add", {"x", "missing"}, {"sum"});
    set_value(*branch.add_output(), "sum", TensorProto::FLOAT, {2});
    // Defined after the branch, and still visible in it.
    add_floats(graph, "w", {2}, {1, 2});
    set_value(*graph.add_value_info(), "y", TensorProto::FLOAT, {2});
    return model;
}

TEST(OnnxGraph, CapturesOuterValuesByName) {
    const Model read_back = read(model_with_branch());
    ASSERT_EQ(read_back.graphs.size(), 2U);
    const Graph& branch = read_back.graphs[1];
    EXPECT_EQ(branch.kind, GraphKind::kSubgraph);
    EXPECT_EQ(branch.parent, GraphId(0U));
    EXPECT_EQ(branch.owner, NodeId(1U));
    EXPECT_EQ(read_back.text(branch.owner_attribute), "then_branch");
    EXPECT_EQ(read_back.graphs[0].nodes[1].attributes.count, 1U);
    EXPECT_EQ(read_back.attributes_of(read_back.graphs[0].nodes[1])[0].graph, GraphId(1U));

    std::vector<std::string> captured;
    for (const Capture& capture : branch.captures) {
        captured.emplace_back(read_back.text(branch.tensor(capture.local).name));
        EXPECT_EQ(capture.outer_graph, GraphId(0U));
        EXPECT_EQ(read_back.graphs[0].tensor(capture.outer).name, branch.tensor(capture.local).name);
    }
    EXPECT_THAT(captured, ElementsAre("y", "w"));
    EXPECT_TRUE(tensor(read_back, "y", 1).is_captured);
    EXPECT_EQ(tensor(read_back, "y", 1).dtype, DataType::kFloat32);
    EXPECT_THAT(numbers(read_back, tensor(read_back, "w", 1).constant), ElementsAre(1, 2));
    // Its own x hides the outer one; nobody defines `missing`.
    EXPECT_FALSE(tensor(read_back, "x", 1).is_captured);
    EXPECT_EQ(tensor(read_back, "x", 1).producer, NodeId(0U));
    EXPECT_FALSE(tensor(read_back, "missing", 1).is_captured);
}

TEST(OnnxGraph, CapturesThroughGraphsThatDoNotMentionTheName) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "w", {1}, {5});
    auto* at = &graph;
    for (int i = 0; i < 3; ++i) {
        auto& node = add_node(*at, "If", {"cond"}, {"r"});
        at = add_attribute(node, "else_branch", AttributeProto::GRAPH).mutable_g();
    }
    add_node(*at, "Relu", {"w"}, {"out"});
    const Model read_back = read(model);
    ASSERT_EQ(read_back.graphs.size(), 4U);
    ASSERT_EQ(read_back.graphs[3].captures.size(), 1U);
    EXPECT_EQ(read_back.graphs[3].captures[0].outer_graph, GraphId(0U));
    EXPECT_EQ(read_back.graphs[3].parent, GraphId(2U));
    EXPECT_TRUE(read_back.graphs[1].captures.empty());
}

TEST(OnnxGraph, GivesConstantNodesOutputsTheirValues) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    auto& whole = add_node(graph, "Constant", {}, {"t"});
    set_tensor(*add_attribute(whole, "value", AttributeProto::TENSOR).mutable_t(), "", TensorProto::INT64,
               {2})
        .set_raw_data(raw<int64_t>({7, 8}));
    add_attribute(add_node(graph, "Constant", {}, {"i"}), "value_int", AttributeProto::INT).set_i(-3);
    auto& list =
        add_attribute(add_node(graph, "Constant", {}, {"f"}), "value_floats", AttributeProto::FLOATS);
    list.add_floats(0.5F);
    list.add_floats(1.5F);
    add_attribute(add_node(graph, "Constant", {}, {"s"}), "value_string", AttributeProto::STRING)
        .set_s("text");
    add_node(graph, "Use", {"t", "i", "f", "s"}, {"out"});
    const Model read_back = read(model);
    EXPECT_EQ(read_back.graphs[0].nodes.size(), 5U);
    EXPECT_THAT(numbers(read_back, tensor(read_back, "t").constant), ElementsAre(7, 8));
    EXPECT_EQ(read_back.text(read_back.constant(tensor(read_back, "t").constant).name), "t");
    EXPECT_THAT(numbers(read_back, tensor(read_back, "i").constant), ElementsAre(-3));
    EXPECT_THAT(numbers(read_back, tensor(read_back, "f").constant), ElementsAre(0.5, 1.5));
    EXPECT_EQ(shape_text(read_back, tensor(read_back, "f").shape), "2");
    const auto text = read_values(read_back, read_back.constant(tensor(read_back, "s").constant), 0, 4);
    ASSERT_TRUE(text.has_value());
    EXPECT_THAT(std::get<std::vector<std::string>>(*text), ElementsAre("text"));
    EXPECT_EQ(tensor(read_back, "t").producer, NodeId(0U));
}

TEST(OnnxGraph, MergesAGraphThatComesInPieces) {
    auto first = new_model();
    add_node(*first.mutable_graph(), "Relu", {"x"}, {"y"});
    schema::ModelProto second;
    add_node(*second.mutable_graph(), "Relu", {"y"}, {"z"});
    const auto read_back = read_bytes(first.SerializeAsString() + second.SerializeAsString());
    ASSERT_TRUE(read_back.has_value());
    EXPECT_EQ(read_back->graphs.size(), 1U);
    EXPECT_EQ(read_back->graphs[0].nodes.size(), 2U);
    EXPECT_EQ(tensor(*read_back, "y").producer, NodeId(0U));
}

TEST(OnnxGraph, ReadsTrainingGraphsInTheScopeOfTheMainGraph) {
    auto model = new_model();
    add_floats(*model.mutable_graph(), "W", {1}, {4});
    auto& training = *model.add_training_info();
    auto& algorithm = *training.mutable_algorithm();
    algorithm.set_name("sgd");
    add_node(algorithm, "Sub", {"W", "step"}, {"W_new"});
    training.mutable_initialization()->set_name("init");
    auto& binding = *training.add_update_binding();
    binding.set_key("W");
    binding.set_value("W_new");
    const Model read_back = read(model);
    ASSERT_EQ(read_back.graphs.size(), 3U);
    EXPECT_EQ(read_back.text(read_back.graphs[1].name), "init");
    const Graph& sgd = read_back.graphs[2];
    EXPECT_EQ(sgd.kind, GraphKind::kTraining);
    EXPECT_FALSE(sgd.parent.valid());
    EXPECT_EQ(sgd.nodes[0].version, 21);
    ASSERT_EQ(sgd.captures.size(), 1U);
    EXPECT_EQ(sgd.captures[0].outer_graph, GraphId(0U));
    const auto metadata = read_back.metadata_of(sgd.metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(read_back.text(metadata[0].key), "binding of W");
    EXPECT_EQ(read_back.text(metadata[0].value), "W_new");
}

TEST(OnnxGraph, StopsWhenCancelled) {
    auto model = new_model();
    for (int i = 0; i < 5000; ++i) add_node(*model.mutable_graph(), "Relu", {"x"}, {"y"});
    const std::string bytes = model.SerializeAsString();
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    CancelSource source;
    source.cancel();
    const auto result = read_model({data, data + bytes.size()}, "model.onnx", source.token());
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace netloupe::onnx_test
