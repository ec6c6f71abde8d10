#include "formats/darknet.h"

#include <gmock/gmock.h>

#include "../model_folder.h"

namespace netloupe::formats_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kNet = "[net]\n# training\nwidth=16\nheight=8\nchannels=3\nmomentum=0.9\n\n";

Model network(const std::string& layers, const std::string& net = kNet) {
    return expect_model(read_text(net + layers, "/nonexistent/m.cfg"));
}

std::string head() {
    return raw<int32_t>({0, 2, 5}) + raw<uint64_t>({64});
}

TEST(Darknet, ReadsLayersAndLaysWeightsOverThem) {
    ModelFolder folder;
    std::vector<float> weights(2 * 3 * 9, 0.5F);
    folder.write("m.cfg", kNet +
                              "[convolutional]\nbatch_normalize=1\nfilters=2\nsize=3\nstride=2\npad=1\n"
                              "activation=leaky\n[yolo]\nmask = 0,1\nanchors = 1.5, 2\n");
    folder.write("m.weights", head() + raw<float>({1, 2}) + raw<float>({3, 4}) + raw<float>({5, 6}) +
                                  raw<float>({7, 8}) + raw(weights));
    const Model model = expect_model(folder.open("m.cfg"));
    EXPECT_THAT(
        nodes_of(model),
        ElementsAre("convolutional input,0.weights,0.biases,0.scales,0.mean,0.variance -> 0", "yolo 0 -> 1"));
    EXPECT_EQ(type_of(model, "input"), "float32 3×8×16");
    EXPECT_EQ(type_of(model, "0"), "float32 2×4×8");
    EXPECT_EQ(type_of(model, "0.weights"), "float32 2×3×3×3");
    EXPECT_THAT(values_of(model, "0.biases"), ElementsAre(1, 2));
    EXPECT_THAT(values_of(model, "0.variance"), ElementsAre(7, 8));
    EXPECT_EQ(values_of(model, "0.weights").front(), 0.5);
    const Node& yolo = model.graphs[0].nodes[1];
    EXPECT_EQ(yolo.origin.line, 15U);
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(yolo, "mask")->list), ElementsAre(0, 1));
    EXPECT_THAT(Model::slice_of(model.floats, model.find_attribute(yolo, "anchors")->list),
                ElementsAre(1.5, 2));
    EXPECT_THAT(metadata_of(model, model.model_metadata), HasSubstr("momentum=0.9;"));
    EXPECT_THAT(damages_of(model), IsEmpty());
    EXPECT_TRUE(folder.open("m.weights").has_value()) << "The weights are opened as their network.";
}

TEST(Darknet, DerivesShapesOfEverySection) {
    const Model model = network(
        "[maxpool]\nsize=2\nstride=2\n"                  // 0: 3×4×8
        "[convolutional]\nfilters=4\nsize=1\n"           // 1: 4×4×8
        "[upsample]\nstride=2\n"                         // 2: 4×8×16
        "[route]\nlayers=-1,2\n"                         // 3: 8×8×16
        "[route]\nlayers=-1\ngroups=2\ngroup_id=1\n"     // 4: 4×8×16
        "[shortcut]\nfrom=2\n"                           // 5: 4×8×16
        "[reorg]\nstride=2\n"                            // 6: 16×4×8
        "[avgpool]\n"                                    // 7: 16×1×1
        "[scale_channels]\nfrom=6\n"                     // 8: 16×4×8
        "[local]\nfilters=2\nsize=3\nstride=1\npad=1\n"  // 9: 2×4×8
        "[crop]\ncrop_height=2\ncrop_width=3\n"          // 10: 2×2×3
        "[connected]\noutput=5\n"                        // 11: 5
        "[softmax]\n");                                  // 12: 5
    const std::vector<std::string> shapes = {"3×4×8",  "4×4×8",  "4×8×16", "8×8×16", "4×8×16",
                                             "4×8×16", "16×4×8", "16×1×1", "16×4×8", "2×4×8",
                                             "2×2×3",  "5",      "5"};
    for (size_t i = 0; i < shapes.size(); ++i) {
        EXPECT_EQ(type_of(model, std::to_string(i)), "float32 " + shapes[i]) << i;
    }
    EXPECT_EQ(nodes_of(model)[5], "shortcut 4,2 -> 5");
    EXPECT_EQ(type_of(model, "9.weights"), "float32 32×2×16×3×3");
    EXPECT_EQ(type_of(model, "11.weights"), "float32 5×12");
    EXPECT_THAT(names_of(model, model.graphs[0].outputs), ElementsAre("12"));
}

TEST(Darknet, ReadsRecurrentLayers) {
    const Model model =
        network("[gru]\noutput=4\n[lstm]\noutput=2\n[rnn]\nhidden=3\noutput=1\n", "[net]\ninputs=6\n");
    EXPECT_EQ(type_of(model, "0.input_z.weights"), "float32 4×6");
    EXPECT_EQ(type_of(model, "0.state_h.weights"), "float32 4×4");
    EXPECT_EQ(type_of(model, "1.wf.weights"), "float32 2×2");
    EXPECT_EQ(type_of(model, "1.uf.weights"), "float32 2×4");
    EXPECT_EQ(type_of(model, "2.self.weights"), "float32 3×3");
    EXPECT_EQ(type_of(model, "2"), "float32 1");
    const Node& gru = model.graphs[0].nodes[0];
    EXPECT_EQ(model.text(model.texts[gru.input_names.begin + 1]), "input_z.biases");
}

TEST(Darknet, TellsDamageWithItsLine) {
    const Model model =
        network("[convolutional]\nfilters=2\nwhat\n[route]\nlayers=7\n[nonsense]\n[convolutional]\n");
    EXPECT_THAT(damages_of(model), testing::Contains(HasSubstr("names layer 7")));
    EXPECT_THAT(damages_of(model), testing::Contains(HasSubstr("[nonsense]")));
    EXPECT_EQ(model.damages[0].error.line, 10U);
    EXPECT_EQ(model.graphs[0].nodes.size(), 4U);
}

TEST(Darknet, TellsFilesOfWeightsThatDoNotFit) {
    ModelFolder folder;
    folder.write("m.cfg", kNet + "[connected]\noutput=1\n").write("m.weights", head() + raw<float>({1}));
    EXPECT_THAT(damages_of(expect_model(folder.open("m.cfg"))), ElementsAre(HasSubstr("too short")));
    const Model alone = network("[connected]\noutput=1\n");
    EXPECT_THAT(damages_of(alone), ElementsAre(HasSubstr("cannot be read")));
}

TEST(Darknet, HostileTextsEndInOneError) {
    EXPECT_FALSE(read_text("[convolutional]\n", "m.cfg").has_value());
    const Model huge = network(
        "[convolutional]\nfilters=2147483647\nsize=2147483647\nstride=0\n[upsample]\nstride=-1\n"
        "[reorg]\nstride=9223372036854775807\n[crnn]\nhidden=9223372036854775807\n",
        "[net]\nwidth=9223372036854775807\nheight=9223372036854775807\nchannels=3\n");
    EXPECT_EQ(huge.graphs[0].nodes.size(), 4U);
}

TEST(Darknet, CountsInIntWhateverTheTextSays) {
    const std::string least = "-9223372036854775808";
    const std::string most = "9223372036854775807";
    std::string layers;
    for (const char* type :
         {"convolutional", "deconvolutional", "local", "maxpool", "upsample", "reorg", "crnn"}) {
        for (const std::string& number : {least, most}) {
            layers += std::string("[") + type + "]\nsize=" + number + "\nstride=" + number +
                      "\npadding=" + number + "\nfilters=" + number + "\n";
        }
    }
    EXPECT_EQ(network(layers + "[route]\nlayers=" + least + "," + most + "\n").graphs[0].nodes.size(), 15U);
}

TEST(Darknet, KeepsListsOfNumbersBeyondAnInteger) {
    const Model model = network("[yolo]\nanchors=1,99999999999999999999\nmask=1,,2\nmap=1,a\n");
    const Node& yolo = model.graphs[0].nodes[0];
    EXPECT_THAT(Model::slice_of(model.floats, model.find_attribute(yolo, "anchors")->list),
                ElementsAre(1, 1e20));
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(yolo, "mask")->list), ElementsAre(1, 2));
    EXPECT_EQ(model.text(model.find_attribute(yolo, "map")->text), "1,a");
}

TEST(Darknet, KnowsItsFiles) {
    using Match = FormatReader::Match;
    const auto match = [](std::string_view text) { return sniff(kDarknetReader, as_bytes(text)); };
    EXPECT_EQ(match("# c\n[network]\nheight=3\n[max]\n"), Match::kSure);
    EXPECT_EQ(match("[net]\nhost=example\n[tls]\n"), Match::kNo);
    EXPECT_EQ(match("[metadata]\nname = x\n"), Match::kNo);
}

}  // namespace
}  // namespace netloupe::formats_test
