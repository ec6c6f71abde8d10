#include "formats/openvino.h"

#include <gmock/gmock.h>

#include "../model_folder.h"

namespace netloupe::formats_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Ports with the dimensions given, numbered from `first`.
std::string port(int id, const std::string& dims, const std::string& attributes = {}) {
    std::string text = "<port id=\"" + std::to_string(id) + "\" " + attributes + ">";
    size_t begin = 0;
    while (begin < dims.size()) {
        const size_t end = std::min(dims.find(',', begin), dims.size());
        text += "<dim>" + dims.substr(begin, end - begin) + "</dim>";
        begin = end + 1;
    }
    return text + "</port>";
}

std::string constant(int id, const std::string& type, const std::string& shape, int offset, int size) {
    return "<layer id=\"" + std::to_string(id) + "\" name=\"c" + std::to_string(id) +
           "\" type=\"Const\" version=\"opset1\"><data element_type=\"" + type + "\" shape=\"" + shape +
           "\" offset=\"" + std::to_string(offset) + "\" size=\"" + std::to_string(size) + "\"/><output>" +
           port(0, shape) + "</output></layer>\n";
}

std::string edge(int from, int from_port, int to, int to_port) {
    return "<edge from-layer=\"" + std::to_string(from) + "\" from-port=\"" + std::to_string(from_port) +
           "\" to-layer=\"" + std::to_string(to) + "\" to-port=\"" + std::to_string(to_port) + "\"/>\n";
}

std::string network(const std::string& layers, const std::string& edges, const std::string& rest = {},
                    const std::string& version = "11") {
    return "<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"" + version + "\">\n<layers>\n" + layers +
           "</layers>\n<edges>\n" + edges + "</edges>\n" + rest + "</net>\n";
}

const std::string kParameter =
    "<layer id=\"0\" name=\"in\" type=\"Parameter\" version=\"opset1\"><data shape=\"?,1..8,4\" "
    "element_type=\"f32\"/>"
    "<output>" +
    port(0, "-1,-1,4", "precision=\"FP32\" names=\"x,x:0\"") + "</output></layer>\n";

std::string result(int id) {
    return "<layer id=\"" + std::to_string(id) +
           "\" name=\"out\" type=\"Result\" version=\"opset1\"><input>" + port(0, "") + "</input></layer>\n";
}

std::string add(const std::string& data = "<data auto_broadcast=\"numpy\"/>") {
    return "<layer id=\"2\" name=\"sum\" type=\"Add\" version=\"opset1\">" + data +
           "<rt_info><attribute name=\"fused_names\" version=\"0\" value=\"a\"/></rt_info><input>" +
           port(0, "-1,-1,4") + port(1, "4") + "</input><output>" + port(2, "-1,-1,4", "precision=\"FP32\"") +
           "</output></layer>\n";
}

TEST(OpenVino, ReadsGraphWeightsAndMetadata) {
    ModelFolder folder;
    folder.write("m.bin", raw<float>({1, 2, 3, 4}));
    folder.write("m.xml", network(kParameter + constant(1, "f32", "4", 0, 16) + add() + result(3),
                                  edge(0, 0, 2, 0) + edge(1, 0, 2, 1) + edge(2, 2, 3, 0),
                                  "<rt_info><MO_version value=\"2023.0\"/><conversion_parameters><layout "
                                  "value=\"NC\"/></conversion_parameters></rt_info>"));
    const Model model = expect_model(folder.open("m.xml"));
    EXPECT_EQ(model.format_name + " " + model.format_version, "OpenVINO IR v11");
    EXPECT_EQ(model.producer, "Model Optimizer 2023.0");
    EXPECT_THAT(nodes_of(model), ElementsAre("Add x,c1 -> sum"));
    EXPECT_THAT(names_of(model, model.graphs[0].inputs), ElementsAre("x"));
    EXPECT_THAT(names_of(model, model.graphs[0].outputs), ElementsAre("sum"));
    EXPECT_EQ(type_of(model, "x"), "float32 ?×1..8×4");
    EXPECT_THAT(values_of(model, "c1"), ElementsAre(1, 2, 3, 4));
    const Node& node = model.graphs[0].nodes[0];
    EXPECT_EQ(model.text(node.name), "sum");
    EXPECT_EQ(node.version, 1);
    EXPECT_EQ(node.origin.line, 6U);
    EXPECT_EQ(metadata_of(model, node.metadata), "fused_names=a;");
    EXPECT_EQ(metadata_of(model, model.model_metadata), "MO_version=2023.0;conversion_parameters.layout=NC;");
    EXPECT_THAT(damages_of(model), IsEmpty());
    EXPECT_TRUE(folder.open("m.bin").has_value()) << "The weights are opened as their network.";
}

TEST(OpenVino, TakesAttributesByTheirForm) {
    const std::string data =
        "<data a=\"True\" b=\"2\" c=\"1, 2\" d=\"1e-3\" e=\"same_upper\" f=\"0.5,1\" g=\"\"/>";
    const Model model = expect_model(
        read_text(network(kParameter + constant(1, "f32", "4", 0, 16) + add(data), ""), "m.xml"));
    const auto attributes = model.attributes_of(model.graphs[0].nodes[0]);
    ASSERT_THAT(attributes, SizeIs(7));
    EXPECT_EQ(attributes[0].type, AttributeType::kBool);
    EXPECT_EQ(attributes[1].integer, 2);
    EXPECT_THAT(Model::slice_of(model.ints, attributes[2].list), ElementsAre(1, 2));
    EXPECT_EQ(attributes[3].real, 1e-3);
    EXPECT_EQ(model.text(attributes[4].text), "same_upper");
    EXPECT_THAT(Model::slice_of(model.floats, attributes[5].list), ElementsAre(0.5, 1));
    EXPECT_EQ(attributes[6].type, AttributeType::kString);
}

TEST(OpenVino, TellsScalarsFromUnknownRanks) {
    const auto layer = [](const std::string& type, const std::string& inputs) {
        return "<layer id=\"2\" name=\"y\" type=\"" + type + "\" version=\"opset1\"><input>" + inputs +
               "</input><output>" + port(9, "", "precision=\"FP32\"") + "</output></layer>\n";
    };
    const std::string edges = edge(0, 0, 2, 0) + edge(1, 0, 2, 1);
    const std::string before = kParameter + constant(1, "i64", "1", 0, 8);
    const Model by_constant = expect_model(
        read_text(network(before + layer("ReduceSum", port(0, "") + port(1, "1")), edges), "m.xml"));
    EXPECT_EQ(type_of(by_constant, "y"), "float32 scalar");
    const Model by_input = expect_model(read_text(
        network(before + layer("Reshape", port(0, "") + port(1, "1")), edge(1, 0, 2, 0) + edge(0, 0, 2, 1)),
        "m.xml"));
    EXPECT_EQ(type_of(by_input, "y"), "float32 ?");
}

TEST(OpenVino, ReadsBodiesAsGraphs) {
    const std::string body =
        "<body><layers><layer id=\"0\" name=\"bi\" type=\"Parameter\" version=\"opset1\"><data shape=\"1,4\" "
        "element_type=\"f32\"/><output>" +
        port(0, "1,4", "precision=\"FP32\"") + "</output></layer>" + result(1) + "</layers><edges>" +
        edge(0, 0, 1, 0) + "</edges></body>";
    const std::string loop =
        "<layer id=\"1\" name=\"ti\" type=\"TensorIterator\" version=\"opset1\"><input>" +
        port(0, "-1,-1,4") + "</input><output>" + port(1, "-1,-1,4", "precision=\"FP32\"") +
        "</output><port_map><input external_port_id=\"0\" internal_layer_id=\"0\" axis=\"1\"/></port_map>" +
        body + "</layer>\n";
    const Model model = expect_model(
        read_text(network(kParameter + loop + result(2), edge(0, 0, 1, 0) + edge(1, 1, 2, 0)), "m.xml"));
    ASSERT_THAT(model.graphs, SizeIs(2));
    EXPECT_EQ(model.graphs[1].kind, GraphKind::kSubgraph);
    EXPECT_EQ(model.text(model.graphs[1].owner_attribute), "body");
    EXPECT_EQ(model.graphs[1].owner, NodeId(0U));
    EXPECT_EQ(type_of(model, "bi", 1), "float32 1×4");
    EXPECT_THAT(model.graphs[1].outputs, SizeIs(1));
    const Attribute* map = model.find_attribute(model.graphs[0].nodes[0], "port_map");
    ASSERT_NE(map, nullptr);
    EXPECT_EQ(model.text(map->text),
              R"([{"kind":"input","external_port_id":"0","internal_layer_id":"0","axis":"1"}])");
}

TEST(OpenVino, SaysOfFakeQuantizeWhatItRoundsTo) {
    ModelFolder folder;
    folder.write("m.bin", raw<float>({-1.28F, 1.27F, 0, 2.55F}));
    const auto quantize = [](int low, int high) {
        return "<layer id=\"5\" name=\"fq\" type=\"FakeQuantize\" version=\"opset1\"><data "
               "levels=\"256\"/><input>" +
               port(0, "-1,-1,4") + port(1, "") + port(2, "") + port(3, "") + port(4, "") +
               "</input><output>" + port(5, "-1,-1,4", "precision=\"FP32\"") + "</output></layer>\n" +
               "<!-- " + std::to_string(low + high) + " -->";
    };
    const std::string constants = constant(1, "f32", "", 0, 4) + constant(2, "f32", "", 4, 4) +
                                  constant(3, "f32", "", 8, 4) + constant(4, "f32", "", 12, 4);
    for (const bool is_signed : {true, false}) {
        const int low = is_signed ? 1 : 3;
        folder.write("m.xml", network(kParameter + constants + quantize(low, low + 1),
                                      edge(0, 0, 5, 0) + edge(low, 0, 5, 1) + edge(low + 1, 0, 5, 2) +
                                          edge(low, 0, 5, 3) + edge(low + 1, 0, 5, 4)));
        const Model model = expect_model(folder.open("m.xml"));
        ASSERT_THAT(model.quantizations, SizeIs(1));
        const Quantization& quantization = model.quantizations[0];
        EXPECT_EQ(quantization.storage, is_signed ? DataType::kInt8 : DataType::kUint8);
        const auto parameters = quant_parameters(model, quantization);
        ASSERT_TRUE(parameters.has_value());
        EXPECT_NEAR(parameters->scales[0], 0.01, 1e-6);
        EXPECT_THAT(parameters->zero_points, ElementsAre(0));
    }
}

TEST(OpenVino, SaysOfCompressedWeightsHowTheyAreQuantized) {
    ModelFolder folder;
    folder.write("m.bin", raw<int8_t>({1, 2, 3, 4, 5, 6, 7, 8}) + raw<float>({0.5F, 0.25F}));
    const std::string convert =
        "<layer id=\"3\" name=\"cv\" type=\"Convert\" version=\"opset1\"><data "
        "destination_type=\"f32\"/><input>" +
        port(0, "2,4") + "</input><output>" + port(1, "2,4", "precision=\"FP32\"") + "</output></layer>\n";
    const std::string multiply = "<layer id=\"4\" name=\"mul\" type=\"Multiply\" version=\"opset1\"><input>" +
                                 port(0, "2,4") + port(1, "2,1") + "</input><output>" +
                                 port(2, "2,4", "precision=\"FP32\"") + "</output></layer>\n";
    folder.write("m.xml", network(constant(1, "i8", "2,4", 0, 8) + constant(2, "f32", "2,1", 8, 8) + convert +
                                      multiply,
                                  edge(1, 0, 3, 0) + edge(3, 1, 4, 0) + edge(2, 0, 4, 1)));
    const Model model = expect_model(folder.open("m.xml"));
    const Tensor* weights = find_tensor(model, "c1");
    ASSERT_TRUE(weights->quantization.valid());
    const Quantization& quantization = model.quantization(weights->quantization);
    EXPECT_EQ(quantization.scheme, QuantizationScheme::kPerAxis);
    EXPECT_EQ(quantization.axis, 0);
    EXPECT_THAT(quant_parameters(model, quantization)->scales, ElementsAre(0.5F, 0.25F));
}

TEST(OpenVino, ReadsWeightsInsideLayersOfOldVersions) {
    ModelFolder folder;
    folder.write("m.bin", raw<float>(std::vector<float>(2 * 3 * 9 + 2, 0.5F)));
    const std::string layers = "<layer id=\"0\" name=\"data\" precision=\"FP32\" type=\"Input\"><output>" +
                               port(0, "1,3,8,8") +
                               "</output></layer>\n<layer id=\"1\" name=\"conv\" precision=\"FP32\" "
                               "type=\"Convolution\"><data kernel=\"3,3\" "
                               "output=\"2\" group=\"1\"/><input>" +
                               port(0, "1,3,8,8") + "</input><output>" + port(3, "1,2,6,6") +
                               "</output><blobs><weights offset=\"0\" size=\"216\"/><biases offset=\"216\" "
                               "size=\"8\"/></blobs></layer>\n";
    folder.write("m.xml", network(layers, edge(0, 0, 1, 0), "", "6"));
    const Model model = expect_model(folder.open("m.xml"));
    EXPECT_THAT(nodes_of(model), ElementsAre("Convolution data,conv.weights,conv.biases -> conv"));
    EXPECT_EQ(type_of(model, "conv.weights"), "float32 2×3×3×3");
    EXPECT_EQ(type_of(model, "conv"), "float32 1×2×6×6");
    EXPECT_THAT(names_of(model, model.graphs[0].outputs), ElementsAre("conv"));
    EXPECT_THAT(damages_of(model), IsEmpty());
}

TEST(OpenVino, MissingWeightsAreNoFailure) {
    const Model model =
        expect_model(read_text(network(kParameter + constant(1, "f32", "4", 0, 16) + add() + result(3),
                                       edge(0, 0, 2, 0) + edge(1, 0, 2, 1) + edge(2, 2, 3, 0)),
                               "/nonexistent/m.xml"));
    EXPECT_EQ(type_of(model, "c1"), "float32 4");
    EXPECT_THAT(damages_of(model), ElementsAre(HasSubstr("cannot be read")));
}

TEST(OpenVino, TellsDamageWithItsLine) {
    const Model model = expect_model(read_text(
        network(kParameter + constant(1, "f32", "4", 0, 8) + add(), edge(0, 0, 2, 0) + edge(7, 0, 2, 1)),
        "/nonexistent/m.xml"));
    EXPECT_THAT(damages_of(model), ElementsAre(HasSubstr("8 bytes of values"), HasSubstr("edge from layer 7"),
                                               HasSubstr("has no edge"), HasSubstr("cannot be read")));
    EXPECT_EQ(model.damages[1].error.line, 10U);
    const std::string whole = network(kParameter + add(), "");
    const Model cut =
        expect_model(read_text(whole.substr(0, whole.find("<edges>") - 12), "/nonexistent/m.xml"));
    EXPECT_THAT(damages_of(cut)[0], HasSubstr("XML"));
}

TEST(OpenVino, HostileTextsEndInOneError) {
    const std::string entities =
        "<!DOCTYPE net [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>" +
        network(
            "<layer id=\"0\" name=\"&b;\" type=\"Parameter\"><output>" + port(0, "1") + "</output></layer>",
            "");
    const Model model = expect_model(read_text(entities, "m.xml"));
    EXPECT_EQ(model.text(model.graphs[0].tensors[0].name), "&b;");

    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "<layers>";
    EXPECT_FALSE(read_text("<net name=\"m\">" + deep, "m.xml").has_value() &&
                 read_text("<net name=\"m\">" + deep, "m.xml")->damages.empty());

    std::string bodies = "<net name=\"m\" version=\"11\">";
    for (int i = 0; i < 1000; ++i) bodies += "<layers><layer id=\"0\" name=\"l\" type=\"Loop\"><body>";
    const Model nested = expect_model(read_text(bodies, "m.xml"));
    EXPECT_THAT(damages_of(nested), testing::Contains(HasSubstr("nested too deeply")));

    const Model huge =
        expect_model(read_text(network(constant(1, "f32", "9223372036854775807,9", 0, 4), ""), "m.xml"));
    EXPECT_THAT(damages_of(huge), testing::Contains(HasSubstr("product is too large")));
}

TEST(OpenVino, KnowsItsFiles) {
    using Match = FormatReader::Match;
    const auto match = [](std::string_view text) { return sniff(kOpenVinoReader, as_bytes(text)); };
    EXPECT_EQ(match("<?xml version=\"1.0\"?><!-- c --><net name=\"x\"><layers/></net>"), Match::kSure);
    EXPECT_EQ(match("<?xml version=\"1.0\"?><network/>"), Match::kNo);
    EXPECT_EQ(match("<html><net ></html>"), Match::kNo);
}

}  // namespace
}  // namespace netloupe::formats_test
