#include <zlib.h>

#include "read_tflite.h"
#include "schemas/tflite_metadata_generated.h"

namespace netloupe::tflite_test {
namespace {

namespace card = netloupe::wire::tflite_metadata;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<uint8_t> buffer_of(const Builder& b) {
    return {b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize()};
}

std::vector<std::string> entries(const Model& model, Range range) {
    std::vector<std::string> out;
    for (const KeyValue& entry : model.metadata_of(range)) {
        out.push_back(std::string(model.text(entry.key)) + "=" + std::string(model.text(entry.value)));
    }
    return out;
}

TEST(TfliteMetadata, ReadsTextAndTheMinimumRuntime) {
    TestModel m;
    m.add_metadata("min_runtime_version", {'2', '.', '1', 0, 0, 0});
    m.add_metadata("note", {'h', 'i'});
    m.add_metadata("blob", {1, 2, 3});
    m.add_metadata("OfflineMemoryAllocation", bytes_of<int32_t>({1, 0, 1, -1}));
    const Model model = read(m);
    EXPECT_EQ(model.runtime, "2.1");
    EXPECT_THAT(entries(model, model.model_metadata),
                ElementsAre("note=hi", "blob=3 bytes", "OfflineMemoryAllocation=1, 0, 1, -1"));
}

TEST(TfliteMetadata, WritesOutHowTheModelWasConverted) {
    Builder b;
    const auto version = b.CreateString("2.17.0");
    const auto environment = card::CreateEnvironment(b, version, 2, card::ModelType::PYTORCH);
    const std::vector<card::ModelOptimizationMode> modes{card::ModelOptimizationMode::PTQ_INT16};
    const auto options = card::CreateConversionOptions(b, b.CreateVector(modes), true);
    b.Finish(card::CreateConversionMetadata(b, environment, options));
    TestModel m;
    m.add_metadata("CONVERSION_METADATA", buffer_of(b));
    const Model model = read(m);
    EXPECT_THAT(
        entries(model, model.model_metadata),
        ElementsAre(R"(CONVERSION_METADATA={"environment":{"tensorflow_version":"2.17.0","api_version":2,)"
                    R"("model_type":"PYTORCH"},"options":{"model_optimization_modes":["PTQ_INT16"],)"
                    R"("allow_custom_ops":true}})"));
}

std::vector<uint8_t> model_card() {
    Builder b;
    const auto numbers = b.CreateVector(std::vector<float>{127.5F});
    const auto normalization = card::CreateNormalizationOptions(b, numbers, numbers).Union();
    const auto unit =
        card::CreateProcessUnit(b, card::ProcessUnitOptions::NormalizationOptions, normalization);
    const auto image = card::CreateImageProperties(b, card::ColorSpaceType::RGB).Union();
    const auto content = card::CreateContent(b, card::ContentProperties::ImageProperties, image);
    const auto input =
        card::CreateTensorMetadata(b, b.CreateString("image"), b.CreateString("What the camera saw"), 0,
                                   content, b.CreateVector(&unit, 1));
    const auto labels =
        card::CreateAssociatedFile(b, b.CreateString("labels.txt"), 0,
                                   card::AssociatedFileType::TENSOR_AXIS_LABELS, b.CreateString("en"));
    const auto output = card::CreateTensorMetadata(b, 0, 0, 0, 0, 0, 0, b.CreateVector(&labels, 1));
    const auto subgraph =
        card::CreateSubGraphMetadata(b, 0, 0, b.CreateVector(&input, 1), b.CreateVector(&output, 1));
    b.Finish(
        card::CreateModelMetadata(b, b.CreateString("Classifier"), b.CreateString("Tells cats from dogs"),
                                  b.CreateString("v7"), b.CreateVector(&subgraph, 1),
                                  b.CreateString("Someone"), b.CreateString("Apache")),
        "M001");
    return buffer_of(b);
}

TEST(TfliteMetadata, ReadsWhatTheModelIsFor) {
    TestModel m;
    const int32_t x = m.add_tensor({.name = "x"});
    const int32_t y = m.add_tensor({.name = "y"});
    m.set_ends({x}, {y});
    m.add_metadata("TFLITE_METADATA", model_card());
    const Model model = read(m);
    EXPECT_EQ(model.version, "v7");
    EXPECT_EQ(model.description, "made by a test\nTells cats from dogs");
    EXPECT_THAT(entries(model, model.model_metadata),
                ElementsAre("name=Classifier", "author=Someone", "license=Apache"));
    EXPECT_THAT(entries(model, model.graphs[0].tensors[0].metadata),
                ElementsAre("name=image", "description=What the camera saw",
                            R"(content={"content_properties":{"ImageProperties":{"color_space":"RGB"}}})",
                            R"(NormalizationOptions={"mean":[127.5],"std":[127.5]})"));
    EXPECT_THAT(entries(model, model.graphs[0].tensors[1].metadata),
                ElementsAre("associated_files=labels.txt (TENSOR_AXIS_LABELS, en)"));
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(TfliteMetadata, ReadsCardsOfAudioAndTextModels) {
    Builder b;
    const auto audio = card::CreateAudioProperties(b, 16000, 1).Union();
    const auto content = card::CreateContent(b, card::ContentProperties::AudioProperties, audio);
    const auto input = card::CreateTensorMetadata(b, 0, 0, 0, content);
    const auto vocabulary =
        card::CreateAssociatedFile(b, b.CreateString("vocab.txt"), 0, card::AssociatedFileType::VOCABULARY);
    const auto tokenizer =
        card::CreateRegexTokenizerOptions(b, b.CreateString("[^a-z]+"), b.CreateVector(&vocabulary, 1))
            .Union();
    const auto unit = card::CreateProcessUnit(b, card::ProcessUnitOptions::RegexTokenizerOptions, tokenizer);
    const auto index = card::CreateAssociatedFile(b, b.CreateString("index.ldb"), 0,
                                                  card::AssociatedFileType::SCANN_INDEX_FILE);
    const auto subgraph = card::CreateSubGraphMetadata(b, 0, 0, b.CreateVector(&input, 1), 0,
                                                       b.CreateVector(&index, 1), b.CreateVector(&unit, 1));
    b.Finish(card::CreateModelMetadata(b, 0, 0, 0, b.CreateVector(&subgraph, 1)), "M001");
    TestModel m;
    m.set_ends({m.add_tensor({.name = "x"})}, {});
    m.add_metadata("TFLITE_METADATA", buffer_of(b));
    const Model model = read(m);
    EXPECT_THAT(
        entries(model, model.graphs[0].tensors[0].metadata),
        ElementsAre(
            R"(content={"content_properties":{"AudioProperties":{"sample_rate":16000,"channels":1}}})"));
    const auto of_graph = entries(model, model.graphs[0].metadata);
    ASSERT_EQ(of_graph.size(), 2U);
    EXPECT_EQ(of_graph[0], "associated_files=index.ldb (SCANN_INDEX_FILE)");
    EXPECT_THAT(of_graph[1], HasSubstr(R"(RegexTokenizerOptions={"delim_regex_pattern":"[^a-z]+")"));
}

TEST(TfliteMetadata, SurvivesADamagedModelCard) {
    const auto good = model_card();
    for (size_t length = 0; length < good.size(); ++length) {
        TestModel m;
        m.set_ends({m.add_tensor({.name = "x"})}, {0});
        m.add_metadata("TFLITE_METADATA", {good.begin(), good.begin() + static_cast<ptrdiff_t>(length)});
        EXPECT_EQ(read(m).graphs[0].tensors.size(), 1U);
    }
}

/// A zip archive of one member, behind `front`; offsets count from the zip's own start, as some writers do.
void append_zip(std::vector<std::byte>& front, std::string_view name, std::string_view content,
                bool deflate) {
    std::string out;
    const auto number = [&](uint64_t value, int width) {
        for (int i = 0; i < width; ++i) out += static_cast<char>(value >> (8 * i));
    };
    std::string packed(content);
    if (deflate) {
        packed.resize(compressBound(content.size()));
        z_stream stream{};
        ASSERT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
        std::string input(content);
        stream.next_in = reinterpret_cast<Bytef*>(input.data());
        stream.avail_in = static_cast<uInt>(input.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        ASSERT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
        packed.resize(stream.total_out);
        deflateEnd(&stream);
    }
    const uint64_t crc =
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
    const auto common = [&] {
        number(20, 2);
        number(0, 2);
        number(deflate ? 8 : 0, 2);
        number(0, 4);
        number(crc, 4);
        number(packed.size(), 4);
        number(content.size(), 4);
        number(name.size(), 2);
        number(0, 2);
    };
    number(0x04034b50, 4);
    common();
    out += name;
    out += packed;
    const uint64_t directory = out.size();
    number(0x02014b50, 4);
    number(20, 2);
    common();
    number(0, 2);
    number(0, 2);
    number(0, 2);
    number(0, 4);
    number(0, 4);
    out += name;
    const uint64_t end = out.size();
    number(0x06054b50, 4);
    number(0, 4);
    number(1, 2);
    number(1, 2);
    number(end - directory, 4);
    number(directory, 4);
    number(0, 2);
    for (const char c : out) front.push_back(static_cast<std::byte>(c));
}

TEST(TfliteMetadata, ReadsFilesPackedBehindTheModel) {
    for (const bool deflate : {false, true}) {
        TestModel m;
        m.add_tensor({.name = "x"});
        auto bytes = m.finish();
        append_zip(bytes, "labels.txt", "cat\ndog\n", deflate);
        const Model model = read(bytes);
        ASSERT_EQ(model.attachments.size(), 1U);
        EXPECT_EQ(model.text(model.attachments[0].name), "labels.txt");
        EXPECT_EQ(model.attachments[0].bytes, 8U);
        EXPECT_EQ(model.text(model.attachments[0].text), "cat\ndog\n");
        EXPECT_THAT(model.damages, IsEmpty());
    }
}

TEST(TfliteMetadata, NamesButDoesNotUnpackLongFiles) {
    TestModel m;
    m.add_tensor({.name = "x"});
    auto bytes = m.finish();
    append_zip(bytes, "vocabulary.txt", std::string(1 << 20, 'a'), true);
    const Model model = read(bytes);
    ASSERT_EQ(model.attachments.size(), 1U);
    EXPECT_EQ(model.attachments[0].bytes, 1U << 20);
    EXPECT_EQ(model.text(model.attachments[0].text), "");
}

TEST(TfliteMetadata, SaysThatAPackedFileIsDamaged) {
    TestModel m;
    m.add_tensor({.name = "x"});
    auto bytes = m.finish();
    const size_t zip = bytes.size();
    append_zip(bytes, "labels.txt", "cat\ndog\n", false);
    bytes[zip + 30 + 10] = std::byte{'X'};
    const Model model = read(bytes);
    EXPECT_THAT(damage_text(model), HasSubstr("labels.txt does not match its checksum"));
    EXPECT_EQ(model.attachments.size(), 1U);
}

}  // namespace
}  // namespace netloupe::tflite_test
