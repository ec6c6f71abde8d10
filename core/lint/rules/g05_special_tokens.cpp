#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context.h"
#include "gguf_facts.h"
#include "model/values.h"

namespace netloupe::lint {

namespace {

constexpr int64_t kControl = 3;
/// Tokens that are looked through for an end marker.
constexpr uint64_t kMostTokens = 4'000'000;

void report(Context& context, Severity severity, std::string message, std::string fix) {
    context.report({.severity = severity, .message = std::move(message), .fix = std::move(fix)});
}

std::optional<int64_t> id_of(const GgufFacts& facts, std::string_view token) {
    return facts.integer("tokenizer.ggml." + std::string(token) + "_token_id");
}

void check_range(Context& context, const GgufFacts& facts, int64_t tokens) {
    for (const std::string_view token :
         {"bos", "eos", "eot", "eom", "unknown", "padding", "seperator", "mask"}) {
        const auto id = id_of(facts, token);
        if (id && (*id < 0 || *id >= tokens))
            report(context, Severity::kError,
                   fmt::format("The {} token is number {}, but there are {} tokens.", token, *id, tokens),
                   "Convert the model again with the tokenizer that belongs to it.");
    }
}

std::optional<int64_t> type_of(const Context& context, const GgufFacts& facts, int64_t token) {
    const Constant* types = facts.tokenizer_list("token_type");
    if (types == nullptr || token < 0) return std::nullopt;
    const auto values = read_values(context.model(), *types, static_cast<uint64_t>(token), 1);
    if (!values || to_doubles(*values).empty()) return std::nullopt;
    return static_cast<int64_t>(to_doubles(*values)[0]);
}

std::optional<int64_t> find_token(const Context& context, const GgufFacts& facts, std::string_view text) {
    const Constant* tokens = facts.tokenizer_list("tokens");
    const auto values = read_values(context.model(), *tokens, 0, kMostTokens);
    const auto* all = values ? std::get_if<std::vector<std::string>>(&*values) : nullptr;
    if (all == nullptr) return std::nullopt;
    const auto found = std::ranges::find(*all, text);
    return found == all->end() ? std::nullopt : std::optional(found - all->begin());
}

/// The marker that the template ends turns with has to end the answer, too.
void check_marker(Context& context, const GgufFacts& facts) {
    const auto source = facts.text("tokenizer.chat_template");
    if (!source) return;
    for (const std::string_view marker : {"<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>"}) {
        if (!source->contains(marker)) continue;
        const auto id = find_token(context, facts, marker);
        if (!id || id == id_of(facts, "eos") || id == id_of(facts, "eot") || id == id_of(facts, "eom"))
            continue;
        report(context, context.severity(),
               fmt::format("The chat template ends turns with {} (token {}), which is neither the eos nor "
                           "the eot token: older runtimes "
                           "do not stop there.",
                           marker, *id),
               fmt::format("Set tokenizer.ggml.eot_token_id to {}.", *id));
    }
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    const auto tokens = facts.tokens();
    if (!tokens || !facts.is_text_model()) return;
    check_range(context, facts, *tokens);
    const auto eos = id_of(facts, "eos");
    const bool encoder = facts.text("tokenizer.ggml.model") == "bert";
    if (!eos && !encoder)
        report(context, context.severity(), "The model has no eos token: nothing says when an answer ends.",
               "Set tokenizer.ggml.eos_token_id.");
    if (eos && *eos < *tokens) {
        const auto type = type_of(context, facts, *eos);
        if (type && *type != kControl)
            report(context, context.severity(),
                   fmt::format(
                       "The eos token {} has the type {} instead of control (3): it may be shown in answers.",
                       *eos, *type),
                   "Convert the model again with a current converter.");
    }
    check_marker(context, facts);
}

}  // namespace

extern const Rule g05_special_tokens;
const Rule g05_special_tokens{
    .id = "G05",
    .name = "special-tokens",
    .summary = "Special tokens are missing, out of range, or not the ones that end an answer.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks that the numbers of special tokens exist, that there is an eos token of type "
                    "control, and that the end marker of the chat template is one of the tokens that end an "
                    "answer.",
            .why = "A wrong number reads another row of the embedding. Without the right end token the model "
                   "talks on until its context is full.",
            .not_a_problem = "Newer runtimes know the usual end markers by their text.",
            .fix = "Set tokenizer.ggml.eos_token_id or eot_token_id.",
            .example = "A ChatML template with <|im_end|>, and <|endoftext|> as eos token.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/5040",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
