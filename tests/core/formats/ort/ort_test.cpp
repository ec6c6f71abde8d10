#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build_ort.h"
#include "formats/reader.h"
#include "model/quantization.h"
#include "model/values.h"
#include "support/expect_model.h"

namespace netloupe::ort_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Model read(const std::vector<std::byte>& bytes) {
    return support::expect_model(read_model(bytes, "test.ort"));
}

const Tensor* find(const Model& model, const Graph& graph, std::string_view name) {
    for (const Tensor& tensor : graph.tensors) {
        if (model.text(tensor.name) == name) return &tensor;
    }
    return nullptr;
}

TEST(Ort, ReadsModelGraphNodesAndInitializers) {
    const Model model = read(small_model());
    EXPECT_EQ(model.format_name, "ONNX Runtime");
    EXPECT_EQ(model.format_version, "v8");
    EXPECT_EQ(model.producer, "maker 1.2");
    EXPECT_EQ(model.domain, "org.x");
    EXPECT_EQ(model.version, "3");
    EXPECT_EQ(model.description, "a doc");
    ASSERT_EQ(model.imports.size(), 1U);
    EXPECT_EQ(model.text(model.imports[0].domain), "ai.onnx");
    const auto metadata = model.metadata_of(model.model_metadata);
    ASSERT_EQ(metadata.size(), 1U);
    EXPECT_EQ(model.text(metadata[0].value), "what it holds");

    const Graph& graph = model.graphs[0];
    EXPECT_EQ(model.text(graph.doc), "graph doc");
    ASSERT_EQ(graph.nodes.size(), 1U);
    const Node& add = graph.nodes[0];
    EXPECT_EQ(model.text(add.op), "Add");
    EXPECT_EQ(add.version, 13);
    EXPECT_EQ(model.inputs(add).size(), 3U);
    EXPECT_FALSE(model.inputs(add)[2].valid());
    EXPECT_EQ(model.int_attribute(add, "axis", 0), -1);
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(add, "pads")->list), ElementsAre(1, 2));
    EXPECT_EQ(model.text(model.find_attribute(add, "mode")->text), "same");
    EXPECT_EQ(model.find_attribute(add, "alpha")->real, 0.5);
    EXPECT_EQ(shape_text(model, find(model, graph, "x")->shape), "batch×2");
    const auto values = read_values(model, model.constant(find(model, graph, "w")->constant), 0, 9);
    ASSERT_TRUE(values.has_value());
    EXPECT_THAT(to_doubles(*values), ElementsAre(1.5, 2.5));
    EXPECT_EQ(find(model, graph, "unused"), nullptr);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(Ort, CapturesOuterValuesInSubgraphs) {
    Builder b;
    const auto inner_node = node(b, "Neg", {"x"}, {"inner"});
    const auto inner =
        wire::CreateGraph(b, 0, 0, b.CreateVector(&inner_node, 1), 1, 0, names(b, {}), names(b, {"inner"}));
    const auto branch = wire::CreateAttribute(b, b.CreateString("then_branch"), 0, wire::AttributeType::GRAPH,
                                              0, 0, 0, 0, inner);
    const auto outer_node = node(b, "If", {"cond"}, {"y"}, {branch});
    const auto outer = wire::CreateGraph(b, 0, 0, b.CreateVector(&outer_node, 1), 1, 0,
                                         names(b, {"cond", "x"}), names(b, {"y"}));
    const Model model = read(finish(b, outer));
    ASSERT_EQ(model.graphs.size(), 2U);
    const Graph& child = model.graphs[1];
    EXPECT_EQ(child.kind, GraphKind::kSubgraph);
    EXPECT_EQ(child.parent, GraphId(0U));
    EXPECT_EQ(model.text(child.owner_attribute), "then_branch");
    ASSERT_EQ(child.captures.size(), 1U);
    EXPECT_EQ(model.text(child.tensor(child.captures[0].local).name), "x");
    EXPECT_EQ(child.captures[0].outer_graph, GraphId(0U));
}

TEST(Ort, GivesTensorsTheQuantizationOfTheirOperators) {
    Builder b;
    const std::vector<Offset<wire::Tensor>> initializers{tensor<float>(b, "scale", kFloat, {}, {0.25F}),
                                                         tensor<uint8_t>(b, "zero", kUint8, {}, {128})};
    const auto quantize = node(b, "QuantizeLinear", {"x", "scale", "zero"}, {"q"});
    const auto graph = wire::CreateGraph(b, b.CreateVector(initializers), 0, b.CreateVector(&quantize, 1), 1,
                                         0, names(b, {"x"}), names(b, {"q"}));
    const Model model = read(finish(b, graph));
    const Tensor* q = find(model, model.graphs[0], "q");
    ASSERT_NE(q, nullptr);
    ASSERT_TRUE(q->quantization.valid());
    const auto parameters = quant_parameters(model, model.quantization(q->quantization));
    ASSERT_TRUE(parameters.has_value());
    EXPECT_THAT(parameters->scales, ElementsAre(0.25F));
    EXPECT_THAT(parameters->zero_points, ElementsAre(128));
}

TEST(Ort, ReadsStringSparseAndExternalInitializers) {
    Builder b;
    const auto texts =
        wire::CreateTensor(b, b.CreateString("texts"), 0, b.CreateVector(std::vector<int64_t>{2}), kString, 0,
                           names(b, {"a", "bc"}));
    wire::TensorBuilder outside(b);
    outside.add_data_type(kFloat);
    outside.add_external_data_offset(64);
    const std::vector<Offset<wire::Tensor>> initializers{texts, outside.Finish()};
    const auto values = tensor<float>(b, "sparse", kFloat, {2}, {7, 8});
    const auto indices = tensor<int64_t>(b, "", kInt64, {2}, {1, 4});
    const auto sparse =
        wire::CreateSparseTensor(b, values, indices, b.CreateVector(std::vector<int64_t>{2, 3}));
    const auto use = node(b, "Op", {"texts", "sparse"}, {"y"});
    const auto graph = wire::CreateGraph(b, b.CreateVector(initializers), 0, b.CreateVector(&use, 1), 1, 0, 0,
                                         0, b.CreateVector(&sparse, 1));
    const Model model = read(finish(b, graph));
    const auto words =
        read_values(model, model.constant(find(model, model.graphs[0], "texts")->constant), 0, 9);
    ASSERT_TRUE(words.has_value());
    EXPECT_THAT(std::get<std::vector<std::string>>(*words), ElementsAre("a", "bc"));
    const Constant& coordinates = model.constant(find(model, model.graphs[0], "sparse")->constant);
    EXPECT_TRUE(coordinates.sparse);
    EXPECT_THAT(to_doubles(*read_values(model, coordinates, 0, 9)), ElementsAre(0, 7, 0, 0, 8, 0));
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_THAT(model.damages[0].error.message,
                HasSubstr("model.graph.initializers[1] keeps its values at offset 64"));
}

TEST(Ort, WritesOutSequenceAndMapTypes) {
    Builder b;
    const auto element = tensor_type(b, kFloat, {});
    const auto map = wire::CreateTypeInfo(b, 0, wire::TypeInfoValue::map_type,
                                          wire::CreateMapType(b, kInt64, element).Union());
    const auto sequence = wire::CreateTypeInfo(b, 0, wire::TypeInfoValue::sequence_type,
                                               wire::CreateSequenceType(b, map).Union());
    const auto arg = value(b, "x", sequence);
    const auto graph = wire::CreateGraph(b, 0, b.CreateVector(&arg, 1), 0, 0, 0, names(b, {"x"}));
    const Model model = read(finish(b, graph));
    const Tensor& x = model.graphs[0].tensors[0];
    EXPECT_EQ(x.kind, ValueKind::kSequence);
    EXPECT_EQ(model.text(x.type_name), "sequence<map<int64,float32>>");
}

TEST(Ort, ListsOptimizationsLeftToTheRuntime) {
    Builder b;
    const auto nodes =
        wire::CreateNodesToOptimizeIndices(b, b.CreateVector(std::vector<uint32_t>{3, 4, UINT32_MAX}));
    const auto record =
        wire::CreateRuntimeOptimizationRecord(b, b.CreateString("Conv"), nodes, 0, names(b, {"QLinearConv"}));
    const auto entry = wire::CreateRuntimeOptimizationRecordContainerEntry(b, b.CreateString("Fuser"),
                                                                           b.CreateVector(&record, 1));
    const auto all = wire::CreateRuntimeOptimizations(b, b.CreateVector(&entry, 1));
    const Model model = read(finish(b, wire::CreateGraph(b, 0, 0, 0, 0, 0, 0, 0, 0, all)));
    const auto metadata = model.metadata_of(model.graphs[0].metadata);
    ASSERT_EQ(metadata.size(), 2U);
    EXPECT_EQ(model.text(metadata[0].key), "ort_version");
    EXPECT_EQ(model.text(metadata[1].key), "runtime optimization Fuser");
    EXPECT_EQ(model.text(metadata[1].value), "Conv: nodes 3, 4 become QLinearConv");
}

TEST(Ort, BoundsHowDeepGraphsNest) {
    Builder b;
    auto graph = wire::CreateGraph(b);
    for (int i = 0; i < 200; ++i) {
        const auto body = wire::CreateAttribute(b, b.CreateString("body"), 0, wire::AttributeType::GRAPH, 0,
                                                0, 0, 0, graph);
        const auto loop = node(b, "Loop", {}, {}, {body});
        graph = wire::CreateGraph(b, 0, 0, b.CreateVector(&loop, 1));
    }
    const Model model = read(finish(b, graph));
    EXPECT_LT(model.graphs.size(), 100U);
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_THAT(model.damages[0].error.message, HasSubstr("is nested too deeply"));
}

TEST(Ort, SurvivesTruncationAndWrongBytesAnywhere) {
    const auto good = small_model();
    for (size_t at = 0; at < good.size(); ++at) {
        const auto cut = read_model({good.begin(), good.begin() + static_cast<ptrdiff_t>(at)}, "t.ort");
        if (!cut) {
            EXPECT_FALSE(cut.error().message.empty());
        }
        for (const int value : {0x00, 0x7F, 0xFF}) {
            auto bad = good;
            bad[at] = static_cast<std::byte>(value);
            const auto model = read_model(std::move(bad), "t.ort");
            if (!model) continue;
            for (const Constant& constant : model->constants) (void)read_values(*model, constant, 0, 16);
        }
    }
}

}  // namespace
}  // namespace netloupe::ort_test
