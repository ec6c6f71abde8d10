#include <fmt/format.h>

#include <string_view>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    const GgufFacts facts(context.model());
    const auto tokens = facts.tokens();
    if (!tokens || !facts.is_text_model()) return;
    for (const std::string_view name : {"token_embd.weight", "output.weight"}) {
        const GgufTensor* tensor = facts.find(name);
        if (tensor == nullptr || tensor->ne.size() != 2 || tensor->extent(1) == *tokens) continue;
        // Rows may be more than tokens on purpose, when the file says so.
        const bool padded = facts.parameter("vocab_size") == tensor->extent(1) && tensor->extent(1) > *tokens;
        context.report({
            .severity = padded ? Severity::kInfo : context.severity(),
            .message = fmt::format(
                "The tokenizer has {} tokens, but {} has {} rows{}.", *tokens, name, tensor->extent(1),
                padded ? ", as vocab_size says: the rest is padding" : "; llama.cpp refuses to load it"),
            .fix = padded ? "" : "Convert the model again from one and the same checkpoint and tokenizer.",
            .graph = GraphId(0U),
            .node = context.facts().graph(GraphId(0U)).node_of(tensor->id),
            .tensor = tensor->id,
        });
    }
}

}  // namespace

extern const Rule g06_vocab_size;
const Rule g06_vocab_size{
    .id = "G06",
    .name = "vocab-size",
    .summary = "The tokenizer has another number of tokens than the embedding has rows.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Compares the number of tokens with the rows of the embedding and of the output.",
            .why = "Each token has a row. With fewer rows than tokens an input reads beyond the matrix; "
                   "runtimes refuse the file.",
            .not_a_problem = "When vocab_size names the number of rows they are padded on purpose: then it "
                             "is information only.",
            .fix = "Convert the model again, with the tokenizer of the same checkpoint. Tokens that were "
                   "added to it need rows in the embedding.",
            .example = "32,000 tokens and an embedding of 32,016 rows.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-model-loader.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
