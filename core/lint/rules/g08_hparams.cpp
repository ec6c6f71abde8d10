#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void report(Context& context, std::string message, const GgufTensor* tensor = nullptr) {
    Finding finding{.severity = context.severity(),
                    .message = std::move(message),
                    .fix = "Convert the model again; metadata and tensors are not of one model."};
    if (tensor != nullptr) {
        finding.graph = GraphId(0U);
        finding.node = context.facts().graph(GraphId(0U)).node_of(tensor->id);
        finding.tensor = tensor->id;
    }
    context.report(std::move(finding));
}

struct Heads {
    int64_t width = 0;  ///< Of the model.
    int64_t query = 0;
    int64_t key = 0;
    int64_t key_length = 0;
    int64_t value_length = 0;
};

/// Nothing when the file does not say it, or says it for each block.
std::optional<Heads> heads_of(const GgufFacts& facts) {
    const auto width = facts.parameter("embedding_length");
    const auto query = facts.parameter("attention.head_count");
    if (!width || !query || *query <= 0) return std::nullopt;
    const auto given_keys = facts.key("attention.head_count_kv");
    const auto keys = facts.has(given_keys) ? facts.integer(given_keys) : query;
    if (!keys || *keys <= 0) return std::nullopt;
    Heads heads{*width, *query, *keys, *width / *query, *width / *query};
    heads.key_length = facts.parameter("attention.key_length").value_or(heads.key_length);
    heads.value_length = facts.parameter("attention.value_length").value_or(heads.value_length);
    return heads;
}

struct Expected {
    std::string_view name;
    int64_t rows = 0;
    int64_t columns = 0;
};

/// One finding for the first block where it is so: the others are no better.
void check_shape(Context& context, const GgufFacts& facts, const Expected& expected) {
    for (const GgufTensor& tensor : facts.tensors()) {
        if (!tensor.block || tensor.in_block != expected.name || tensor.ne.size() != 2) continue;
        if (tensor.extent(0) == expected.rows && tensor.extent(1) == expected.columns) continue;
        return report(context,
                      fmt::format("{} is {}×{}, but the metadata gives {}×{}.", tensor.name, tensor.extent(0),
                                  tensor.extent(1), expected.rows, expected.columns),
                      &tensor);
    }
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    if (!facts.is_text_model()) return;
    const auto heads = heads_of(facts);
    if (!heads) return;
    if (heads->width % heads->query != 0 && !facts.has(facts.key("attention.key_length")))
        return report(context, fmt::format("embedding_length {} is no multiple of the {} heads.",
                                           heads->width, heads->query));
    if (heads->query % heads->key != 0)
        return report(context, fmt::format("{} query heads cannot share {} key heads evenly.", heads->query,
                                           heads->key));
    // Compressed attention has other shapes, and gates double the queries.
    if (facts.has(facts.key("attention.kv_lora_rank")) || !facts.is_whole()) return;
    const auto& [width, query, key, key_length, value_length] = *heads;
    if (facts.architecture() == "llama" || facts.architecture() == "qwen2" ||
        facts.architecture() == "qwen3" || facts.architecture() == "gemma" ||
        facts.architecture() == "gemma2" || facts.architecture() == "mistral3") {
        check_shape(context, facts, {"attn_q.weight", width, query * key_length});
        check_shape(context, facts, {"attn_k.weight", width, key * key_length});
        check_shape(context, facts, {"attn_v.weight", width, key * value_length});
        check_shape(context, facts, {"attn_output.weight", query * value_length, width});
        const auto feed = facts.parameter("feed_forward_length");
        if (!feed) return;
        check_shape(context, facts, {"ffn_up.weight", width, *feed});
        check_shape(context, facts, {"ffn_down.weight", *feed, width});
    }
}

}  // namespace

extern const Rule g08_hparams;
const Rule g08_hparams{
    .id = "G08",
    .name = "hparams",
    .summary = "Sizes in the metadata and shapes of tensors contradict each other.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks that heads divide the embedding, that query heads are a multiple of key heads, "
                    "and, for architectures of the Llama kind, that the projections have the shapes that the "
                    "metadata gives.",
            .why = "Loaders compute the shapes from the metadata and refuse tensors of another one.",
            .not_a_problem = "Values that are given for each block, compressed attention and other "
                             "architectures are not compared.",
            .fix = "Convert the model again; do not edit the metadata by hand.",
            .example = "head_count_kv is 32, and attn_k.weight is 4096×1024, which is 8 heads.",
            .source = "https://github.com/ggml-org/llama.cpp/pull/12634, "
                      "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-model-loader.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
