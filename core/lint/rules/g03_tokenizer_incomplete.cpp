#include <fmt/format.h>

#include <string>
#include <utility>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void report(Context& context, Severity severity, std::string message) {
    context.report({
        .severity = severity,
        .message = std::move(message),
        .fix = "Convert the model again with a current converter, which writes the whole tokenizer.",
    });
}

/// Byte-pair encoders split texts into words first; how, the file has to say.
void check_pairs(Context& context, const GgufFacts& facts) {
    constexpr int64_t kLargeVocabulary = 60'000;
    if (facts.tokenizer_list("merges") == nullptr)
        report(context, Severity::kError,
               "The tokenizer is a byte-pair encoder (gpt2) without its merges: no text can be encoded.");
    const auto pre = facts.text("tokenizer.ggml.pre");
    if (!pre) {
        report(context, Severity::kWarning,
               "tokenizer.ggml.pre is missing: texts are split by a default rule, and the model sees other "
               "tokens than in training.");
    } else if (*pre == "default" && facts.tokens().value_or(0) > kLargeVocabulary) {
        report(context, Severity::kWarning,
               fmt::format("tokenizer.ggml.pre is \"default\" for a vocabulary of {} tokens; models of this "
                           "size have a rule of their own.",
                           *facts.tokens()));
    }
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    if (!facts.is_text_model() || facts.integer("split.no").value_or(0) != 0) return;
    const auto kind = facts.text("tokenizer.ggml.model");
    const auto tokens = facts.tokens();
    if (!kind || !tokens)
        return report(
            context, Severity::kError,
            fmt::format(
                "The model takes text, but tokenizer.ggml.{} is missing: no program can encode a prompt.",
                kind ? "tokens" : "model"));
    if (*kind == "gpt2") check_pairs(context, facts);
    for (const std::string_view list : {"scores", "token_type"}) {
        const auto length = facts.length(facts.tokenizer_list(list));
        if (length && *length != *tokens)
            report(context, Severity::kError,
                   fmt::format("tokenizer.ggml.{} has {} entries for {} tokens.", list, *length, *tokens));
    }
}

}  // namespace

extern const Rule g03_tokenizer_incomplete;
const Rule g03_tokenizer_incomplete{
    .id = "G03",
    .name = "tokenizer-incomplete",
    .summary = "A text model has no tokenizer, or only parts of one.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Looks for the tokenizer's kind, its tokens, the merges and the splitting rule of "
                    "byte-pair encoders, and lists whose lengths differ from the number of tokens.",
            .why = "A runtime refuses a model whose tokenizer it cannot build. One whose splitting rule is "
                   "missing loads, and answers worse, because its input is split in another way than in "
                   "training.",
            .not_a_problem = "Adapters, projectors of images and files without embeddings need no tokenizer.",
            .fix = "Convert the model again with a current converter.",
            .example = "tokenizer.ggml.model is gpt2 and tokenizer.ggml.merges is absent.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp, "
                      "https://github.com/ggml-org/ggml/blob/master/docs/gguf.md",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
