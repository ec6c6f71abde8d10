#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/limits.h"
#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::AttributeProto;
using schema::TensorProto;
using testing::HasSubstr;

schema::ModelProto chain(int nodes) {
    auto model = new_model();
    for (int i = 0; i < nodes; ++i) {
        auto& node = *model.mutable_graph()->add_node();
        node.set_op_type("Relu");
        node.add_input("t" + std::to_string(i));
        node.add_output("t" + std::to_string(i + 1));
        add_int(node, "axis", i);
    }
    return model;
}

TEST(OnnxDamage, KeepsTheNodesBeforeTheCut) {
    const std::string whole = chain(10).SerializeAsString();
    const Model cut = read_bytes(whole.substr(0, whole.size() / 2)).value();
    EXPECT_GE(cut.graphs[0].nodes.size(), 3U);
    EXPECT_LE(cut.graphs[0].nodes.size(), 7U);
    ASSERT_EQ(cut.damages.size(), 1U) << damages(cut);
    EXPECT_EQ(cut.damages[0].error.code, ErrorCode::kCorrupt);
    EXPECT_THAT(cut.damages[0].error.message, HasSubstr("beyond the end of the file"));
    EXPECT_THAT(cut.damages[0].error.message, HasSubstr("graph.node["));
}

TEST(OnnxDamage, NeverFailsOtherwiseThanByAnError) {
    auto model = chain(4);
    add_floats(*model.mutable_graph(), "w", {2}, {1, 2});
    set_value(*model.mutable_graph()->add_input(), "t0", TensorProto::FLOAT, {2});
    model.add_functions()->set_name("f");
    const std::string whole = model.SerializeAsString();
    for (size_t length = 0; length < whole.size(); ++length) {
        const auto result = read_bytes(whole.substr(0, length));
        if (result) {
            EXPECT_FALSE(result->graphs.empty()) << length;
        } else {
            EXPECT_FALSE(result.error().message.empty()) << length;
        }
    }
}

TEST(OnnxDamage, SurvivesEveryChangedByte) {
    auto model = chain(3);
    add_floats(*model.mutable_graph(), "w", {2}, {1, 2});
    auto& node = add_node(*model.mutable_graph(), "If", {"c"}, {"d"});
    add_node(*add_attribute(node, "then_branch", AttributeProto::GRAPH).mutable_g(), "Relu", {"w"}, {"e"});
    const std::string whole = model.SerializeAsString();
    for (size_t at = 0; at < whole.size(); ++at) {
        for (const char change : {'\x00', '\x7f', '\x80', '\xff'}) {
            std::string changed = whole;
            changed[at] = change;
            const auto result = read_bytes(changed);
            EXPECT_TRUE(result.has_value() || !result.error().message.empty());
        }
    }
}

TEST(OnnxDamage, NamesTheFieldAndItsOffset) {
    auto model = chain(3);
    std::string bytes = model.SerializeAsString();
    // The length of the second node's attribute: AttributeProto is field 5.
    size_t at = bytes.find("t2");
    at = bytes.find("\x2a", at);
    bytes[at + 1] = 99;
    const Model damaged = read_bytes(bytes).value();
    EXPECT_EQ(damages(damaged),
              "graph.node[1]: length 99 reaches beyond the end of the message around it.\n");
    EXPECT_EQ(damaged.damages[0].error.offset, at);
    EXPECT_EQ(damaged.damages[0].graph, GraphId(0U));
    EXPECT_EQ(damaged.damages[0].node, NodeId(1U));
    // The nodes after it are whole.
    EXPECT_EQ(damaged.graphs[0].nodes.size(), 3U);
    EXPECT_EQ(damaged.text(damaged.graphs[0].nodes[2].op), "Relu");
}

TEST(OnnxDamage, IsAnErrorWithoutAGraph) {
    const auto none = read_bytes("\x08\x08\x12\x04test\x42\x04\x0a\x00\x10\x0d");
    ASSERT_FALSE(none.has_value());
    EXPECT_THAT(none.error().message, testing::StartsWith("opset_import"));
    auto model = new_model();
    model.clear_graph();
    const auto no_graph = read_bytes(model.SerializeAsString() + model.SerializeAsString());
    ASSERT_FALSE(no_graph.has_value());
    EXPECT_THAT(no_graph.error().message, HasSubstr("The model has no graph"));
    EXPECT_THAT(no_graph.error().message, testing::Not(HasSubstr("\n")));
}

TEST(OnnxDamage, BoundsNestedGraphs) {
    auto model = new_model();
    auto* graph = model.mutable_graph();
    for (uint32_t i = 0; i < limits::kNesting + 10; ++i) {
        auto& node = add_node(*graph, "If", {"c"}, {"d"});
        graph = add_attribute(node, "then_branch", AttributeProto::GRAPH).mutable_g();
    }
    const Model read_back = read(model);
    EXPECT_LE(read_back.graphs.size(), limits::kNesting + 1);
    ASSERT_EQ(read_back.damages.size(), 1U);
    EXPECT_EQ(read_back.damages[0].error.code, ErrorCode::kLimit);
    EXPECT_THAT(read_back.damages[0].error.message, HasSubstr("graphs are nested deeper than 64"));
}

TEST(OnnxDamage, KnowsItsTensor) {
    auto model = chain(1);
    auto& node = add_node(*model.mutable_graph(), "If", {"c"}, {"d"});
    auto& branch = *add_attribute(node, "then_branch", AttributeProto::GRAPH).mutable_g();
    set_tensor(*branch.add_initializer(), "inner", 99, {1}).set_raw_data("x");
    set_tensor(*model.mutable_graph()->add_initializer(), "outer", 99, {1}).set_raw_data("x");
    const Model read_back = read(model);
    ASSERT_EQ(read_back.damages.size(), 2U);
    EXPECT_EQ(read_back.damages[0].graph, GraphId(1U));
    EXPECT_FALSE(read_back.damages[0].node.valid());
    EXPECT_EQ(read_back.damages[0].tensor, find(read_back, read_back.graphs[1], "inner"));
    EXPECT_EQ(read_back.damages[1].graph, GraphId(0U));
    EXPECT_EQ(read_back.damages[1].tensor, find(read_back, read_back.graphs[0], "outer"));
}

TEST(OnnxDamage, TellsAtMostAHundredPlaces) {
    auto model = new_model();
    for (int i = 0; i < 1000; ++i) {
        set_tensor(*model.mutable_graph()->add_initializer(), "w" + std::to_string(i), 99, {1});
    }
    EXPECT_EQ(read(model).damages.size(), 100U);
}

TEST(OnnxDamage, ReadsASparseFileOfGigabytesByItsHeaders) {
    const auto path =
        std::filesystem::temp_directory_path() / ("netloupe_huge_" + std::to_string(getpid()) + ".onnx");
    auto model = new_model();
    add_node(*model.mutable_graph(), "Relu", {"w"}, {"y"});
    std::string head = model.SerializeAsString();
    const auto varint = [](uint64_t value) {
        std::string out;
        for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
        return out + static_cast<char>(value);
    };
    // One more piece of the graph: an initializer of 4 GB of zeros.
    const uint64_t size = 4ULL << 30;
    const std::string count = varint(size / 4);
    const std::string tensor_head = "\x08" + count + "\x10\x01\x42\x01w\x4a" + varint(size);
    const std::string initializer = "\x2a" + varint(tensor_head.size() + size) + tensor_head;
    head += "\x3a" + varint(initializer.size() + size) + initializer;
    std::ofstream(path, std::ios::binary) << head;
    std::filesystem::resize_file(path, head.size() + size);
    const auto begin = std::chrono::steady_clock::now();
    const auto read_back = open_model(path.string());
    const auto took = std::chrono::steady_clock::now() - begin;
    std::filesystem::remove(path);
    ASSERT_TRUE(read_back.has_value()) << read_back.error().message;
    EXPECT_EQ(damages(*read_back), "");
    EXPECT_EQ(read_back->constant(tensor(*read_back, "w").constant).length, size);
    EXPECT_LT(took, std::chrono::seconds(1)) << "weights were read";
}

}  // namespace
}  // namespace netloupe::onnx_test
