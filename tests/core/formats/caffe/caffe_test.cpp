#include "formats/caffe.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>

#include "../model_folder.h"
#include "schemas/caffe.pb.h"

namespace netloupe::formats_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace schema = netloupe::schema::caffe;

constexpr std::string_view kText = R"(name: "n"
input: "data"
input_dim: 1 input_dim: 3 input_dim: 8 input_dim: 8
layer {
  name: "conv" type: "Convolution" bottom: "data" top: "conv"
  convolution_param { num_output: 2 kernel_size: 3 stride: 2 weight_filler { type: "xavier" } }
}
layer { name: "relu" type: "ReLU" bottom: "conv" top: "conv" }
layer { name: "pool" type: "Pooling" bottom: "conv" top: "pool"
  pooling_param { pool: MAX kernel_size: 2 }
  include { phase: TEST } }
)";

std::string binary(std::string_view text) {
    schema::NetParameter network;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(std::string(text), &network));
    return network.SerializeAsString();
}

TEST(Caffe, ReadsTextWithLines) {
    const Model model = expect_model(read_text(kText, "/nonexistent/m.prototxt"));
    EXPECT_EQ(model.format_name + " " + model.format_version, "Caffe v2");
    EXPECT_EQ(model.text(model.graphs[0].name), "n");
    EXPECT_THAT(nodes_of(model),
                ElementsAre("Convolution data -> conv", "ReLU conv -> conv", "Pooling conv -> pool"));
    EXPECT_EQ(type_of(model, "data"), "float32 1×3×8×8");
    const Graph& graph = model.graphs[0];
    EXPECT_EQ(graph.nodes[0].origin.line, 4U);
    EXPECT_EQ(graph.nodes[2].origin.line, 9U);
    EXPECT_NE(model.outputs(graph.nodes[0])[0], model.outputs(graph.nodes[1])[0])
        << "A layer in place makes a value.";
    EXPECT_EQ(model.inputs(graph.nodes[2])[0], model.outputs(graph.nodes[1])[0]);
    EXPECT_THAT(names_of(model, graph.outputs), ElementsAre("pool"));
    EXPECT_EQ(model.int_attribute(graph.nodes[0], "num_output", 0), 2);
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(graph.nodes[0], "stride")->list),
                ElementsAre(2));
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[0], "weight_filler")->text),
              R"({"type":"xavier"})");
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[2], "pool")->text), "MAX");
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[2], "include")->text), R"([{"phase":"TEST"}])");
    EXPECT_THAT(damages_of(model), IsEmpty());
}

TEST(Caffe, ReadsWeightsWhereTheyLie) {
    const std::string bytes = binary(R"(
        layer { name: "in" type: "Input" top: "x" input_param { shape { dim: 1 dim: 2 } } }
        layer { name: "fc" type: "InnerProduct" bottom: "x" top: "y"
                blobs { shape { dim: 2 dim: 2 } data: 1 data: 2 data: 3 data: 4 }
                blobs { num: 1 channels: 1 height: 1 width: 2 data: 5 data: 6 } })");
    const Model model = expect_model(read_text(bytes, "m.caffemodel"));
    EXPECT_THAT(nodes_of(model), ElementsAre("InnerProduct x,fc.weights,fc.bias -> y"));
    EXPECT_EQ(type_of(model, "x"), "float32 1×2");
    EXPECT_EQ(type_of(model, "fc.bias"), "float32 2");
    EXPECT_THAT(values_of(model, "fc.weights"), ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(model.constants[0].decoder, nullptr) << "They are one array in the file.";
    EXPECT_THAT(damages_of(model), IsEmpty());
}

TEST(Caffe, FindsTheWeightsBesideAText) {
    ModelFolder folder;
    folder.write("m.prototxt", kText);
    folder.write("m.caffemodel", binary(R"(layer { name: "conv" type: "Convolution" bottom: "data" top: "conv"
        blobs { shape { dim: 2 } data: 8 data: 9 } })"));
    const Model model = expect_model(folder.open("m.prototxt"));
    EXPECT_THAT(nodes_of(model)[0], "Convolution data,conv.weights -> conv");
    EXPECT_THAT(values_of(model, "conv.weights"), ElementsAre(8, 9));
}

TEST(Caffe, TellsLayersOfOldGenerationsInTodaysWords) {
    const Model v1 = expect_model(read_text(binary(R"(
        layers { name: "fc" type: INNER_PRODUCT bottom: "x" top: "y" inner_product_param { num_output: 4 } })"),
                                            "m"));
    EXPECT_EQ(v1.format_version, "v1");
    EXPECT_THAT(nodes_of(v1), ElementsAre("InnerProduct x -> y"));
    EXPECT_EQ(v1.int_attribute(v1.graphs[0].nodes[0], "num_output", 0), 4);
    const Model v0 = expect_model(read_text(R"(input: "x" layers { bottom: "x" top: "y"
        layer { name: "c" type: "conv" num_output: 5 kernelsize: 3 biasterm: false } })",
                                            "m"));
    EXPECT_EQ(v0.format_version, "v0");
    EXPECT_THAT(nodes_of(v0), ElementsAre("Convolution x -> y"));
    EXPECT_EQ(v0.text(v0.graphs[0].nodes[0].name), "c");
    EXPECT_EQ(v0.int_attribute(v0.graphs[0].nodes[0], "kernel_size", 0), 3);
    EXPECT_EQ(v0.int_attribute(v0.graphs[0].nodes[0], "bias_term", 1), 0);
}

TEST(Caffe, NamesFieldsThatItDoesNotRead) {
    const Model model = expect_model(read_text(
        "layer { name: \"a\" type: \"Odd\" top: \"y\"\n odd_param { x: 1 } }", "/nonexistent/m.prototxt"));
    EXPECT_THAT(nodes_of(model), ElementsAre("Odd -> y"));
    EXPECT_THAT(metadata_of(model, model.model_metadata), HasSubstr("odd_param"));
}

TEST(Caffe, TellsDamage) {
    const std::string bytes = binary(R"(layer { name: "fc" type: "InnerProduct" bottom: "x" top: "y"
        blobs { shape { dim: 2 dim: 9 } data: 1 } })");
    EXPECT_THAT(damages_of(expect_model(read_text(bytes, "m"))), ElementsAre(HasSubstr("2×9 with 4 bytes")));
    EXPECT_FALSE(expect_model(read_text(bytes.substr(0, bytes.size() - 3), "m")).damages.empty());
    const Model text =
        expect_model(read_text(std::string(kText) + "layer { name: \"x\" type ", "/nonexistent/m"));
    EXPECT_EQ(text.damages[0].error.line, 12U);
}

TEST(Caffe, HostileTextsEndInOneError) {
    std::string deep = "layer { type: \"X\" top: \"y\" ";
    for (int i = 0; i < 100'000; ++i) deep += "a {";
    EXPECT_THAT(damages_of(expect_model(read_text(deep, "m"))), testing::SizeIs(1));
    std::string many = "layer { type: \"X\" top: \"y\" }";
    for (int i = 0; i < 500'000; ++i) many += "layer{}";
    EXPECT_EQ(read_text(many, "m").error().code, ErrorCode::kLimit);
    const std::string huge = binary(R"(layer { name: "fc" type: "X" bottom: "x" top: "y"
        blobs { shape { dim: 9223372036854775807 dim: 9223372036854775807 } data: 1 } })");
    EXPECT_EQ(expect_model(read_text(huge, "m")).graphs[0].nodes.size(), 1U);
}

TEST(Caffe, KnowsItsFiles) {
    using Match = FormatReader::Match;
    const auto match = [](std::string_view text) { return sniff(kCaffeReader, as_bytes(text)); };
    EXPECT_EQ(match(kText), Match::kSure);
    EXPECT_EQ(match(binary(kText)), Match::kSure);
    EXPECT_EQ(match("net: \"train.prototxt\"\nbase_lr: 0.1\n"), Match::kNo);
    EXPECT_EQ(match("node { name: \"x\" op: \"Add\" }\n"), Match::kNo);
    EXPECT_EQ(match("ir_version: 3\ngraph { node { op_type: \"X\" } }"), Match::kNo);
}

}  // namespace
}  // namespace netloupe::formats_test
