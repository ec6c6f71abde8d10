#include "formats/keras.h"

#include <gmock/gmock.h>

#include "build_keras.h"
#include "support/read_bytes.h"

namespace netloupe::keras_test {
namespace {

using support::damages_of;
using support::find_tensor;
using support::Hdf5Builder;
using support::metadata_of;
using support::ZipBuilder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using Match = FormatReader::Match;

Model read(const std::string& bytes) {
    return support::read_bytes(bytes, "/nonexistent/test");
}

std::vector<double> numbers(const Model& model, std::string_view tensor, size_t graph = 0) {
    return support::numbers_of(model, find_tensor(model, tensor, graph));
}

std::string shape(const Model& model, std::string_view tensor, size_t graph = 0) {
    const Tensor* found = find_tensor(model, tensor, graph);
    return found == nullptr ? "none" : shape_text(model, found->shape);
}

TEST(Keras, ReadsFunctionalModelsWithWeights) {
    const std::string bytes = functional_h5();
    EXPECT_EQ(sniff(kKerasReader, as_bytes(bytes)), Match::kSure);
    const Model model = read(bytes);
    EXPECT_EQ(damages_of(model), "");
    EXPECT_EQ(model.format_version, "v2.4.0");
    EXPECT_EQ(model.runtime, "tensorflow");
    EXPECT_EQ(model.text(model.graphs[0].name), "net");
    EXPECT_THAT(
        support::nodes_of(model),
        ElementsAre("Conv2D(input=a[0][0], kernel=conv/kernel:0) -> conv[0][0]",
                    "BatchNormalization(input=conv[0][0], -, beta=bn/beta:0, moving_mean=bn/moving_mean:0, "
                    "moving_variance=bn/moving_variance:0) -> bn[0][0]",
                    "BatchNormalization(input=a[0][0], -, beta=bn/beta:0, moving_mean=bn/moving_mean:0, "
                    "moving_variance=bn/moving_variance:0) -> bn[1][0]",
                    "Add(bn[0][0], bn[1][0]) -> sum[0][0]"));
    EXPECT_EQ(shape(model, "a[0][0]"), "?×8×8×3");
    EXPECT_EQ(model.graphs[0].inputs.size(), 1U);
    EXPECT_EQ(model.graphs[0].outputs.size(), 1U);
    EXPECT_THAT(numbers(model, "conv/kernel:0"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(numbers(model, "bn/moving_variance:0"), ElementsAre(11, 12));
    EXPECT_THAT(metadata_of(model),
                ElementsAre("loss=mse", "optimizer=Adam", "optimizer.learning_rate=0.25"));
}

TEST(Keras, WeightsInOnePieceAreSpansOfTheFile) {
    const std::string bytes = functional_h5();
    const Model model = read(bytes);
    const Constant& kernel = model.constant(find_tensor(model, "conv/kernel:0")->constant);
    EXPECT_EQ(kernel.decoder, nullptr);
    EXPECT_EQ(kernel.length, 24U);
    EXPECT_NE(model.constant(find_tensor(model, "bn/moving_variance:0")->constant).decoder, nullptr);
}

TEST(Keras, ConfigsAreAttributes) {
    const Model model = read(functional_h5());
    const Node& conv = model.graphs[0].nodes[0];
    EXPECT_EQ(model.int_attribute(conv, "filters", 0), 2);
    EXPECT_EQ(model.int_attribute(conv, "use_bias", 1), 0);
    EXPECT_EQ(model.find_attribute(conv, "scale")->real, 0.5);
    EXPECT_EQ(model.find_attribute(conv, "kernel_size")->type, AttributeType::kInts);
    EXPECT_EQ(model.text(model.find_attribute(conv, "activation")->text), "relu");
    EXPECT_EQ(model.find_attribute(conv, "kernel_initializer")->type, AttributeType::kJson);
    EXPECT_EQ(model.text(model.find_attribute(conv, "bias_regularizer")->text), "null");
    EXPECT_EQ(model.find_attribute(conv, "name"), nullptr);
    EXPECT_NE(model.find_attribute(model.graphs[0].nodes[1], "training"), nullptr);
}

TEST(Keras, ReadsArchivesOfKeras3WithModelsInModels) {
    for (const auto pack : {ZipBuilder::Pack::kStored, ZipBuilder::Pack::kDeflated}) {
        const std::string bytes = keras3(pack);
        EXPECT_EQ(sniff(kKerasReader, as_bytes(bytes)), Match::kSure);
        const Model model = read(bytes);
        EXPECT_EQ(damages_of(model), "");
        EXPECT_EQ(model.format_version, "v3.3.3");
        EXPECT_THAT(
            support::nodes_of(model),
            ElementsAre("Dense(input=in[0][0], kernel=dense_7/kernel, bias=dense_7/bias) -> dense_7[0][0]",
                        "Sequential(dense_7[0][0]) -> inner[1][0]",
                        "Mine(input=inner[1][0], input=dense_7[0][0], "
                        "attention.query_dense.kernel=mine/attention.query_dense.kernel) -> mine[0][0]"));
        ASSERT_EQ(model.graphs.size(), 2U);
        EXPECT_EQ(model.graphs[1].kind, GraphKind::kFunction);
        EXPECT_EQ(model.graphs[0].nodes[1].callee, GraphId(1U));
        EXPECT_THAT(support::nodes_of(model, 1),
                    ElementsAre("Dense(input=inner_in[0][0], kernel=dense_8/kernel, bias=dense_8/bias) -> "
                                "dense_8[0][0]"));
        EXPECT_THAT(numbers(model, "dense_8/bias", 1), ElementsAre(7, 8, 9));
        EXPECT_EQ(shape(model, "inner_in[0][0]", 1), "?×2");
        EXPECT_EQ(shape(model, "dense_7[0][0]"), "?×2");
        EXPECT_THAT(metadata_of(model), ElementsAre("date_saved=2026-01-01@00:00:00", "loss=mse",
                                                    "optimizer=SGD", "optimizer.learning_rate=0.5"));
    }
}

TEST(Keras, TellsWhoseLayersTheyAre) {
    const Model model = read(keras3());
    const Graph& graph = model.graphs[0];
    EXPECT_FALSE(graph.nodes[0].is_custom);
    EXPECT_EQ(model.text(graph.nodes[0].domain), "keras.layers");
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[0], "activation")->text), "relu");
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[0], "dtype")->text), "float32");
    EXPECT_TRUE(graph.nodes[2].is_custom);
    EXPECT_EQ(model.find_attribute(graph.nodes[2], "args[1]")->real, 2.5);
}

TEST(Keras, ReadsSequentialModelsOfAllForms) {
    const std::string layers = R"([{"class_name": "Dense", "config": {"name": "one", "units": 3,
        "batch_input_shape": [null, 5], "dtype": "float32"}}, {"class_name": "Activation", "config":
        {"name": "two", "activation": "tanh"}}])";
    for (const std::string& config : {layers, R"({"name": "s", "layers": )" + layers + "}"}) {
        const std::string text =
            R"({"class_name": "Sequential", "keras_version": "1.2.2", "config": )" + config + "}";
        EXPECT_EQ(sniff(kKerasReader, as_bytes(text)), Match::kSure);
        const Model model = read(text);
        EXPECT_EQ(model.format_version, "v1.2.2");
        EXPECT_THAT(support::nodes_of(model),
                    ElementsAre("Dense(one_input[0][0]) -> one[0][0]", "Activation(one[0][0]) -> two[0][0]"));
        EXPECT_EQ(shape(model, "one_input[0][0]"), "?×5");
        EXPECT_EQ(find_tensor(model, "one_input[0][0]")->dtype, DataType::kFloat32);
    }
}

TEST(Keras, ReadsSequentialModelsWithoutNames) {
    const Model model =
        read(R"({"class_name": "Sequential", "config": {"build_input_shape": [null, 2], "layers":
        [{"class_name": "Dense", "config": {"units": 1}}, {"class_name": "Dense", "config": {"units": 1}}]}})");
    EXPECT_THAT(support::nodes_of(model), ElementsAre("Dense(dense_input[0][0]) -> dense[0][0]",
                                                      "Dense(dense[0][0]) -> dense_1[0][0]"));
    EXPECT_EQ(shape(model, "dense_input[0][0]"), "?×2");
}

TEST(Keras, ReadsOperatorsOfTensorFlowAsLayers) {
    const Model model = read(R"({"class_name": "Functional", "config": {"name": "m", "layers": [
        {"class_name": "InputLayer", "name": "x", "config": {"name": "x"}, "inbound_nodes": []},
        {"class_name": "TFOpLambda", "name": "mul", "config": {"name": "mul", "function": "math.multiply"},
         "inbound_nodes": [["x", 0, 0, {"y": 2.5, "name": null}]]},
        {"class_name": "TFOpLambda", "name": "add", "config": {"name": "add", "function": "math.add"},
         "inbound_nodes": [["_CONSTANT_VALUE", -1, 1.5, {"y": ["mul", 0, 0]}]]}],
        "input_layers": [["x", 0, 0]], "output_layers": [["add", 0, 0]]}})");
    EXPECT_THAT(support::nodes_of(model),
                ElementsAre("TFOpLambda(x[0][0]) -> mul[0][0]", "TFOpLambda(mul[0][0]) -> add[0][0]"));
    EXPECT_EQ(model.find_attribute(model.graphs[0].nodes[0], "y")->real, 2.5);
}

TEST(Keras, PutsNodesInAnOrderThatCanRun) {
    const Model model = read(R"({"class_name": "Model", "config": {"name": "m", "layers": [
        {"class_name": "InputLayer", "name": "x", "config": {"name": "x"}, "inbound_nodes": []},
        {"class_name": "Dense", "name": "shared", "config": {"name": "shared"},
         "inbound_nodes": [[["x", 0, 0]], [["later", 0, 0]]]},
        {"class_name": "Dense", "name": "later", "config": {"name": "later"}, "inbound_nodes": [[["shared", 0, 0]]]}],
        "input_layers": [["x", 0, 0]], "output_layers": [["shared", 1, 0]]}})");
    EXPECT_THAT(support::nodes_of(model),
                ElementsAre("Dense(x[0][0]) -> shared[0][0]", "Dense(shared[0][0]) -> later[0][0]",
                            "Dense(later[0][0]) -> shared[1][0]"));
}

TEST(Keras, ReadsWeightsOfModelsInModelsOfOlderForms) {
    Hdf5Builder builder;
    builder.floats("/model_weights/inner/dense_1/kernel:0", {1, 1}, {5}).text("/", "keras_version", "2.2.4");
    builder.texts("/model_weights", "layer_names", {"inner"});
    builder.texts("/model_weights/inner", "weight_names", {"dense_1/kernel:0"});
    builder.text("/", "model_config", R"({"class_name": "Sequential", "config": {"name": "outer", "layers": [
        {"class_name": "Model", "config": {"name": "inner", "layers": [
          {"class_name": "InputLayer", "name": "i", "config": {"name": "i"}, "inbound_nodes": []},
          {"class_name": "Dense", "name": "dense_1", "config": {"name": "dense_1"},
           "inbound_nodes": [[["i", 0, 0, {}]]]}],
          "input_layers": [["i", 0, 0]], "output_layers": [["dense_1", 0, 0]]}}]}})");
    const Model model = read(builder.build());
    ASSERT_EQ(model.graphs.size(), 2U);
    EXPECT_THAT(support::nodes_of(model, 1),
                ElementsAre("Dense(input=i[0][0], kernel=dense_1/kernel:0) -> dense_1[0][0]"));
    EXPECT_THAT(numbers(model, "dense_1/kernel:0", 1), ElementsAre(5));
}

TEST(Keras, ReadsWeightsThatTheFirstGenerationCounted) {
    Hdf5Builder builder;
    builder.floats("/layer_0/param_0", {1}, {3}).floats("/layer_0/param_1", {1}, {4}).group("/layer_1");
    builder.number("/", "nb_layers", 2).number("/layer_0", "nb_params", 2).number("/layer_1", "nb_params", 0);
    const Model weights = read(builder.build());
    EXPECT_EQ(weights.format_name, "Keras Weights");
    EXPECT_THAT(support::nodes_of(weights),
                ElementsAre("Module(param_0=layer_0/param_0, param_1=layer_0/param_1) -> "));
    builder.text("/", "model_config", R"({"class_name": "Sequential", "config": [
        {"class_name": "Dense", "config": {"name": "d"}}]})");
    const Model model = read(builder.build());
    EXPECT_THAT(support::nodes_of(model), ElementsAre("Dense(input=d_input[0][0], param_0=layer_0/param_0, "
                                                      "param_1=layer_0/param_1) -> d[0][0]"));
}

TEST(Keras, WeightsAloneAreATree) {
    Hdf5Builder builder;
    builder.floats("/conv/conv/kernel:0", {2}, {1, 2}).floats("/conv/conv/bias:0", {1}, {3});
    builder.texts("/", "layer_names", {"conv"})
        .texts("/conv", "weight_names", {"conv/kernel:0", "conv/bias:0"});
    builder.text("/", "backend", "tensorflow").text("/", "keras_version", "2.2.4-tf");
    const Model model = read(builder.build());
    EXPECT_EQ(model.format_name, "Keras Weights");
    EXPECT_EQ(model.format_version, "v2.2.4-tf");
    EXPECT_THAT(support::nodes_of(model), ElementsAre("Module(kernel=conv/kernel:0, bias=conv/bias:0) -> "));

    const Model third = read(keras3_weights());
    EXPECT_EQ(third.format_name, "Keras Weights");
    EXPECT_THAT(support::nodes_of(third),
                IsSupersetOf({"Module(0=layers/dense/vars/0, 1=layers/dense/vars/1) -> "}));
    EXPECT_EQ(find_tensor(third, "optimizer/vars/0"), nullptr);
}

TEST(Keras, ModelsWhoseClassIsNotKnownAreATreeOfWeights) {
    ZipBuilder zip;
    zip.add("metadata.json", R"({"keras_version": "3.0.0"})");
    zip.add("config.json",
            R"({"class_name": "Mine", "registered_name": "Own>Mine", "config": {"name": "m"}})");
    zip.add("model.weights.h5", keras3_weights());
    const Model model = read(zip.build());
    EXPECT_EQ(model.format_name, "Keras");
    EXPECT_EQ(model.text(model.graphs[0].doc), "Mine");
    EXPECT_THAT(numbers(model, "layers/dense/vars/1"), ElementsAre(1, 2));
}

TEST(Keras, KnowsBfloat16ThatIsWrittenAsBytes) {
    const hid_t type = H5Tcreate(H5T_OPAQUE, 2);
    Hdf5Builder builder;
    builder.dataset<uint16_t>("/layers/dense/vars/0", {2}, {0x3F80, 0x4000}, type, type);
    builder.text("/layers/dense/vars/0", "dtype", "bfloat16");
    H5Tclose(type);
    const Model model = read(builder.build());
    EXPECT_EQ(model.constants[0].dtype, DataType::kBFloat16);
    EXPECT_THAT(numbers(model, "layers/dense/vars/0"), ElementsAre(1, 2));
}

TEST(Keras, TellsWhatIsMissing) {
    ZipBuilder zip;
    zip.add("metadata.json", "{}").add("config.json", kKeras3);
    const Model model = read(zip.build());
    EXPECT_THAT(damages_of(model), HasSubstr("model.weights.h5"));
    EXPECT_EQ(model.graphs[0].nodes.size(), 3U);

    Hdf5Builder builder;
    builder.group("/model_weights/d").texts("/model_weights", "layer_names", {"d"});
    builder.texts("/model_weights/d", "weight_names", {"d/kernel:0"});
    builder.text("/", "model_config", R"({"class_name": "Sequential", "config": [
        {"class_name": "Dense", "config": {"name": "d"}}]})");
    EXPECT_THAT(damages_of(read(builder.build())), HasSubstr("d/kernel:0"));
    EXPECT_FALSE(support::read_text(R"({"class_name": 1, "config": {"layers": []}})", "/nonexistent/test"));
}

TEST(Keras, LeavesOthersTheirFiles) {
    for (const char* text : {"{\"modelTopology\": {\"class_name\": \"Sequential\", \"config\": []}}", "{}",
                             "[1]", "{\"config\": {\"layers\": 3}}"}) {
        EXPECT_EQ(sniff(kKerasReader, as_bytes(text)), Match::kNo) << text;
    }
    Hdf5Builder builder;
    builder.floats("/data", {1}, {1});
    EXPECT_EQ(sniff(kKerasReader, as_bytes(builder.build())), Match::kMaybe);
    EXPECT_EQ(read(builder.build()).format_name, "HDF5 Weights");
}

TEST(Keras, SurvivesConfigsThatContradictThemselves) {
    const Model model = read(R"({"class_name": "Model", "config": {"layers": [
        {"class_name": "Dense", "name": "a", "config": 3, "inbound_nodes": [[["b", 0, 0]], [["a", -1, 99999999]]]},
        {"class_name": "Dense", "name": "b", "config": {"batch_input_shape": ["x"]}, "inbound_nodes": [[["a", 0, 0]]]},
        {"class_name": "Dense", "name": "a", "inbound_nodes": [[["nobody", 5, 5]]]}],
        "output_layers": [["nobody", 0, 0]]}})");
    EXPECT_EQ(model.graphs[0].nodes.size(), 4U);
    EXPECT_EQ(model.graphs[0].outputs.size(), 1U);
}

}  // namespace
}  // namespace netloupe::keras_test
