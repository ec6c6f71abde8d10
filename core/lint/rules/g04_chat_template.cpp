#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void report(Context& context, std::string message, std::string fix) {
    context.report({.severity = context.severity(), .message = std::move(message), .fix = std::move(fix)});
}

bool contains_word(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return !std::ranges::search(text, word, same).empty();
}

bool is_chat_model(const Context& context, const GgufFacts& facts) {
    const std::string file = std::filesystem::path(context.model().files[0].path).filename().string();
    for (const std::string_view text : {std::string_view(file), facts.text("general.name").value_or(""),
                                        facts.text("general.finetune").value_or("")}) {
        if (contains_word(text, "instruct") || contains_word(text, "-chat")) return true;
    }
    return false;
}

/// Blocks of a template that are closed by an "end" tag of their own.
constexpr auto kPaired = std::to_array<std::string_view>(
    {"if", "for", "macro", "call", "filter", "block", "raw", "generation", "trans", "autoescape"});

/// What is wrong with the tags; empty when they close each other.
std::string unbalanced(std::string_view source) {
    std::vector<std::string_view> open;
    for (size_t at = source.find("{%"); at != std::string_view::npos; at = source.find("{%", at)) {
        const size_t end = source.find("%}", at);
        if (end == std::string_view::npos) return "a {% is not closed";
        std::string_view tag = source.substr(at + 2, end - at - 2);
        at = end + 2;
        tag.remove_prefix(std::min(tag.find_first_not_of("-+ \n\t"), tag.size()));
        const std::string_view word = tag.substr(0, tag.find_first_of(" \n\t-("));
        // {% set x %} without a value is closed by {% endset %}.
        const bool opens =
            std::ranges::find(kPaired, word) != kPaired.end() || (word == "set" && !tag.contains('='));
        if (opens) open.push_back(word);
        if (!word.starts_with("end")) continue;
        if (open.empty() || word.substr(3) != open.back())
            return fmt::format("{{% {} %}} closes nothing", word);
        open.pop_back();
    }
    return open.empty() ? "" : fmt::format("{{% {} %}} is not closed", open.back());
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    if (!facts.is_text_model() || facts.integer("split.no").value_or(0) != 0) return;
    const auto source = facts.text("tokenizer.chat_template");
    if (!source) {
        if (is_chat_model(context, facts) && !facts.has_prefix("tokenizer.chat_template."))
            report(
                context,
                "The model's name says that it follows instructions, but tokenizer.chat_template is missing.",
                "Add the template of the original model; runtimes guess one otherwise.");
        return;
    }
    if (const std::string fault = unbalanced(*source); !fault.empty())
        return report(context, fmt::format("The chat template cannot be parsed: {}.", fault),
                      "Take the template of the original model.");
    if (!source->contains("messages"))
        return report(
            context,
            "The chat template never looks at the messages: every conversation gives the same prompt.",
            "Take the template of the original model.");
    if (!source->contains("add_generation_prompt"))
        report(context,
               "The chat template does not ask for add_generation_prompt: the model may continue the user's "
               "message instead of answering.",
               "Let the template begin the answer's turn when add_generation_prompt is set.");
}

}  // namespace

extern const Rule g04_chat_template;
const Rule g04_chat_template{
    .id = "G04",
    .name = "chat-template",
    .summary = "A chat model has no template, or one that cannot work.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Looks for tokenizer.chat_template in models whose names say instruct or chat, and "
                    "whether the tags of a template close each other, and whether it uses the messages and "
                    "add_generation_prompt.",
            .why = "The template turns a conversation into the text that the model was trained on. With "
                   "another text it answers worse, does not stop, or speaks for the user.",
            .not_a_problem = "Base models and models for embeddings need no template.",
            .fix = "Take the template from the tokenizer_config.json of the original model.",
            .example = "A template whose last {% endfor %} was cut off.",
            .source =
                "https://github.com/ggml-org/llama.cpp/wiki/Templates-supported-by-llama_chat_apply_template",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
