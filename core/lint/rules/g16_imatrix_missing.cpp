#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

bool needs_importance(DataType type) {
    return type == DataType::kIQ1_S || type == DataType::kIQ1_M || type == DataType::kIQ2_XXS ||
           type == DataType::kIQ2_XS || type == DataType::kIQ2_S || type == DataType::kIQ3_XXS;
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    if (facts.has_prefix("quantize.imatrix.") || facts.integer("split.no").value_or(0) != 0) return;
    const auto& tensors = facts.tensors();
    const auto found = std::ranges::find_if(
        tensors, [](const GgufTensor& tensor) { return needs_importance(tensor.type()); });
    if (found == tensors.end()) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} is {}, which llama-quantize makes only with an importance matrix; the file records none.",
            found->name, name(found->type())),
        .fix = "Ask who made the file, or quantize with --imatrix.",
        .graph = GraphId(0U),
        .node = context.facts().graph(GraphId(0U)).node_of(found->id),
        .tensor = found->id,
    });
}

}  // namespace

extern const Rule g16_imatrix_missing;
const Rule g16_imatrix_missing{
    .id = "G16",
    .name = "imatrix-missing",
    .summary = "Types of very few bits were made without an importance matrix on record.",
    .severity = Severity::kInfo,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Looks for quantize.imatrix keys in files with IQ1, IQ2 or IQ3_XXS tensors.",
            .why = "At two bits a weight the choice of what to keep decides whether the model works. Without "
                   "a matrix these types lose so much that llama-quantize refuses.",
            .not_a_problem = "Tools may strip the keys, or measure importance in another way.",
            .fix = "Quantize with an importance matrix from representative text.",
            .example = "A file of IQ2_XXS without quantize.imatrix.file.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-quant.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
