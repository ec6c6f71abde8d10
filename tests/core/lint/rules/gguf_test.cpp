#include <gmock/gmock.h>

#include "base/byte_cursor.h"
#include "core/formats/gguf/gguf_builder.h"
#include "formats/reader.h"
#include "rule_testing.h"

/// The rules of GGUF, on files that are written for them.
namespace netloupe::lint {
namespace {

using gguf_test::GgufBuilder;
using gguf_test::small_llama;

std::string zeros(size_t bytes) {
    return std::string(bytes, '\0');
}

/// "severity message" of each finding of one rule.
std::vector<std::string> found(std::string_view rule, const GgufBuilder& builder,
                               const std::string& name = "m.gguf") {
    const std::string bytes = builder.build();
    const Bytes span = as_bytes(bytes);
    const auto model = read_model({span.begin(), span.end()}, name);
    if (!model) return {model.error().message};
    Options options{.only = {std::string(rule)}};
    const Weights weights = read_weights(*model, options);
    options.weights = &weights;
    std::vector<std::string> out;
    for (const Finding& finding : check(*model, options))
        out.push_back(std::string(netloupe::lint::name(finding.severity)) + " " + finding.message);
    return out;
}

auto says(const char* text) {
    return testing::ElementsAre(testing::HasSubstr(text));
}

TEST(GgufRules, AreSilentOnASoundModel) {
    for (const char* rule : {"G", "X07"}) EXPECT_THAT(found(rule, small_llama()), testing::IsEmpty()) << rule;
}

/// A model of one quantized matrix in each of `blocks` blocks.
GgufBuilder labelled(uint32_t file_type, uint32_t type, size_t bytes, uint32_t blocks) {
    GgufBuilder builder;
    builder.text("general.architecture", "llama").number("general.file_type", file_type);
    builder.number("general.quantization_version", 2).number("llama.block_count", blocks);
    builder.tensor("token_embd.weight", {256, 1}, type, zeros(bytes))
        .tensor("output.weight", {256, 1}, 14, zeros(210));
    for (uint32_t block = 0; block < blocks; ++block) {
        const std::string name = "blk." + std::to_string(block) + ".ffn_down.weight";
        builder.tensor(name, {256, 1}, type, zeros(bytes));
    }
    return builder;
}

TEST(GgufRules, G01ComparesTheMixWithTheLabel) {
    // Q5_K_S gives all blocks one type.
    EXPECT_THAT(found("G01", labelled(16, 13, 176, 8)), testing::IsEmpty());
    EXPECT_THAT(found("G01", labelled(16, 12, 144, 8)),
                says("warning The file calls itself Q5_K_S, but 9 tensors are not"));
    // Q4_K_M gives the first, the last and every third block Q6_K.
    EXPECT_THAT(found("G01", labelled(15, 12, 144, 8)),
                says("blk.0.ffn_down.weight is q4_k instead of q6_k"));
    EXPECT_THAT(found("G01", labelled(16, 12, 144, 8), "m-UD-Q5_K_S.gguf"), testing::IsEmpty());
    // A file of floats promises nothing.
    EXPECT_THAT(found("G01", labelled(1, 12, 144, 8)), testing::IsEmpty());
}

TEST(GgufRules, G02ComparesTheNameWithTheLabel) {
    const GgufBuilder builder = small_llama(GgufBuilder().number("general.file_type", 15));
    EXPECT_THAT(found("G02", builder, "llama-7b-Q5_K_M.gguf"),
                says("warning The file is named Q5_K_M, but its metadata says Q4_K_M"));
    for (const char* name :
         {"llama-7b-q4_k_m.gguf", "llama.Q4_K.gguf", "llama.gguf", "Q5_K_M-llama-Q4_K_M.gguf"})
        EXPECT_THAT(found("G02", builder, name), testing::IsEmpty()) << name;
}

GgufBuilder with_tokenizer(const GgufBuilder& tokenizer) {
    GgufBuilder builder = tokenizer;
    builder.text("general.architecture", "llama").tensor("token_embd.weight", {1, 2}, 0, zeros(8));
    return builder;
}

TEST(GgufRules, G03WantsAWholeTokenizer) {
    EXPECT_THAT(found("G03", with_tokenizer(GgufBuilder())),
                says("error The model takes text, but tokenizer.ggml.model is missing"));
    EXPECT_THAT(
        found("G03", with_tokenizer(GgufBuilder()
                                        .text("tokenizer.ggml.model", "gpt2")
                                        .texts("tokenizer.ggml.tokens", {"a", "b"}))),
        testing::ElementsAre(testing::HasSubstr("without its merges"), testing::HasSubstr("pre is missing")));
    EXPECT_THAT(found("G03", with_tokenizer(GgufBuilder()
                                                .text("tokenizer.ggml.model", "llama")
                                                .texts("tokenizer.ggml.tokens", {"a", "b"})
                                                .numbers("tokenizer.ggml.token_type", {1}))),
                says("token_type has 1 entries for 2 tokens"));
    EXPECT_THAT(found("G03", with_tokenizer(GgufBuilder().text("general.type", "adapter"))),
                testing::IsEmpty());
}

TEST(GgufRules, G04ParsesTheTemplate) {
    const auto with = [](std::string_view source) {
        return found("G04", small_llama(GgufBuilder().text("tokenizer.chat_template", source)));
    };
    EXPECT_THAT(with("{% for m in messages %}{{ m }}{% endfor %}{% if add_generation_prompt %}x{% endif %}"),
                testing::IsEmpty());
    EXPECT_THAT(with("{% for m in messages %}{{ m }}"), says("{% for %} is not closed"));
    EXPECT_THAT(with("{% if messages %}{% endfor %}"), says("{% endfor %} closes nothing"));
    EXPECT_THAT(with("{{ 'hello' }}"), says("never looks at the messages"));
    EXPECT_THAT(with("{%- set x = 1 -%}{{ messages }}"), says("does not ask for add_generation_prompt"));
    EXPECT_THAT(found("G04", small_llama(), "Llama-3-8B-Instruct.gguf"),
                says("tokenizer.chat_template is missing"));
    EXPECT_THAT(found("G04", small_llama(), "Llama-3-8B.gguf"), testing::IsEmpty());
}

GgufBuilder with_ends(uint32_t eos, std::vector<int32_t> types) {
    GgufBuilder builder;
    builder.text("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", {"a", "<|im_end|>"});
    builder.numbers("tokenizer.ggml.token_type", types).number("tokenizer.ggml.eos_token_id", eos);
    return with_tokenizer(builder);
}

TEST(GgufRules, G05LooksAtSpecialTokens) {
    EXPECT_THAT(found("G05", with_ends(1, {1, 3})), testing::IsEmpty());
    EXPECT_THAT(found("G05", with_ends(2, {1, 3})),
                says("error The eos token is number 2, but there are 2 tokens"));
    EXPECT_THAT(found("G05", with_ends(0, {1, 3})), says("has the type 1 instead of control"));
    EXPECT_THAT(found("G05", with_ends(0, {3, 3}).text("tokenizer.chat_template", "<|im_end|>")),
                says("ends turns with <|im_end|> (token 1)"));
}

TEST(GgufRules, G06ComparesTokensWithRows) {
    GgufBuilder builder;
    builder.text("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", {"a", "b", "c"});
    EXPECT_THAT(found("G06", with_tokenizer(builder)),
                says("error The tokenizer has 3 tokens, but token_embd.weight has 2 rows"));
}

TEST(GgufRules, G07LooksForEveryTensor) {
    GgufBuilder builder;
    builder.text("general.architecture", "llama")
        .number("llama.block_count", 5)
        .tensor("token_embd.weight", {1, 1}, 0, zeros(4));
    for (const char* block : {"0", "1", "2", "3", "4"}) {
        builder.tensor("blk." + std::string(block) + ".a.weight", {1}, 0, zeros(4));
        if (block[0] != '3') builder.tensor("blk." + std::string(block) + ".b.weight", {1}, 0, zeros(4));
    }
    EXPECT_THAT(found("G07", builder), says("error Block 3 lacks b.weight, which most blocks have."));
    EXPECT_THAT(found("G07", small_llama(GgufBuilder().number("llama.block_count", 2))),
                says("but block 1 has no tensors"));
    EXPECT_THAT(found("G07", small_llama().tensor("blk.1.attn_norm.weight", {4}, 0, zeros(16))),
                testing::Contains(testing::HasSubstr("There is a block 1, but block_count is 1")));
}

TEST(GgufRules, G08ComparesSizes) {
    EXPECT_THAT(found("G08", small_llama(GgufBuilder().number("llama.attention.head_count", 3))),
                says("no multiple of the 3 heads"));
    EXPECT_THAT(
        found("G08", small_llama(GgufBuilder().number("llama.attention.head_count_kv", 1))),
        testing::Contains(testing::HasSubstr("blk.0.attn_k.weight is 4×4, but the metadata gives 4×2")));
}

TEST(GgufRules, G09FindsBrokenBlocks) {
    GgufBuilder builder;
    builder.tensor("w", {32}, 2, std::string("\x00\x7e", 2) + std::string(16, '\x11'));
    EXPECT_THAT(found("G09", builder), says("error 32 of the 32 weights of"));
}

TEST(GgufRules, G10WantsWholeBlocksInARow) {
    EXPECT_THAT(found("G10", GgufBuilder().tensor("w", {16, 2}, 2, zeros(18))),
                says("error Rows of w have 16 weights"));
    GgufBuilder builder;
    builder.tensor("a", {256}, 12, zeros(144)).tensor("b", {32}, 6, zeros(22));
    EXPECT_THAT(found("G10", builder), says("info 1 tensors are of an older type"));
}

TEST(GgufRules, G11WantsTensorsInARow) {
    std::string bytes = GgufBuilder().tensor("a", {1}, 0, zeros(4)).tensor("b", {1}, 0, zeros(64)).build();
    // The second tensor's offset is the only 32 behind its name.
    bytes[bytes.find('\x20', bytes.find('b', 30))] = 64;
    const Bytes span = as_bytes(bytes);
    const auto model = read_model({span.begin(), span.end()}, "m.gguf");
    ASSERT_TRUE(model);
    const auto findings = check(*model, Options{.only = {"G11"}});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(findings[0].message, testing::HasSubstr("b stands at offset"));
    EXPECT_THAT(found("G11", GgufBuilder().number("general.alignment", 24).tensor("a", {1}, 0, zeros(4))),
                says("is 24, which is no power of two"));
}

TEST(GgufRules, G12TellsForeignTypes) {
    EXPECT_THAT(found("G12", GgufBuilder().tensor("w", {1}, 31, zeros(4))),
                says("is of type 31, which llama.cpp has removed"));
    EXPECT_THAT(found("G12", small_llama(GgufBuilder().number("general.file_type", 77))),
                says("general.file_type is 77"));
}

TEST(GgufRules, G13LooksForTheWholeSet) {
    const auto set = [](uint32_t number) {
        return GgufBuilder().number("split.no", number).number("split.count", 3);
    };
    EXPECT_THAT(found("G13", set(0)),
                says("error The model is split into 3 files, but 2 of them are missing"));
    EXPECT_THAT(found("G13", set(1)), says("info This is file 2 of 3"));
    EXPECT_THAT(found("G13", set(7)), says("error split.no is 7"));
}

TEST(GgufRules, G14WantsTheVersion) {
    EXPECT_THAT(found("G14", GgufBuilder().tensor("w", {32}, 2, zeros(18))),
                says("but general.quantization_version is missing"));
    EXPECT_THAT(
        found("G14", GgufBuilder().number("general.quantization_version", 2).tensor("w", {32}, 2, zeros(18))),
        testing::IsEmpty());
}

TEST(GgufRules, G15SparesSmallTensors) {
    EXPECT_THAT(found("G15", GgufBuilder().tensor("blk.0.ffn_gate_inp.weight", {32, 1}, 2, zeros(18))),
                says("blk.0.ffn_gate_inp.weight is q4_0"));
    EXPECT_THAT(found("G15", GgufBuilder().tensor("blk.0.ffn_up.weight", {32, 1}, 2, zeros(18))),
                testing::IsEmpty());
}

TEST(GgufRules, G16WantsAnImportanceMatrix) {
    EXPECT_THAT(found("G16", GgufBuilder().tensor("w", {256, 1}, 16, zeros(66))), says("info w is iq2_xxs"));
    EXPECT_THAT(
        found("G16", GgufBuilder().text("quantize.imatrix.file", "x").tensor("w", {256, 1}, 16, zeros(66))),
        testing::IsEmpty());
}

TEST(GgufRules, G18ComparesContexts) {
    GgufBuilder builder;
    builder.text("general.architecture", "llama").number("llama.context_length", 100'000);
    builder.number("llama.rope.scaling.original_context_length", 8192).real("llama.rope.scaling.factor", 4);
    EXPECT_THAT(found("G18", builder), says("context_length is 100000, but 8192 tokens were trained"));
    EXPECT_THAT(
        found("G18",
              GgufBuilder().text("general.architecture", "llama").text("llama.rope.scaling.type", "linear")),
        says("rope.scaling.factor is missing"));
}

TEST(GgufRules, X07FindsCodeInTemplates) {
    const auto with = [](std::string_view source) {
        return found("X07", GgufBuilder().text("tokenizer.chat_template", source));
    };
    EXPECT_THAT(with("{{ cycler.__init__.__globals__ }}"),
                says("warning tokenizer.chat_template uses __globals__"));
    EXPECT_THAT(with("{% set ns = namespace(a=1) %}{{ messages[0].myself.x }}Ask __class__ yourself."),
                testing::IsEmpty());
    std::string deep;
    for (int i = 0; i < 40; ++i) deep += "{% if x %}";
    EXPECT_THAT(with(deep), says("nests blocks 40 deep"));
}

}  // namespace
}  // namespace netloupe::lint
