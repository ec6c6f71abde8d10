#include "formats/gguf.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/byte_cursor.h"
#include "gguf_builder.h"
#include "model/values.h"
#include "support/expect_model.h"

namespace netloupe::gguf_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result<Model> try_read(const std::string& bytes) {
    return support::read_text(bytes, "test.gguf");
}

Model read(const std::string& bytes) {
    return support::expect_model(try_read(bytes));
}

std::vector<std::string> entries(const Model& model, Range range) {
    std::vector<std::string> out;
    for (const KeyValue& entry : model.metadata_of(range))
        out.push_back(std::string(model.text(entry.key)) + "=" + std::string(model.text(entry.value)));
    return out;
}

std::vector<std::string> ops(const Model& model) {
    std::vector<std::string> out;
    for (const Node& node : model.graphs[0].nodes) out.emplace_back(model.text(node.op));
    return out;
}

Values values(const Model& model, ConstantId constant) {
    const auto read = read_values(model, model.constant(constant), 0, 10'000);
    if (!read) ADD_FAILURE() << read.error().message;
    return read.value_or(Values());
}

std::string floats(const GgufBuilder& builder, const std::vector<float>& numbers) {
    std::string out;
    for (const float number : numbers) builder.put(out, std::bit_cast<uint32_t>(number));
    return out;
}

class GgufEncoding : public testing::TestWithParam<std::pair<uint32_t, bool>> {};

TEST_P(GgufEncoding, IsRead) {
    const auto [version, big] = GetParam();
    GgufBuilder builder(version, big);
    builder.text("general.architecture", "other").real("x.half", 0.5F).boolean("x.yes", true);
    builder.numbers("x.list", {1, -2}).texts("x.names", {"a", "bc"});
    builder.tensor("w", {3, 2}, 0, floats(builder, {1, 2, 3, 4, 5, 6}));
    const Model model = read(builder.build());
    EXPECT_EQ(model.format_version, "v" + std::to_string(version));
    EXPECT_THAT(entries(model, model.model_metadata),
                ElementsAre("general.architecture=other", "x.half=0.5", "x.yes=true", "x.list=[1, -2]",
                            "x.names=[a, bc]"));
    ASSERT_EQ(model.graphs[0].tensors.size(), 1U);
    EXPECT_EQ(shape_text(model, model.graphs[0].tensors[0].shape), "2×3");
    EXPECT_THAT(to_doubles(values(model, ConstantId(0U))), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(model.damages, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, GgufEncoding,
                         testing::Values(std::pair(1U, false), std::pair(2U, false), std::pair(3U, false),
                                         std::pair(3U, true)));

TEST(Gguf, DrawsAKnownArchitecture) {
    const Model model = read(small_llama().build());
    EXPECT_THAT(ops(model), ElementsAre("tokenizer", "Embedding", "RMSNorm", "Attention", "Add", "RMSNorm",
                                        "FeedForward", "Add", "RMSNorm", "Output"));
    const Graph& graph = model.graphs[0];
    EXPECT_EQ(model.text(graph.name), "llama");
    // The second sum adds the first one and what was fed forward.
    const auto inputs = model.inputs(graph.nodes[7]);
    ASSERT_EQ(inputs.size(), 2U);
    EXPECT_EQ(graph.tensor(inputs[0]).producer, NodeId(4U));
    EXPECT_EQ(graph.tensor(inputs[1]).producer, NodeId(6U));
    EXPECT_EQ(model.inputs(graph.nodes[3]).size(), 5U);
    EXPECT_EQ(model.text(model.find_attribute(graph.nodes[3], "head_count")->text), "2");
    ASSERT_EQ(graph.outputs.size(), 1U);
    EXPECT_EQ(graph.tensor(graph.outputs[0]).producer, NodeId(9U));
}

TEST(Gguf, ShowsTheTokenizer) {
    const Model model =
        read(small_llama(GgufBuilder().text("tokenizer.chat_template", "{{ messages }}")).build());
    const Node& tokenizer = model.graphs[0].nodes[0];
    EXPECT_EQ(model.text(model.find_attribute(tokenizer, "chat_template")->text), "{{ messages }}");
    const Attribute* tokens = model.find_attribute(tokenizer, "tokens");
    ASSERT_NE(tokens, nullptr);
    EXPECT_THAT(std::get<std::vector<std::string>>(values(model, tokens->constant)),
                ElementsAre("<unk>", "<s>", "</s>", "a"));
}

TEST(Gguf, ShowsOtherArchitecturesAsModules) {
    GgufBuilder builder;
    builder.text("general.architecture", "nobody knows").tensor("blk.0.w", {1}, 0, std::string(4, '\0'));
    EXPECT_THAT(ops(read(builder.build())), ElementsAre("Module"));
}

TEST(Gguf, MeasuresTheTypes) {
    GgufBuilder builder;
    builder.number("general.file_type", 15)
        .tensor("a", {256}, 12, std::string(144, '\0'))
        .tensor("b", {32}, 8, std::string(34, '\0'));
    const Model model = read(builder.build());
    EXPECT_THAT(entries(model, model.graphs[0].metadata),
                ElementsAre("label=Q4_K_M", HasSubstr("Q8_0 × 1"), "measured bits per weight=4.94"));
    const Tensor& tensor = model.graphs[0].tensors[0];
    EXPECT_EQ(tensor.dtype, DataType::kQ4_K);
    EXPECT_EQ(model.text(model.quantization(tensor.quantization).details),
              "Q4_K: 256 weights in a block of 144 bytes, 4.5 bits a weight");
}

TEST(Gguf, DecodesBlocks) {
    GgufBuilder builder;
    // Scale 0.5 as float16; nibbles 0 and 15 in the first byte, 8 elsewhere, which stands for 0.
    std::string q4 = std::string("\x00\x38\xf0", 3) + std::string(15, '\x88');
    // Scale 2; 1, -1 and zeros.
    std::string q8 = std::string("\x00\x40\x01\xff", 4) + std::string(30, '\0');
    builder.tensor("q4", {32}, 2, q4).tensor("q8", {32}, 8, q8);
    const Model model = read(builder.build());
    const auto first = to_doubles(values(model, ConstantId(0U)));
    ASSERT_EQ(first.size(), 32U);
    EXPECT_EQ(first[0], -4);
    EXPECT_EQ(first[16], 3.5);
    EXPECT_EQ(first[1], 0);
    EXPECT_THAT(to_doubles(*read_values(model, model.constants[1], 0, 3)), ElementsAre(2, -2, 0));
}

TEST(Gguf, TellsWhatIsDamaged) {
    const std::string whole = small_llama().build();
    const Model cut = read(whole.substr(0, whole.size() - 40));
    ASSERT_EQ(cut.damages.size(), 1U);
    EXPECT_THAT(cut.damages[0].error.message, HasSubstr("reach beyond the end of the file"));
    const Model header = read(whole.substr(0, 300));
    EXPECT_THAT(header.damages[0].error.message, HasSubstr("The file ends inside"));
    std::string version = whole;
    version[4] = 9;
    EXPECT_THAT(try_read(version).error().message, HasSubstr("GGUF version 9 is not known"));
    // Counts beyond anything that follows.
    std::string counts = whole;
    for (size_t i = 8; i < 24; ++i) counts[i] = '\x7f';
    EXPECT_FALSE(read(counts).damages.empty());
}

TEST(Gguf, KeepsTensorsOfTypesThatNobodyKnows) {
    const Model model = read(GgufBuilder().tensor("w", {4}, 200, std::string(16, '\0')).build());
    EXPECT_EQ(model.graphs[0].tensors[0].dtype, DataType::kUnknown);
    EXPECT_THAT(model.damages, IsEmpty());
}

TEST(Gguf, ShowsNoValuesBeyondATensorTooLargeForAnyFile) {
    GgufBuilder builder(3, true);
    builder.tensor("w", {uint64_t{1} << 63U}, 0, "");
    const Model model = read(builder.build());
    EXPECT_EQ(model.damages.size(), 1U);
    const auto values = read_values(model, model.constants[0], (uint64_t{1} << 62U) - 1, 8);
    ASSERT_TRUE(values.has_value());
    EXPECT_THAT(to_doubles(*values), IsEmpty());
}

TEST(Gguf, ReadsAllFilesOfASet) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("netloupe_split_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const auto split = [&](uint32_t number, const char* tensor) {
        GgufBuilder builder;
        builder.number("split.no", number)
            .number("split.count", 2)
            .tensor(tensor, {1}, 0, std::string(4, '\0'));
        const auto path = folder / ("m-0000" + std::to_string(number + 1) + "-of-00002.gguf");
        std::ofstream(path, std::ios::binary) << builder.build();
        return path.string();
    };
    split(1, "b");
    const auto model = open_model(split(0, "a"));
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->graphs[0].tensors.size(), 2U);
    EXPECT_EQ(model->text(model->constants[1].location), "m-00002-of-00002.gguf");
}

/// A file of before GGUF: numbers, a vocabulary, and two tensors to the end.
std::string legacy(std::string_view magic, bool aligned) {
    const GgufBuilder builder;
    std::string out(magic);
    if (magic != "lmgg") builder.put(out, uint32_t{3});
    for (uint32_t i = 0; i < 7; ++i) builder.put(out, 100 + i);
    out += std::string("\3\0\0\0abc", 7);
    for (const char* name : {"tok_embeddings.weight", "norm.weight"}) {
        for (const uint32_t number :
             {uint32_t{1}, static_cast<uint32_t>(std::strlen(name)), uint32_t{0}, uint32_t{2}})
            builder.put(out, number);
        out += name;
        while (aligned && out.size() % 32 != 0) out += '\0';
        out += floats(builder, {1.5, -2});
    }
    return out;
}

TEST(Ggml, FindsTheTensors) {
    for (const auto& [magic, version] : {std::pair("lmgg", "ggml"), std::pair("tjgg", "ggjt v3")}) {
        const Model model = read(legacy(magic, magic[0] == 't'));
        EXPECT_EQ(model.format_version, version);
        ASSERT_EQ(model.graphs[0].tensors.size(), 2U);
        EXPECT_EQ(model.text(model.graphs[0].tensors[1].name), "norm.weight");
        EXPECT_THAT(to_doubles(values(model, ConstantId(1U))), ElementsAre(1.5, -2));
        EXPECT_THAT(entries(model, model.model_metadata), testing::Contains("n_embd=101"));
    }
    EXPECT_THAT(try_read(legacy("lmgg", false).substr(0, 80)).error().message,
                HasSubstr("No list of tensors"));
}

}  // namespace
}  // namespace netloupe::gguf_test
