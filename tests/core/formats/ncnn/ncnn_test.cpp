#include "formats/ncnn.h"

#include <gmock/gmock.h>

#include "../model_folder.h"

namespace netloupe::formats_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kNetwork =
    "7767517\n3 3\n"
    "Input      data  0 1 data 0=8 1=6 2=3\n"
    "Convolution conv 1 1 data conv -23330=4,3,8,6,2 0=2 1=3 4=1 5=1 6=54 9=2 -23310=1,1.0e-01\n"
    "Pooling    pool  1 1 conv pool 0=1 1=2 2=2\n";

constexpr uint32_t kHalf = 0x01306B47;
constexpr uint32_t kInt8 = 0x000D4B38;

std::string tag(uint32_t value) {
    return raw<uint32_t>({value});
}

TEST(Ncnn, ReadsLayersParametersAndWeights) {
    ModelFolder folder;
    std::vector<uint16_t> halves(54, 0x3C00);
    folder.write("m.param", kNetwork).write("m.bin", tag(kHalf) + raw(halves) + raw<float>({7, 8}));
    const Model model = expect_model(folder.open("m.param"));
    EXPECT_THAT(nodes_of(model),
                ElementsAre("Convolution data,conv.weight,conv.bias -> conv", "Pooling conv -> pool"));
    EXPECT_EQ(type_of(model, "data"), "float32 3×6×8");
    EXPECT_EQ(type_of(model, "conv"), "float32 2×6×8");
    EXPECT_EQ(type_of(model, "conv.weight"), "float16 2×3×3×3");
    EXPECT_THAT(values_of(model, "conv.bias"), ElementsAre(7, 8));
    EXPECT_THAT(names_of(model, model.graphs[0].outputs), ElementsAre("pool"));
    const Node& conv = model.graphs[0].nodes[0];
    EXPECT_EQ(conv.origin.line, 4U);
    EXPECT_EQ(model.int_attribute(conv, "num_output", 0), 2);
    EXPECT_EQ(model.text(model.find_attribute(conv, "activation_type")->text), "LeakyReLU");
    EXPECT_THAT(Model::slice_of(model.floats, model.find_attribute(conv, "activation_params")->list),
                ElementsAre(0.1));
    EXPECT_EQ(model.text(model.find_attribute(model.graphs[0].nodes[1], "pooling_type")->text), "Average");
    EXPECT_THAT(damages_of(model), IsEmpty());
    EXPECT_TRUE(folder.open("m.bin").has_value()) << "The weights are opened as their network.";
}

TEST(Ncnn, ReadsInt8WeightsWithTheirScales) {
    ModelFolder folder;
    folder.write("m.param", "7767517\n2 2\nInput in 0 1 in 0=4\nInnerProduct fc 1 1 in fc 0=2 1=0 2=8 8=1\n");
    folder.write("m.bin", tag(kInt8) + raw<int8_t>({1, 2, 3, 4, 5, 6, 7, 8}) + raw<float>({4, 8, 16}));
    const Model model = expect_model(folder.open("m.param"));
    EXPECT_THAT(nodes_of(model),
                ElementsAre("InnerProduct in,fc.weight,-,fc.weight_scales,fc.bottom_scales -> fc"));
    EXPECT_EQ(type_of(model, "fc.weight"), "int8 2×4");
    const Tensor* weight = find_tensor(model, "fc.weight");
    ASSERT_TRUE(weight->quantization.valid());
    const auto parameters = quant_parameters(model, model.quantization(weight->quantization));
    EXPECT_THAT(parameters->scales, ElementsAre(0.25F, 0.125F));
}

TEST(Ncnn, ReadsWeightsThatAreNumbersOfATable) {
    ModelFolder folder;
    folder.write("m.param", "7767517\n2 2\nInput in 0 1 in 0=4\nInnerProduct fc 1 1 in fc 0=1 2=4\n");
    std::vector<float> table(256, 0);
    table[3] = 1.5F;
    folder.write("m.bin", tag(5) + raw(table) + raw<uint8_t>({3, 0, 3, 0}));
    const Model model = expect_model(folder.open("m.param"));
    EXPECT_THAT(values_of(model, "fc.weight"), ElementsAre(1.5, 0, 1.5, 0));
    EXPECT_THAT(damages_of(model), IsEmpty());
}

TEST(Ncnn, ReadsBinaryNetworks) {
    constexpr int32_t kEnd = -233;
    const std::string bytes = raw<int32_t>({7767517, 2, 2, 16, 0, 1, 0,
                                            0,       4, 1, 4,  2, 4, kEnd,  //
                                            26,      1, 1, 0,  1, 0, std::bit_cast<int32_t>(0.5F),
                                            kEnd});
    const Model model = expect_model(read_text(bytes, "/nonexistent/m.param.bin"));
    EXPECT_THAT(nodes_of(model), ElementsAre("ReLU 0 -> 1"));
    EXPECT_EQ(model.find_attribute(model.graphs[0].nodes[0], "slope")->real, 0.5);
    EXPECT_EQ(type_of(model, "0"), "float32 4×4×4");
    const auto cut = read_text(std::string_view(bytes).substr(0, bytes.size() - 6), "m.param.bin");
    ASSERT_TRUE(cut.has_value());
    EXPECT_THAT(damages_of(*cut), ElementsAre(HasSubstr("ends within layer 1")));
}

TEST(Ncnn, PutsConstantMatricesWhereTheyBelong) {
    ModelFolder folder;
    folder.write("m.param",
                 "7767517\n3 3\nMemoryData mem 0 1 mem 0=2 1=1\nInput in 0 1 in 0=4\n"
                 "Gemm g 1 1 in g 3=1 5=1 6=1 8=2 9=4 10=4\n");
    folder.write("m.bin", raw<float>({9, 9}) + tag(0) + raw<float>(std::vector<float>(8, 2)) + tag(0) +
                              raw<float>({5, 6}));
    const Model model = expect_model(folder.open("m.param"));
    EXPECT_THAT(nodes_of(model), ElementsAre("Gemm in,g.B,g.C -> g"));
    EXPECT_EQ(type_of(model, "mem"), "float32 1×2");
    EXPECT_EQ(type_of(model, "g.B"), "float32 2×4");
    EXPECT_THAT(values_of(model, "g.C"), ElementsAre(5, 6));
}

TEST(Ncnn, GoesByTheWeightsWhereOldTextsListDimensionsBackwards) {
    const Model model = expect_model(read_text(
        "7767517\n2 2\nInput data 0 1 data 0=3 1=12 2=12\nConvolution c 1 1 data c 0=10 1=3 6=270\n",
        "/nonexistent/m.param"));
    EXPECT_EQ(type_of(model, "data"), "float32 3×12×12");
}

TEST(Ncnn, TellsFilesOfWeightsThatDoNotFit) {
    ModelFolder folder;
    folder.write("m.param", kNetwork).write("m.bin", tag(kHalf));
    EXPECT_THAT(damages_of(expect_model(folder.open("m.param"))), ElementsAre(HasSubstr("too short")));
    std::vector<uint16_t> halves(54);
    folder.write("m.bin", tag(kHalf) + raw(halves) + raw<float>({7, 8, 9}));
    EXPECT_THAT(damages_of(expect_model(folder.open("m.param"))), ElementsAre(HasSubstr("4 bytes more")));
}

TEST(Ncnn, HostileTextsEndInOneError) {
    const Model cut =
        expect_model(read_text("7767517\n9 9\nInput in 0 1 in\nReLU r 4000000000 1 in r\n", "m.param"));
    EXPECT_THAT(damages_of(cut), ElementsAre(HasSubstr("fewer inputs and outputs")));
    const Model huge = expect_model(read_text(
        "7767517\n2 2\nInput in 0 1 in\nConvolution c 1 1 in c 0=2147483647 1=2147483647 6=2147483647 5=1\n"
        "LSTM l 1 1 c l 0=-1 1=5\nGemm g 1 1 l g 5=1 8=9223372036854775807 9=2\n",
        "/nonexistent/m.param"));
    EXPECT_EQ(huge.graphs[0].nodes.size(), 3U);
    EXPECT_FALSE(read_text("7767517\n", "m.param").has_value());
}

TEST(Ncnn, ReadsTextsInQuotesToTheirEnd) {
    for (const std::string_view open : {"\"", "\"b", "\"b\"", "\"b c\" 1=2"}) {
        const Model model = expect_model(read_text(
            "7767517\n2 2\nInput in 0 1 in\nSome s 1 1 in s 0=" + std::string(open) + "\n", "m.param"));
        ASSERT_EQ(model.graphs[0].nodes.size(), 1U) << open;
        EXPECT_EQ(model.attributes_of(model.graphs[0].nodes[0]).size(), open.ends_with('2') ? 2U : 1U)
            << open;
    }
}

TEST(Ncnn, KnowsItsFiles) {
    using Match = FormatReader::Match;
    const auto match = [](std::string_view text) { return sniff(kNcnnReader, as_bytes(text)); };
    EXPECT_EQ(match(kNetwork), Match::kSure);
    EXPECT_EQ(match("75 83\nInput data 0 1 data 227 227 3\n"), Match::kMaybe);
    EXPECT_EQ(match("75 83\nhello world\n"), Match::kNo);
}

}  // namespace
}  // namespace netloupe::formats_test
