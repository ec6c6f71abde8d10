#include <fmt/format.h>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) {
        const ConstantStatistics* values = context.weights(graph.tensor(id));
        if (values == nullptr || values->nan + values->infinite == 0) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} of the {} weights of {} are NaN or infinite: a block's scale is "
                                   "broken, and everything that is "
                                   "computed from it is lost.",
                                   values->nan + values->infinite, values->count, graph.label(id)),
            .fix = "Quantize again from the original weights, and check these first; download the file again "
                   "if others have a good one.",
            .graph = graph.id(),
            .node = graph.node_of(id),
            .tensor = id,
        });
    });
}

}  // namespace

extern const Rule g09_block_nan;
const Rule g09_block_nan{
    .id = "G09",
    .name = "block-nan",
    .summary = "Weights are NaN or infinite.",
    .severity = Severity::kError,
    .formats = kGguf,
    .reads = kTotals,
    .documentation =
        {
            .what = "Reads all weights and looks for values that are NaN or infinite. In quantized types "
                    "these come from the scale of a block.",
            .why = "One such value makes every output NaN: the model answers with a row of the same token, "
                   "or with nothing.",
            .not_a_problem = "Scales of zero, which blocks of zeros have, and scales that are negative.",
            .fix = "Quantize again. When the weights before were finite, the range of float16 was exceeded: "
                   "convert by way of bfloat16 or float32.",
            .example = "A scale of 0x7E00 in one block of blk.3.ffn_down.weight.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/8661",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
