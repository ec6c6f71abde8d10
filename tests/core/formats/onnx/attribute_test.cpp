#include <gmock/gmock.h>

#include "base/limits.h"
#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::AttributeProto;
using schema::TensorProto;
using testing::ElementsAre;

/// Reads a model of one node "Op" that `fill` gives attributes.
template <typename Fill>
Model read_node_with(Fill&& fill) {
    auto model = new_model();
    fill(add_node(*model.mutable_graph(), "Op", {"x"}, {"y"}));
    return read(model);
}

const Attribute& attribute(const Model& model, std::string_view name) {
    static const Attribute kNone;
    const Attribute* found = model.find_attribute(model.graphs[0].nodes[0], name);
    EXPECT_NE(found, nullptr) << name;
    return found == nullptr ? kNone : *found;
}

TEST(OnnxAttribute, ReadsSingleValues) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        add_attribute(node, "f", AttributeProto::FLOAT).set_f(0.25F);
        add_attribute(node, "i", AttributeProto::INT).set_i(-7);
        add_attribute(node, "s", AttributeProto::STRING).set_s("größe");
        add_attribute(node, "b", AttributeProto::STRING).set_s("\xff\x00\x01");
        add_attribute(node, "default", AttributeProto::INT);
    });
    EXPECT_EQ(attribute(model, "f").type, AttributeType::kFloat);
    EXPECT_EQ(attribute(model, "f").real, 0.25);
    EXPECT_EQ(attribute(model, "i").integer, -7);
    EXPECT_EQ(attribute(model, "s").type, AttributeType::kString);
    EXPECT_EQ(model.text(attribute(model, "s").text), "größe");
    EXPECT_EQ(attribute(model, "b").type, AttributeType::kBytes);
    EXPECT_EQ(attribute(model, "default").type, AttributeType::kInt);
    EXPECT_EQ(attribute(model, "default").integer, 0);
}

TEST(OnnxAttribute, ReadsLists) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        auto& ints = add_attribute(node, "ints", AttributeProto::INTS);
        for (const int64_t v : {3, -1, 1000}) ints.add_ints(v);
        auto& floats = add_attribute(node, "floats", AttributeProto::FLOATS);
        for (const float v : {0.5F, -2.0F}) floats.add_floats(v);
        auto& strings = add_attribute(node, "strings", AttributeProto::STRINGS);
        for (const char* v : {"a", "", "b"}) strings.add_strings(v);
        add_attribute(node, "none", AttributeProto::INTS);
    });
    EXPECT_THAT(Model::slice_of(model.ints, attribute(model, "ints").list), ElementsAre(3, -1, 1000));
    EXPECT_THAT(Model::slice_of(model.floats, attribute(model, "floats").list), ElementsAre(0.5, -2));
    std::vector<std::string_view> texts;
    for (const StringId id : Model::slice_of(model.texts, attribute(model, "strings").list)) {
        texts.push_back(model.text(id));
    }
    EXPECT_THAT(texts, ElementsAre("a", "", "b"));
    EXPECT_EQ(attribute(model, "none").type, AttributeType::kInts);
    EXPECT_TRUE(attribute(model, "none").list.empty());
}

TEST(OnnxAttribute, ReadsPackedLists) {
    // proto3 writers pack numbers, proto2 writers do not.
    const std::string packed_attribute = std::string("\x0a\x01k\x42\x04\x02\x96\x01\x05\xa0\x01\x07", 12);
    const std::string node =
        "\x22\x02Op\x2a" + std::string(1, static_cast<char>(packed_attribute.size())) + packed_attribute;
    const std::string graph = "\x0a" + std::string(1, static_cast<char>(node.size())) + node;
    const std::string file =
        "\x08\x08\x3a" + std::string(1, static_cast<char>(graph.size())) + graph + "\x42\x02\x10\x0d";
    const auto model = read_bytes(file);
    ASSERT_TRUE(model.has_value());
    EXPECT_THAT(Model::slice_of(model->ints, attribute(*model, "k").list), ElementsAre(2, 150, 5));
}

TEST(OnnxAttribute, LeavesLongListsInTheFile) {
    const auto count = static_cast<int64_t>(limits::kInlineList) + 1;
    const Model model = read_node_with([&](schema::NodeProto& node) {
        auto& ints = add_attribute(node, "ints", AttributeProto::INTS);
        auto& floats = add_attribute(node, "floats", AttributeProto::FLOATS);
        for (int64_t i = 0; i < count; ++i) {
            ints.add_ints(-i);
            floats.add_floats(static_cast<float>(i) / 2);
        }
    });
    const Constant& ints = model.constant(attribute(model, "ints").constant);
    EXPECT_EQ(element_count(model, ints.shape), count);
    EXPECT_EQ(to_doubles(*read_values(model, ints, 500, 2)), (std::vector<double>{-500, -501}));
    const Constant& floats = model.constant(attribute(model, "floats").constant);
    EXPECT_EQ(to_doubles(*read_values(model, floats, 1024, 9)), (std::vector<double>{512}));
}

TEST(OnnxAttribute, LeavesLongBlobsInTheFile) {
    const std::string blob(limits::kInlineText + 1, '\x7f');
    const Model model = read_node_with(
        [&](schema::NodeProto& node) { add_attribute(node, "blob", AttributeProto::STRING).set_s(blob); });
    EXPECT_EQ(attribute(model, "blob").type, AttributeType::kBytes);
    const auto bytes = constant_bytes(model, model.constant(attribute(model, "blob").constant));
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(bytes->size(), blob.size());
}

TEST(OnnxAttribute, ReadsTensorsAndGraphs) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        set_tensor(*add_attribute(node, "t", AttributeProto::TENSOR).mutable_t(), "inner", TensorProto::FLOAT,
                   {1})
            .set_raw_data(raw<float>({9}));
        auto& tensors = add_attribute(node, "ts", AttributeProto::TENSORS);
        for (const float v : {1.0F, 2.0F}) {
            set_tensor(*tensors.add_tensors(), "", TensorProto::FLOAT, {1}).set_raw_data(raw<float>({v}));
        }
        add_attribute(node, "g", AttributeProto::GRAPH).mutable_g()->set_name("one");
        auto& graphs = add_attribute(node, "gs", AttributeProto::GRAPHS);
        graphs.add_graphs()->set_name("two");
        graphs.add_graphs()->set_name("three");
    });
    EXPECT_THAT(numbers(model, attribute(model, "t").constant), ElementsAre(9));
    const auto ids = Model::slice_of(model.ids, attribute(model, "ts").list);
    ASSERT_EQ(ids.size(), 2U);
    EXPECT_THAT(numbers(model, ConstantId(ids[1])), ElementsAre(2));
    EXPECT_EQ(model.text(model.graph(attribute(model, "g").graph).name), "one");
    const auto graphs = Model::slice_of(model.ids, attribute(model, "gs").list);
    ASSERT_EQ(graphs.size(), 2U);
    EXPECT_EQ(model.text(model.graph(GraphId(graphs[1])).name), "three");
    EXPECT_EQ(model.text(model.graph(GraphId(graphs[1])).owner_attribute), "gs");
}

TEST(OnnxAttribute, ReadsSparseTensors) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        auto& sparse = *add_attribute(node, "sparse", AttributeProto::SPARSE_TENSOR).mutable_sparse_tensor();
        sparse.add_dims(4);
        set_tensor(*sparse.mutable_values(), "v", TensorProto::FLOAT, {2}).set_raw_data(raw<float>({1, 2}));
        set_tensor(*sparse.mutable_indices(), "", TensorProto::INT64, {2}).set_raw_data(raw<int64_t>({0, 3}));
        auto& list = add_attribute(node, "list", AttributeProto::SPARSE_TENSORS);
        *list.add_sparse_tensors() = sparse;
    });
    EXPECT_EQ(attribute(model, "sparse").type, AttributeType::kTensor);
    EXPECT_TRUE(model.constant(attribute(model, "sparse").constant).sparse);
    EXPECT_THAT(numbers(model, attribute(model, "sparse").constant), ElementsAre(1, 0, 0, 2));
    const auto ids = Model::slice_of(model.ids, attribute(model, "list").list);
    ASSERT_EQ(ids.size(), 1U);
    EXPECT_THAT(numbers(model, ConstantId(ids[0])), ElementsAre(1, 0, 0, 2));
}

TEST(OnnxAttribute, ReadsTypes) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        auto& type = *add_attribute(node, "type", AttributeProto::TYPE_PROTO).mutable_tp();
        auto& element = *type.mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type();
        element.set_elem_type(TensorProto::FLOAT);
        element.mutable_shape()->add_dim()->set_dim_value(5);
        auto& list = add_attribute(node, "types", AttributeProto::TYPE_PROTOS);
        list.add_type_protos()->mutable_tensor_type()->set_elem_type(TensorProto::INT8);
    });
    EXPECT_EQ(attribute(model, "type").type, AttributeType::kType);
    EXPECT_EQ(model.text(attribute(model, "type").text), "sequence<float32[5]>");
    const auto texts = Model::slice_of(model.texts, attribute(model, "types").list);
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(model.text(texts[0]), "int8");
}

TEST(OnnxAttribute, KeepsReferencesToFunctionParameters) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        add_attribute(node, "alpha", AttributeProto::FLOAT).set_ref_attr_name("outer_alpha");
    });
    EXPECT_EQ(attribute(model, "alpha").type, AttributeType::kReference);
    EXPECT_EQ(model.text(attribute(model, "alpha").text), "outer_alpha");
}

TEST(OnnxAttribute, GuessesTypesThatOldModelsDoNotState) {
    const Model model = read_node_with([](schema::NodeProto& node) {
        const auto untyped = [&](const char* name) -> AttributeProto& {
            auto& added = *node.add_attribute();
            added.set_name(name);
            return added;
        };
        untyped("ints").add_ints(4);
        untyped("f").set_f(0.5F);
        untyped("s").set_s("text");
        untyped("i").set_i(3);
        untyped("empty");
    });
    EXPECT_EQ(attribute(model, "ints").type, AttributeType::kInts);
    EXPECT_EQ(attribute(model, "f").real, 0.5);
    EXPECT_EQ(model.text(attribute(model, "s").text), "text");
    EXPECT_EQ(attribute(model, "i").integer, 3);
    EXPECT_EQ(attribute(model, "empty").type, AttributeType::kInts);
}

TEST(OnnxAttribute, NamesElementTypesOfStandardOperators) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_int(add_node(graph, "Cast", {"x"}, {"y"}), "to", TensorProto::BFLOAT16);
    auto& custom = add_node(graph, "Own", {"y"}, {"z"});
    custom.set_domain("my.ops");
    add_int(custom, "to", 1);
    const Model read_back = read(model);
    const auto& nodes = read_back.graphs[0].nodes;
    const Attribute& to = read_back.attributes_of(nodes[0])[0];
    EXPECT_EQ(to.type, AttributeType::kEnum);
    EXPECT_EQ(read_back.text(to.text), "bfloat16");
    EXPECT_EQ(to.integer, 16);
    EXPECT_EQ(read_back.attributes_of(nodes[1])[0].type, AttributeType::kInt);
}

}  // namespace
}  // namespace netloupe::onnx_test
