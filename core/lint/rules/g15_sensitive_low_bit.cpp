#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

bool is_small_and_sensitive(const GgufTensor& tensor) {
    return tensor.ne.size() < 2 || tensor.in_block.contains("_norm.") ||
           tensor.in_block.starts_with("ffn_gate_inp");
}

void report(Context& context, const GgufTensor& tensor, std::string_view why) {
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{} is {}: {}.", tensor.name, name(tensor.type()), why),
        .fix = "Keep it in F32 or F16; it is a tiny part of the file.",
        .graph = GraphId(0U),
        .node = context.facts().graph(GraphId(0U)).node_of(tensor.id),
        .tensor = tensor.id,
    });
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    for (const GgufTensor& tensor : facts.tensors()) {
        if (bits(tensor.type()) == 0 && tensor.type() != DataType::kUnknown && is_small_and_sensitive(tensor))
            report(context, tensor, "normalizations, biases and routers lose more by it than they save");
    }
}

}  // namespace

extern const Rule g15_sensitive_low_bit;
const Rule g15_sensitive_low_bit{
    .id = "G15",
    .name = "sensitive-low-bit",
    .summary = "A small tensor that everything depends on is quantized.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports vectors, normalizations and expert routers that are quantized below 16 bits.",
            .why = "They have few weights, and each of them scales a whole channel or chooses an expert: an "
                   "error of a few percent shows in every token. llama-quantize never touches them.",
            .not_a_problem = "Experiments on purpose.",
            .fix = "Keep them as they were.",
            .example = "blk.0.ffn_gate_inp.weight as Q8_0.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-quant.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
