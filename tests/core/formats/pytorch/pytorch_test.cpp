#include "formats/pytorch.h"

#include <gmock/gmock.h>

#include "build_pytorch.h"
#include "model/quantization.h"
#include "support/read_with.h"

namespace netloupe::torch_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace support;

Model read(const std::string& bytes) {
    return read_with(kPytorchReader, bytes);
}

TEST(Pytorch, ReadsStateDictsOfArchives) {
    const Model model = read(archive(small_state(), small_storages()));
    EXPECT_EQ(model.format_version, "v1.6");
    EXPECT_THAT(nodes_of(model), ElementsAre("Module conv"));
    EXPECT_THAT(weights_of(model), ElementsAre("conv.weight float32 2×2", "conv.bias float32 2"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(values_of(model, 1), ElementsAre(5, 6));
    EXPECT_EQ(model.constants[0].decoder, nullptr);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(Pytorch, ReadsDeflatedArchives) {
    const Model model = read(archive(small_state(), small_storages(), ZipBuilder::Pack::kDeflated));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(values_of(model, 1), ElementsAre(5, 6));
}

TEST(Pytorch, ReadsTheFormBeforeArchives) {
    const std::vector<std::pair<int64_t, std::string>> storages = {{4, raw<float>({1, 2, 3, 4})},
                                                                   {2, raw<float>({5, 6})}};
    const Model model = read(legacy(small_state(), storages, {"0", "1"}));
    EXPECT_EQ(model.format_version, "v0.1.10");
    EXPECT_THAT(weights_of(model), ElementsAre("conv.weight float32 2×2", "conv.bias float32 2"));
    EXPECT_THAT(values_of(model, 1), ElementsAre(5, 6));
}

TEST(Pytorch, ReadsBigEndianNumbers) {
    PickleBuilder pickle;
    pickle.mark().text("a").tensor("0", "ShortStorage", 2, {2}, {1}).dict();
    const Model model = read(legacy(pickle, {{2, std::string("\0\1\2\0", 4)}}, {"0"}, false));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 512));
}

TEST(Pytorch, ReadsViewsOfStorages) {
    PickleBuilder pickle;
    pickle.mark();
    pickle.text("transposed").tensor("0", "LongStorage", 6, {3, 2}, {1, 3});
    pickle.text("behind").tensor("0", "LongStorage", 6, {2}, {1}, 4);
    pickle.text("column").tensor("0", "LongStorage", 6, {2}, {3}, 1);
    pickle.text("expanded").tensor("0", "LongStorage", 6, {2, 2}, {0, 1});
    pickle.dict();
    const Model model = read(archive(pickle, {{"0", raw<int64_t>({1, 2, 3, 4, 5, 6})}}));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(values_of(model, 1), ElementsAre(5, 6));
    EXPECT_THAT(values_of(model, 2), ElementsAre(2, 5));
    EXPECT_THAT(values_of(model, 3), ElementsAre(1, 2, 1, 2));
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(Pytorch, ReadsWholeModules) {
    PickleBuilder pickle;
    pickle.global("net", "Net").mark().tuple().make().mark();
    pickle.text("training").boolean(true);
    pickle.text("_parameters").ordered_dict();
    pickle.text("_modules").ordered_dict().mark().text("fc");
    pickle.global("torch.nn.modules.linear", "Linear").mark().tuple().make().mark();
    pickle.text("in_features").integer(2).text("_backward_hooks").ordered_dict();
    pickle.text("_parameters").ordered_dict().mark().text("weight");
    pickle.global("torch._utils", "_rebuild_parameter").mark();
    pickle.tensor("0", "FloatStorage", 2, {1, 2}, {2, 1}).boolean(true).ordered_dict().tuple().call();
    pickle.text("bias").none().set_items();
    pickle.dict().state().set_items().dict().state();
    const Model model = read(archive(pickle, {{"0", raw<float>({7, 8})}}));
    EXPECT_THAT(nodes_of(model), ElementsAre("net.Net ", "torch.nn.modules.linear.Linear fc"));
    EXPECT_THAT(weights_of(model), ElementsAre("fc.weight float32 1×2"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(7, 8));
    const Node& linear = model.graphs[0].nodes[1];
    EXPECT_EQ(model.int_attribute(linear, "in_features", 0), 2);
    EXPECT_EQ(model.text(model.texts[linear.input_names.begin]), "weight");
    EXPECT_EQ(model.find_attribute(linear, "_backward_hooks"), nullptr);
}

TEST(Pytorch, KeepsWhatACheckpointSaysBesideItsTensors) {
    PickleBuilder pickle;
    pickle.mark()
        .text("epoch")
        .integer(3)
        .text("arch")
        .text("resnet")
        .text("betas")
        .mark()
        .real(0.5)
        .real(1)
        .tuple();
    pickle.text("model").mark().text("w").tensor("0", "HalfStorage", 1, {}, {}).dict().dict();
    const Model model = read(archive(pickle, {{"0", std::string("\x00\x3c", 2)}}));
    EXPECT_THAT(metadata_of(model), ElementsAre("epoch=3", "arch=resnet", "betas=(0.5, 1)"));
    EXPECT_THAT(weights_of(model), ElementsAre("model.w float16 scalar"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1));
}

TEST(Pytorch, ReadsQuantizedTensors) {
    PickleBuilder pickle;
    pickle.mark().text("w").global("torch._utils", "_rebuild_qtensor").mark();
    pickle.storage("0", "QInt8Storage", 2).integer(0).integers({2}).integers({1});
    pickle.mark().global("torch", "per_tensor_affine").real(0.5).integer(3).tuple();
    pickle.boolean(false).ordered_dict().tuple().call();
    pickle.text("c").global("torch._utils", "_rebuild_qtensor").mark();
    pickle.storage("0", "QInt8Storage", 2).integer(0).integers({2, 1}).integers({1, 1});
    pickle.mark().global("torch", "per_channel_affine");
    pickle.tensor("1", "DoubleStorage", 2, {2}, {1})
        .tensor("2", "LongStorage", 2, {2}, {1})
        .integer(0)
        .tuple();
    pickle.boolean(false).ordered_dict().tuple().call().dict();
    const Model model =
        read(archive(pickle, {{"0", "\1\xff"}, {"1", raw<double>({0.25, 2})}, {"2", raw<int64_t>({0, -1})}}));
    EXPECT_THAT(values_of(model, 0), ElementsAre(1, -1));
    ASSERT_EQ(model.quantizations.size(), 2U);
    const auto tensor = quant_parameters(model, model.quantizations[0]);
    EXPECT_THAT(tensor->scales, ElementsAre(0.5F));
    EXPECT_THAT(tensor->zero_points, ElementsAre(3));
    const auto channels = quant_parameters(model, model.quantizations[1]);
    EXPECT_EQ(model.quantizations[1].scheme, QuantizationScheme::kPerAxis);
    EXPECT_THAT(channels->scales, ElementsAre(0.25F, 2.0F));
    EXPECT_THAT(channels->zero_points, ElementsAre(0, -1));
    EXPECT_EQ(model.graphs[0].tensors[1].quantization, QuantizationId(1U));
}

TEST(Pytorch, ReadsTensorsOfStoragesWithoutAType) {
    PickleBuilder pickle;
    pickle.mark().text("w").global("torch._utils", "_rebuild_tensor_v3").mark();
    pickle.storage("0", "UntypedStorage", 4)
        .integer(1)
        .integers({1})
        .integers({1})
        .boolean(false)
        .ordered_dict();
    pickle.global("torch", "uint16").tuple().call().dict();
    const Model model = read(archive(pickle, {{"0", std::string("\1\0\2\0", 4)}}));
    EXPECT_THAT(weights_of(model), ElementsAre("w uint16 1"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(2));
}

TEST(Pytorch, SharesTensorsThatAreSavedOnce) {
    PickleBuilder pickle;
    pickle.mark().text("a").tensor("0", "FloatStorage", 1, {1}, {1}).remember(9).text("b").recall(9).dict();
    const Model model = read(archive(pickle, {{"0", raw<float>({1})}}));
    EXPECT_EQ(weights_of(model).size(), 2U);
    EXPECT_EQ(model.constants.size(), 1U);
}

TEST(Pytorch, NotesWhatThePickleImports) {
    PickleBuilder pickle;
    pickle.global("os", "system").mark().text("ls").tuple().call();
    const Model model = read(archive(pickle, {}));
    ASSERT_EQ(model.python_imports.size(), 1U);
    EXPECT_EQ(model.text(model.python_imports[0].module), "os");
    EXPECT_EQ(model.text(model.python_imports[0].name), "system");
    EXPECT_EQ(model.text(model.python_imports[0].call), "os.system('ls')");
}

TEST(Pytorch, TellsOfTensorsThatLeaveTheirStorage) {
    for (const auto& [shape, stride, first] :
         {std::tuple{5, 1, 0}, {2, 4, 0}, {1, 1, 4}, {1, 1, -1}, {-1, 1, 0}, {2, -1, 3}}) {
        PickleBuilder pickle;
        pickle.mark().text("w").tensor("0", "FloatStorage", 4, {shape}, {stride}, first).dict();
        const Model model = read(archive(pickle, {{"0", raw<float>({1, 2, 3, 4})}}));
        ASSERT_EQ(model.damages.size(), 1U) << shape << " " << stride << " " << first;
        EXPECT_THAT(model.damages[0].error.message, HasSubstr("\"w\""));
        EXPECT_EQ(model.constants.size(), 0U);
    }
}

TEST(Pytorch, RefusesSizesBeyondAnyFile) {
    PickleBuilder pickle;
    pickle.mark()
        .text("w")
        .tensor("0", "FloatStorage", INT64_MAX, {INT64_MAX, INT64_MAX}, {INT64_MAX, 1})
        .dict();
    const Model model = read(archive(pickle, {{"0", raw<float>({1})}}));
    EXPECT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(read(legacy(pickle, {{INT64_MAX, ""}}, {"0"})).damages.size(), 2U);
}

TEST(Pytorch, TellsOfMissingStorages) {
    const Model model = read(archive(small_state(), {{"0", raw<float>({1, 2, 3, 4})}}));
    EXPECT_EQ(model.constants[1].state, ConstantState::kMissing);
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kNotFound);
}

TEST(Pytorch, EndsWhereObjectsReferToThemselves) {
    PickleBuilder pickle;
    pickle.mark().dict().remember(0).mark().text("self").recall(0).text("n").integer(1).set_items();
    EXPECT_THAT(metadata_of(read(archive(pickle, {}))), ElementsAre("n=1"));
}

TEST(Pytorch, BoundsObjectsThatAreSharedManyTimes) {
    // A list of two that are the same list of two, and so on: 2^60 elements as a tree.
    PickleBuilder pickle;
    pickle.mark().mark().none().list().list().remember(0);
    for (uint8_t i = 0; i < 60; ++i)
        pickle.mark().recall(i).recall(i).list().remember(static_cast<uint8_t>(i + 1));
    const Model model = read(archive(pickle, {}));
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kLimit);
}

TEST(Pytorch, BoundsNesting) {
    PickleBuilder pickle;
    for (int i = 0; i < 100'000; ++i) pickle.mark();
    pickle.mark().list();
    for (int i = 0; i < 100'000; ++i) pickle.list();
    const Model model = read(archive(pickle, {}));
    ASSERT_EQ(model.damages.size(), 1U);
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kLimit);
}

TEST(Pytorch, SurvivesFilesThatAreCutOff) {
    const std::string whole =
        legacy(small_state(), {{4, raw<float>({1, 2, 3, 4})}, {2, raw<float>({5, 6})}}, {"0", "1"});
    for (size_t size = 0; size < whole.size(); ++size) {
        const auto model = try_read_with(kPytorchReader, whole.substr(0, size));
        EXPECT_TRUE(!model || !model->damages.empty()) << size;
    }
}

std::string tar_member(std::string_view name, std::string_view content) {
    std::string header(512, '\0');
    header.replace(0, name.size(), name);
    char octal[13];
    std::snprintf(octal, sizeof(octal), "%011llo", static_cast<unsigned long long>(content.size()));
    header.replace(124, 11, octal);
    header[156] = '0';
    header.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    std::snprintf(octal, sizeof(octal), "%06o", sum);
    header.replace(148, 7, std::string(octal) + '\0');
    std::string out = header + std::string(content);
    out.resize((out.size() + 511) / 512 * 512);
    return out;
}

TEST(Pytorch, ReadsTheTarArchiveOfTheFirstVersions) {
    PickleBuilder storage;
    storage.mark().integer(7).text("cpu").global("torch", "FloatStorage").tuple();
    PickleBuilder tensor;
    tensor.mark().integer(8).integer(7).global("torch", "FloatTensor").tuple();
    PickleBuilder objects;
    objects.mark().text("w").integer(8).persistent().dict();
    const std::string storages = PickleBuilder().integer(1).build() + storage.build() + raw<int64_t>({3}) +
                                 raw<float>({1, 2, 3}) + PickleBuilder().mark().list().build();
    const std::string tensors =
        PickleBuilder().integer(1).build() + tensor.build() + raw<int32_t>({1, 0}) + raw<int64_t>({2, 1, 1});
    const std::string file = tar_member("sys_info", PickleBuilder().none().build()) +
                             tar_member("pickle", objects.build()) + tar_member("storages", storages) +
                             tar_member("tensors", tensors) + std::string(1024, '\0');
    EXPECT_EQ(sniff(kPytorchReader, as_bytes(file)), FormatReader::Match::kSure);
    const Model model = read(file);
    EXPECT_THAT(weights_of(model), ElementsAre("w float32 2"));
    EXPECT_THAT(values_of(model, 0), ElementsAre(2, 3));
}

TEST(Pytorch, ReadsDictsThatAreMadeOfPairs) {
    PickleBuilder pickle;
    pickle.global("collections", "OrderedDict").mark().mark().mark().text("w");
    pickle.tensor("0", "FloatStorage", 1, {1}, {1}).list().list().tuple().call();
    EXPECT_THAT(weights_of(read(archive(pickle, {{"0", raw<float>({1})}}))), ElementsAre("w float32 1"));
}

TEST(Pytorch, ReadsModulesAndConstantsOfTorchScript) {
    PickleBuilder module;
    module.global("__torch__", "Net").mark().tuple().make().mark().text("training").boolean(false);
    module.text("weight").tensor("0", "FloatStorage", 1, {1}, {1}).dict().state();
    PickleBuilder constants;
    constants.mark().tensor("0.storage", "FloatStorage", 1, {1}, {1}).tuple();
    ZipBuilder zip;
    zip.add("m/data.pkl", module.build()).add("m/code/__torch__.py", "class Net(Module):\n");
    zip.add("m/constants.pkl", constants.build()).add("m/constants/0.storage", raw<float>({2}));
    const std::string file = zip.add("m/data/0", raw<float>({1})).build();
    const Bytes bytes = as_bytes(file);
    const auto model = read_model({bytes.begin(), bytes.end()}, "/nonexistent/test");
    ASSERT_TRUE(model) << model.error().text();
    EXPECT_EQ(model->format, Format::kTorchScript);
    EXPECT_THAT(nodes_of(*model), ElementsAre("__torch__.Net ", "Module CONSTANTS"));
    EXPECT_THAT(values_of(*model, 0), ElementsAre(1));
    EXPECT_THAT(values_of(*model, 1), ElementsAre(2));
    EXPECT_EQ(model->archive_entries.size(), 5U);
}

TEST(Pytorch, IsRecognisedByContent) {
    EXPECT_EQ(sniff(kPytorchReader, as_bytes(archive(small_state(), {}))), FormatReader::Match::kSure);
    EXPECT_EQ(sniff(kPytorchReader, as_bytes(legacy(small_state(), {}, {}))), FormatReader::Match::kSure);
    EXPECT_EQ(sniff(kPytorchReader, as_bytes(PickleBuilder().none().build())), FormatReader::Match::kNo);
    EXPECT_EQ(sniff(kPytorchReader, as_bytes(ZipBuilder().add("a.txt", "b").build())),
              FormatReader::Match::kNo);
}

}  // namespace
}  // namespace netloupe::torch_test
