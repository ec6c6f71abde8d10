#include <cstring>

#include "read_tflite.h"

namespace netloupe::tflite_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using wire::BuiltinOperator;
using wire::BuiltinOptions;

TEST(TfliteGraph, ReadsCircleWithItsOwnOperators) {
    TestModel m;
    const int32_t x = m.add_tensor({.name = "x", .shape = {1, 4}});
    const int32_t y = m.add_tensor({.name = "y", .shape = {1, 4}, .type = wire::TensorType::CIRCLE_UINT4});
    m.add_operator(m.add_code(BuiltinOperator::INSTANCE_NORM), {x}, {y}, BuiltinOptions::InstanceNormOptions,
                   wire::CreateInstanceNormOptions(m.b, 0.5F).Union());
    auto bytes = m.finish();
    std::memcpy(bytes.data() + 4, "CIR0", 4);
    const Model model = read(bytes, "test.bin");
    EXPECT_EQ(model.format_name, "Circle");
    const Node& node = model.graphs[0].nodes[0];
    EXPECT_EQ(model.text(node.op), "INSTANCE_NORM");
    EXPECT_EQ(model.find_attribute(node, "epsilon")->real, 0.5);
    EXPECT_EQ(model.graphs[0].tensors[1].dtype, DataType::kUint4);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteGraph, ReadsTensorsOperatorsAndEnds) {
    TestModel m;
    const int32_t x = m.add_tensor({.name = "x", .shape = {1, 4}});
    const int32_t y = m.add_tensor({.name = "y", .shape = {1, 4}, .type = wire::TensorType::INT8});
    m.add_operator(m.add_code(BuiltinOperator::QUANTIZE, 2), {x, -1}, {y});
    m.set_ends({x}, {y});
    m.name_subgraph("main");
    const Model model = read(m);

    EXPECT_EQ(model.format_name, "TensorFlow Lite");
    EXPECT_EQ(model.format_version, "v3");
    EXPECT_EQ(model.description, "made by a test");
    ASSERT_EQ(model.graphs.size(), 1U);
    const Graph& graph = model.graphs[0];
    EXPECT_EQ(model.text(graph.name), "main");
    EXPECT_EQ(graph.kind, GraphKind::kMain);
    EXPECT_THAT(graph.inputs, ElementsAre(TensorId(0U)));
    EXPECT_THAT(graph.outputs, ElementsAre(TensorId(1U)));
    ASSERT_EQ(graph.nodes.size(), 1U);
    EXPECT_EQ(model.text(graph.nodes[0].op), "QUANTIZE");
    EXPECT_EQ(graph.nodes[0].version, 2);
    EXPECT_FALSE(graph.nodes[0].is_custom);
    EXPECT_THAT(model.inputs(graph.nodes[0]), ElementsAre(TensorId(0U), TensorId()));
    EXPECT_EQ(graph.tensors[1].producer, NodeId(0U));
    EXPECT_EQ(graph.tensors[1].dtype, DataType::kInt8);
    EXPECT_EQ(shape_text(model, graph.tensors[0].shape), "1×4");
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteGraph, NamesOperatorsByTheGreaterOfBothCodes) {
    TestModel m;
    m.add_operator(m.add_code(BuiltinOperator::STABLEHLO_CASE), {}, {});
    // Files from before the wide code have only the narrow one.
    m.add_operator(m.add_code_table(wire::CreateOperatorCode(m.b, 3, 0, 1)), {}, {});
    m.add_operator(m.add_code(static_cast<BuiltinOperator>(9999)), {}, {});
    m.add_operator(m.add_custom_code("MyOp"), {}, {});
    const Model model = read(m);
    const auto& nodes = model.graphs[0].nodes;
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(model.text(nodes[0].op), "STABLEHLO_CASE");
    EXPECT_EQ(model.text(nodes[1].op), "CONV_2D");
    EXPECT_EQ(model.text(nodes[2].op), "BUILTIN_9999");
    EXPECT_EQ(model.text(nodes[3].op), "MyOp");
    EXPECT_TRUE(nodes[3].is_custom);
}

TEST(TfliteGraph, MakesNamedSubgraphsChildrenOfTheOperator) {
    TestModel m;
    const auto options = wire::CreateWhileOptions(m.b, 1, 2).Union();
    m.add_operator(m.add_code(BuiltinOperator::WHILE), {}, {}, BuiltinOptions::WhileOptions, options);
    m.next_subgraph();
    m.next_subgraph();
    m.next_subgraph();  // Nobody names it: a signature's.
    const Model model = read(m);
    ASSERT_EQ(model.graphs.size(), 4U);
    EXPECT_THAT(attributes(model, model.graphs[0].nodes[0]),
                ElementsAre("cond_subgraph_index=graph 1", "body_subgraph_index=graph 2"));
    EXPECT_EQ(model.graphs[2].kind, GraphKind::kSubgraph);
    EXPECT_EQ(model.graphs[2].parent, GraphId(0U));
    EXPECT_EQ(model.graphs[2].owner, NodeId(0U));
    EXPECT_EQ(model.text(model.graphs[2].owner_attribute), "body_subgraph_index");
    EXPECT_FALSE(model.graphs[3].parent.valid());
    EXPECT_EQ(model.graphs[3].kind, GraphKind::kMain);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteGraph, NeverMakesParentsACycle) {
    TestModel m;
    const uint32_t call = m.add_code(BuiltinOperator::CALL);
    const auto call_of = [&](uint32_t subgraph) {
        m.add_operator(call, {}, {}, BuiltinOptions::CallOptions,
                       wire::CreateCallOptions(m.b, subgraph).Union());
    };
    call_of(1);
    m.next_subgraph();
    call_of(2);
    m.next_subgraph();
    call_of(1);
    m.next_subgraph();
    call_of(3);  // A cycle that nothing enters.
    const Model model = read(m);
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        size_t steps = 0;
        for (GraphId at(g); at.valid(); at = model.graph(at).parent) ASSERT_LE(++steps, model.graphs.size());
    }
    EXPECT_THAT(damage_text(model),
                HasSubstr("subgraphs[2].operators[0].subgraph = 1 names a subgraph that it is "
                          "called from."));
    EXPECT_THAT(damage_text(model), HasSubstr("subgraphs[3].operators[0].subgraph = 3"));
}

TEST(TfliteGraph, SaysThatAnOperatorNamesASubgraphThatIsNotThere) {
    TestModel m;
    m.add_operator(m.add_code(BuiltinOperator::IF), {}, {}, BuiltinOptions::IfOptions,
                   wire::CreateIfOptions(m.b, 7, -1).Union());
    const Model model = read(m);
    EXPECT_THAT(attributes(model, model.graphs[0].nodes[0]),
                ElementsAre("then_subgraph_index=7", "else_subgraph_index=-1"));
    EXPECT_THAT(damage_text(model), HasSubstr("subgraphs[0].operators[0].builtin_options.then_subgraph_index "
                                              "names a subgraph that does not exist."));
}

TEST(TfliteGraph, ReadsSignatures) {
    TestModel m;
    const int32_t x = m.add_tensor({.name = "x"});
    m.set_ends({x}, {x});
    const auto map = wire::CreateTensorMap(m.b, m.b.CreateString("input"), 0);
    const auto maps = m.b.CreateVector(&map, 1);
    m.add_signature(wire::CreateSignatureDef(m.b, maps, maps, m.b.CreateString("serve"), 0, 0));
    const Model model = read(m);
    ASSERT_EQ(model.signatures.size(), 1U);
    EXPECT_EQ(model.text(model.signatures[0].key), "serve");
    EXPECT_EQ(model.signatures[0].graph, GraphId(0U));
    ASSERT_EQ(model.signatures[0].inputs.size(), 1U);
    EXPECT_EQ(model.text(model.signatures[0].inputs[0].name), "input");
    EXPECT_EQ(model.signatures[0].inputs[0].tensor, TensorId(0U));
}

TEST(TfliteGraph, KeepsIntermediatesAsMetadata) {
    TestModel m;
    const auto intermediates = m.b.CreateVector(std::vector<int32_t>{3, 4});
    wire::OperatorBuilder op(m.b);
    op.add_intermediates(intermediates);
    const auto built = op.Finish();
    m.add_code(BuiltinOperator::LSTM);
    m.add_operator_table(built);
    const Model model = read(m);
    const auto metadata = model.metadata_of(model.graphs[0].nodes[0].metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(model.text(metadata[0].key), "intermediates");
    EXPECT_EQ(model.text(metadata[0].value), "3, 4");
}

TEST(TfliteGraph, ReadsFilesWithoutTheIdentifier) {
    TestModel m;
    m.add_tensor({.name = "x"});
    m.add_operator(m.add_code(BuiltinOperator::ABS), {0}, {0});
    m.with_identifier = false;
    const Model model = read(m);
    EXPECT_EQ(model.format_name, "TensorFlow Lite");
    EXPECT_EQ(model.graphs[0].nodes.size(), 1U);
}

// Other formats are flatbuffers too, and their tables may look alike.
TEST(TfliteGraph, LeavesFilesOfAnotherIdentifierAlone) {
    TestModel m;
    m.add_tensor({.name = "x"});
    auto bytes = m.finish();
    std::memcpy(bytes.data() + 4, "DGC0", 4);
    const auto model = read_model(bytes, "other.bin");
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().code, ErrorCode::kUnknownFormat);
}

/// Schema version 0: the root is the graph, tensors hold their data, operators have other codes.
TEST(TfliteGraph, ReadsSchemaVersion0) {
    Builder b;
    const auto data = b.CreateVector(bytes_of<float>({1.5F, 2.5F}));
    const auto shape = b.CreateVector(std::vector<int32_t>{2});
    const auto name = b.CreateString("w");
    const auto start = b.StartTable();
    b.AddOffset(wire::Tensor::VT_SHAPE, shape);
    b.AddOffset(wire::Tensor::VT_BUFFER, data);
    b.AddOffset(wire::Tensor::VT_NAME, name);
    const Offset<wire::Tensor> tensor(b.EndTable(start));
    const auto code = wire::CreateOperatorCode(b, 10);
    const std::vector<int32_t> first{0};
    const auto op = wire::CreateOperator(b, 0, b.CreateVector(first), b.CreateVector(first));
    b.Finish(wire::CreateModelV0(b, b.CreateVector(&tensor, 1), b.CreateVector(first), b.CreateVector(first),
                                 b.CreateVector(&code, 1), b.CreateVector(&op, 1)));
    const auto* bytes = reinterpret_cast<const std::byte*>(b.GetBufferPointer());
    const Model model = read({bytes, bytes + b.GetSize()});
    EXPECT_EQ(model.format_version, "v0");
    ASSERT_EQ(model.graphs[0].nodes.size(), 1U);
    EXPECT_EQ(model.text(model.graphs[0].nodes[0].op), "LOGISTIC");
    EXPECT_THAT(numbers(model, model.graphs[0].tensors[0]), ElementsAre(1.5, 2.5));
}

}  // namespace
}  // namespace netloupe::tflite_test
