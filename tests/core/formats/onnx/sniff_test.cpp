#include <gmock/gmock.h>

#include "base/byte_cursor.h"
#include "formats/onnx.h"
#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using Match = FormatReader::Match;
using schema::TensorProto;
using namespace std::string_view_literals;

Match sniff(std::string_view bytes) {
    return netloupe::sniff(kOnnxReader, as_bytes(bytes));
}

TEST(OnnxSniff, IsSureOfModels) {
    auto model = new_model();
    add_node(*model.mutable_graph(), "Relu", {"x"}, {"y"});
    EXPECT_EQ(sniff(model.SerializeAsString()), Match::kSure);
    model.clear_ir_version();
    model.set_producer_name("old");
    EXPECT_EQ(sniff(model.SerializeAsString()), Match::kSure);
    // A graph larger than the head.
    add_floats(*model.mutable_graph(), "w", {1}, {1}).set_raw_data(std::string(100'000, '\xee'));
    EXPECT_EQ(sniff(model.SerializeAsString()), Match::kSure);
}

TEST(OnnxSniff, TakesModelsWithLongTextsBeforeTheGraph) {
    schema::ModelProto model;
    model.set_ir_version(8);
    model.set_doc_string(std::string(10'000, 'd'));
    add_node(*model.mutable_graph(), "Relu", {"x"}, {"y"});
    EXPECT_EQ(sniff(model.SerializeAsString()), Match::kMaybe);
    EXPECT_EQ(read(model).graphs[0].nodes.size(), 1U);
}

TEST(OnnxSniff, TellsTensorsSequencesAndMaps) {
    schema::TensorProto tensor_file;
    set_tensor(tensor_file, "x", TensorProto::FLOAT, {2}).set_raw_data(raw<float>({1, 2}));
    const Model one = read(tensor_file, "input_0.pb");
    EXPECT_EQ(one.format_name, "ONNX Tensor");
    ASSERT_EQ(one.graphs[0].tensors.size(), 1U);
    EXPECT_THAT(numbers(one, tensor(one, "x").constant), testing::ElementsAre(1, 2));

    schema::SequenceProto sequence;
    sequence.set_name("seq");
    sequence.set_elem_type(1);
    *sequence.add_tensor_values() = tensor_file;
    sequence.add_tensor_values()->CopyFrom(tensor_file);
    sequence.mutable_tensor_values(1)->clear_name();
    const Model two = read(sequence, "input_0.pb");
    EXPECT_EQ(two.format_name, "ONNX Sequence");
    ASSERT_EQ(two.graphs[0].tensors.size(), 2U);
    EXPECT_EQ(two.text(two.graphs[0].tensors[1].name), "seq[1]");

    schema::MapProto map;
    map.set_name("map");
    map.set_key_type(TensorProto::INT64);
    map.add_keys(5);
    *map.mutable_values() = sequence;
    const Model three = read(map, "input_0.pb");
    EXPECT_EQ(three.format_name, "ONNX Map");
    EXPECT_EQ(three.graphs[0].tensors.size(), 2U);
}

TEST(OnnxSniff, ReadsSequencesOfSequences) {
    schema::SequenceProto sequence;
    sequence.set_name("s");
    sequence.set_elem_type(3);
    auto& inner = *sequence.add_sequence_values();
    inner.set_elem_type(1);
    set_tensor(*inner.add_tensor_values(), "", TensorProto::FLOAT, {1}).add_float_data(4);
    const Model model = read(sequence, "a.pb");
    EXPECT_THAT(numbers(model, tensor(model, "s[0][0]").constant), testing::ElementsAre(4));
}

TEST(OnnxSniff, LeavesOthersFilesAlone) {
    // TensorFlow SavedModel: schema version, then a message where ONNX has the producer's name.
    EXPECT_EQ(sniff("\x08\x01\x12\x0a\x0a\x08\x0a\x02\x08\x01\x12\x02\x0a\x00"sv), Match::kNo);
    // TensorFlow GraphDef, Caffe NetParameter: field 1 is not a number.
    EXPECT_EQ(sniff("\x0a\x0f\x0a\x01x\x12\x0bPlaceholder"sv), Match::kNo);
    // Core ML: specification version, then a description.
    EXPECT_EQ(sniff("\x08\x04\x12\x0c\x0a\x0a\x0a\x05image\x12\x01\x00"sv), Match::kNo);
    EXPECT_EQ(sniff("\x1c\x00\x00\x00TFL3\x00\x00\x00\x00"sv), Match::kNo);
    EXPECT_EQ(sniff("\x28\x00\x00\x00ORTM\x00\x00\x00\x00"sv), Match::kNo);
    EXPECT_EQ(sniff("GGUF\x03\x00\x00\x00"sv), Match::kNo);
    EXPECT_EQ(sniff("PK\x03\x04"sv), Match::kNo);
    EXPECT_EQ(sniff("this is not a valid onnx model"), Match::kNo);
    EXPECT_EQ(sniff("{\"format\": \"layers-model\"}"), Match::kNo);
    EXPECT_EQ(sniff("node {\n  name: \"x\"\n  op: \"Placeholder\"\n}\n"), Match::kNo);
    EXPECT_EQ(sniff("name: \"net\"\nlayer {\n  type: \"Convolution\"\n}\n"), Match::kNo);
    EXPECT_EQ(sniff(""), Match::kNo);
    EXPECT_EQ(sniff(std::string(4096, '\0')), Match::kNo);
}

TEST(OnnxSniff, TellsTextForms) {
    EXPECT_EQ(sniff("ir_version: 8\ngraph { }\n"), Match::kSure);
    EXPECT_EQ(sniff("# comment\n\ndims: 2\ndata_type: 1\nfloat_data: 1\n"), Match::kSure);
    EXPECT_EQ(sniff("<\n  ir_version: 8,\n  opset_import: [\"\" : 17]\n>\nagraph (float x) => (float y) {}"),
              Match::kSure);
    EXPECT_EQ(sniff("agraph (float[N] x) => (float[N] y) { y = Relu(x) }"), Match::kMaybe);
    EXPECT_EQ(sniff("{\n \"irVersion\": \"8\", \"graph\": {} }"), Match::kSure);
}

}  // namespace
}  // namespace netloupe::onnx_test
