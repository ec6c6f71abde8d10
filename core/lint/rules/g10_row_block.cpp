#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

/// The elements of a block.
int64_t block_of(const Model& model, const Tensor& tensor) {
    return tensor.quantization.valid() ? model.quantization(tensor.quantization).block_size : 1;
}

bool has_super_blocks(const Model& model) {
    constexpr int64_t kSuper = 256;
    return std::ranges::any_of(model.graphs[0].tensors,
                               [&](const Tensor& tensor) { return block_of(model, tensor) == kSuper; });
}

void check(Context& context) {
    const Model& model = context.model();
    const GgufFacts facts(model);
    const bool with_super_blocks = has_super_blocks(model);
    constexpr int64_t kSuper = 256;
    size_t fallbacks = 0;
    const GgufTensor* first = nullptr;
    for (const GgufTensor& tensor : facts.tensors()) {
        const int64_t block = block_of(model, model.graphs[0].tensor(tensor.id));
        if (block > 1 && tensor.extent(0) % block != 0) {
            context.report({
                .severity = context.severity(),
                .message = fmt::format("Rows of {} have {} weights, which is no multiple of the {} in a "
                                       "block of {}: the file cannot be "
                                       "loaded.",
                                       tensor.name, tensor.extent(0), block, name(tensor.type())),
                .fix = "Quantize this tensor to a type whose blocks fit its rows.",
                .graph = GraphId(0U),
                .node = context.facts().graph(GraphId(0U)).node_of(tensor.id),
                .tensor = tensor.id,
            });
        } else if (with_super_blocks && block > 1 && block < kSuper && tensor.extent(0) % kSuper != 0) {
            ++fallbacks;
            if (first == nullptr) first = &tensor;
        }
    }
    if (fallbacks == 0) return;
    context.report({
        .severity = Severity::kInfo,
        .message = fmt::format("{} tensors are of an older type with small blocks, because their rows are no "
                               "multiple of 256: {} has rows "
                               "of {} and is {}.",
                               fallbacks, first->name, first->extent(0), name(first->type())),
        .graph = GraphId(0U),
        .node = context.facts().graph(GraphId(0U)).node_of(first->id),
        .tensor = first->id,
    });
}

}  // namespace

extern const Rule g10_row_block;
const Rule g10_row_block{
    .id = "G10",
    .name = "row-block",
    .summary = "The rows of a tensor are no whole number of blocks.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks that the first extent of every quantized tensor is a multiple of its type's "
                    "block. Tells as information which tensors were given a type of smaller blocks because "
                    "their rows do not fit.",
            .why = "A block never crosses the end of a row; runtimes refuse a file where it would have to. "
                   "The older types that are taken instead are larger or worse than the one asked for.",
            .not_a_problem = "The information needs no action: it says why a file is larger than its label.",
            .fix = "Choose a type whose block divides the rows: 32 for Q4_0, Q5_0, Q8_0 and IQ4_NL, 256 for "
                   "the K types.",
            .example = "Rows of 2,880 weights in a file of Q4_K: they are Q5_0.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/11976",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
