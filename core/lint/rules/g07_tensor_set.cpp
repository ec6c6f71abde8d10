#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

using Names = std::set<std::string_view>;

void report(Context& context, std::string message, const GgufTensor* tensor = nullptr) {
    Finding finding{
        .severity = context.severity(),
        .message = std::move(message),
        .fix = "Convert the model again, from a complete checkpoint: loaders demand every tensor."};
    if (tensor != nullptr) {
        finding.graph = GraphId(0U);
        finding.node = context.facts().graph(GraphId(0U)).node_of(tensor->id);
        finding.tensor = tensor->id;
    }
    context.report(std::move(finding));
}

/// What most of the blocks have; empty when there is no such majority, as in models with several kinds of
/// blocks.
Names usual(const std::map<uint32_t, Names>& blocks) {
    std::map<Names, size_t> counts;
    for (const auto& [number, names] : blocks) ++counts[names];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most->second * 4 >= blocks.size() * 3 ? most->first : Names();
}

void check_numbers(Context& context, const GgufFacts& facts, const std::map<uint32_t, Names>& blocks) {
    const auto count = facts.parameter("block_count");
    if (!count) return;
    const int64_t further = facts.parameter("nextn_predict_layers").value_or(0);
    if (const int64_t last = blocks.rbegin()->first; last >= *count + further)
        return report(context, fmt::format("There is a block {}, but block_count is {}.", last, *count));
    for (int64_t number = 0; number < *count; ++number) {
        if (number <= UINT32_MAX && blocks.contains(static_cast<uint32_t>(number))) continue;
        return report(context,
                      fmt::format("block_count is {}, but block {} has no tensors.", *count, number));
    }
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    if (!facts.is_text_model() || !facts.is_whole()) return;
    std::map<uint32_t, Names> blocks;
    for (const GgufTensor& tensor : facts.tensors()) {
        if (tensor.block) blocks[*tensor.block].insert(tensor.in_block);
    }
    if (blocks.empty()) return;
    check_numbers(context, facts, blocks);
    const Names all = usual(blocks);
    for (const auto& [number, names] : blocks) {
        // Blocks of another kind have tensors of their own.
        if (names == all || !std::ranges::includes(all, names)) continue;
        const auto missing =
            std::ranges::find_if(all, [&](std::string_view name) { return !names.contains(name); });
        const auto present = fmt::format("blk.{}.{}", number, *names.begin());
        report(context,
               fmt::format("Block {} lacks {}, which most blocks have{}.", number, *missing,
                           all.size() - names.size() > 1
                               ? fmt::format(", and {} more", all.size() - names.size() - 1)
                               : ""),
               facts.find(present));
    }
}

}  // namespace

extern const Rule g07_tensor_set;
const Rule g07_tensor_set{
    .id = "G07",
    .name = "tensor-set",
    .summary = "Blocks are missing, too many, or lack tensors that the others have.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks that the tensors' blocks are numbered from 0 to block_count - 1, and that a "
                    "block has all tensors that at least three quarters of the blocks have.",
            .why = "Loaders count tensors and refuse a file with one too few or too many: \"wrong number of "
                   "tensors\".",
            .not_a_problem = "Models with several kinds of blocks (leading dense blocks, state space blocks "
                             "between attention) are compared only where a block has nothing of its own.",
            .fix = "Convert the model again; look whether a shard of the checkpoint was missing.",
            .example = "blk.17.ffn_down.weight is not in the file.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/7457, "
                      "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-model-loader.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
